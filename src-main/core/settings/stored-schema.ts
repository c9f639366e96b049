import { z } from 'zod'
import { platformAddressSchema } from '#contract/wall/connection.ts'
import { type WallDocument, wallDocumentSchema } from '#contract/wall/document.ts'
import { monitorNumberSchema } from '#contract/wall/monitors.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'
import { isObject } from '../json.ts'
import type { StoredState } from './settings-store.ts'
import { type StoredScreens, storedScreensSchema } from './stored-screens.ts'

type Content = Readonly<Record<string, unknown>>

export const SETTINGS_VERSION = 2
const CAMERAS_VERSION = 1

/** `migrations[n]` makes version n + 2 of version n + 1. Pure: from the content of a file to that of a newer one. */
const migrations: readonly ((content: Content) => Content)[] = [documentOfEachMonitor]

export interface ReadContent<Value> {
  readonly value: Value
  /** What was not understood, in an operator's words; then a copy of the file is worth keeping. */
  readonly lost: readonly string[]
}

export type SettingsSections = Pick<StoredState, 'settings' | 'documents' | 'address' | 'screens'>

/** Each section, and each setting, stands for itself: a damaged one costs nothing but itself. */
export function readSettings(raw: Content): ReadContent<SettingsSections> {
  const lost: string[] = []
  const content = migrate(raw, lost)
  const settings = readWallSettings(content['settings'], lost)
  const documents = readDocuments(content['documents'], lost)
  const address = readSection(content['address'], platformAddressSchema, 'the platform address', lost)
  const screens = readSection(content['screens'], storedScreensSchema, 'the displays', lost) ?? noScreens
  return { value: { settings, documents, address, screens }, lost }
}

export function writeSettings({ settings, documents, address, screens }: SettingsSections): Content {
  return { schemaVersion: SETTINGS_VERSION, settings, documents, address, screens }
}

const noScreens: StoredScreens = { displays: [] }

const knownCamerasSchema = z.object({
  platform: z.string(),
  cameras: z.array(
    z.object({
      id: z.string().min(1).max(200),
      name: z.string(),
      group: z.string(),
      number: z.int().positive().optional(),
    }),
  ),
})

export function readKnownCameras(content: Content): ReadContent<StoredState['knownCameras']> {
  const lost: string[] = []
  return { value: readSection(content['known'], knownCamerasSchema, 'the list of cameras', lost), lost }
}

export function writeKnownCameras(known: StoredState['knownCameras']): Content {
  return { schemaVersion: CAMERAS_VERSION, known }
}

function migrate(raw: Content, lost: string[]): Content {
  const version = z.int().positive().safeParse(raw['schemaVersion']).data ?? 1
  if (version > SETTINGS_VERSION) lost.push('what a newer version of the program wrote')
  return migrations.slice(version - 1).reduce((content, step) => step(content), raw)
}

/** Version 1 knew one monitor. */
function documentOfEachMonitor({ document, ...rest }: Content): Content {
  return document === undefined ? rest : { ...rest, documents: { 1: document } }
}

function readDocuments(raw: unknown, lost: string[]): Record<number, WallDocument> {
  const documents: Record<number, WallDocument> = {}
  if (raw !== undefined && !isObject(raw)) lost.push('the wall')
  for (const [name, kept] of isObject(raw) ? Object.entries(raw) : []) {
    const monitor = monitorNumberSchema.safeParse(Number(name))
    const document = wallDocumentSchema.safeParse(kept)
    if (monitor.success && document.success) documents[monitor.data] = document.data
    else lost.push(name === '1' ? 'the wall' : `the wall of monitor ${name}`)
  }
  return documents
}

function readSection<Value>(
  raw: unknown,
  schema: z.ZodType<Value>,
  name: string,
  lost: string[],
): Value | undefined {
  if (raw === undefined) return undefined
  const parsed = schema.safeParse(raw)
  if (!parsed.success) lost.push(name)
  return parsed.data
}

function readWallSettings(raw: unknown, lost: string[]): WallSettings {
  const whole = wallSettingsSchema.safeParse(raw ?? {})
  if (whole.success) return whole.data
  const members = typeof raw === 'object' && raw !== null ? Object.entries(raw) : []
  const readable = members.filter(([name, value]) => wallSettingsSchema.safeParse({ [name]: value }).success)
  const unreadable = members.filter((member) => !readable.includes(member)).map(([name]) => name)
  lost.push(unreadable.length === 0 ? 'the settings' : `the settings ${unreadable.join(', ')}`)
  return wallSettingsSchema.parse(Object.fromEntries(readable))
}
