import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { exactMessage, type ExactMessage } from '#contract/exact-words.ts'
import { alarmRuleSchema, MAX_ALARM_RULES, MAX_ALARM_TITLE_CHARS } from '#contract/wall/alarms.ts'
import { wallCameraSchema } from '#contract/wall/camera.ts'
import {
  type CameraPictures,
  cameraPictureSchema,
  cameraPicturesSchema,
  type Mask,
} from '#contract/wall/camera-picture.ts'
import { listedCameraSchema, MAX_LISTED_CAMERAS } from '#contract/wall/camera-list.ts'
import { platformIdSchema } from '#contract/wall/connection.ts'
import { type WallDocument, wallDocumentSchema } from '#contract/wall/document.ts'
import { MAX_EVENT_TAGS, wallEventTagSchema } from '#contract/wall/events.ts'
import { MAX_SAVED_LAYOUTS, savedLayoutsSchema } from '#contract/wall/layout.ts'
import { monitorNumberSchema } from '#contract/wall/monitors.ts'
import { MAX_SAVED_REPORTS, savedReportSchema } from '#contract/wall/occupancy.ts'
import { MAX_SALVO_TIMES, MAX_SALVOS, salvoSchema, salvoTimeSchema } from '#contract/wall/salvo.ts'
import { MAX_SAVED_SEARCHES, savedSearchSchema, searchNameKey } from '#contract/wall/saved-search.ts'
import { platformSettingsSchema, wallSettingsSchema } from '#contract/wall/settings.ts'
import { isObject } from '#contract/json.ts'
import type { StoredState } from './settings-store.ts'
import { type Shelf, storedPlatformSchema } from './stored-platforms.ts'

type Content = Readonly<Record<string, unknown>>

const SETTINGS_VERSION = 3
const CAMERAS_VERSION = 2

export interface ReadContent<Value> {
  readonly value: Value
  /** What was not understood, in an operator's words; then a copy of the file is worth keeping. */
  readonly lost: readonly ExactMessage[]
}

export type SettingsSections = Omit<StoredState, keyof CamerasSections>

/** Each section, and each setting, stands for itself: a damaged one costs nothing but itself. */
export function readSettings(content: Content): ReadContent<SettingsSections> {
  const version = z.int().safeParse(content['schemaVersion']).data ?? SETTINGS_VERSION
  const lost = version > SETTINGS_VERSION ? [exactMessage('part_newer')] : []
  // Of versions that no release has written: a copy is kept, and somebody told.
  if (content['document'] !== undefined) lost.push(exactMessage('part_wall'))
  if (content['address'] !== undefined) lost.push(exactMessage('part_platform_address'))
  const settings = readMembers(content['settings'], wallSettingsSchema, lost)
  const documents = readDocuments(content['documents'], lost)
  const [some, all] = [exactMessage('part_platform_address'), exactMessage('part_platforms')]
  const listed = readEntries(content['platforms'], storedPlatformSchema, some, lost, all)
  const platforms = [...new Map(listed.map((platform) => [platform.id, platform])).values()]
  const id = platformIdSchema.optional()
  const chosen = readSection(content['chosen'], id, exactMessage('part_chosen_platform'), lost)
  const shown = readSection(content['shown'], id, exactMessage('part_shown_platform'), lost)
  const shelves = readShelves(content['shelves'], lost)
  const screens =
    readSection(content['screens'], storedScreensSchema, exactMessage('part_displays'), lost) ?? noScreens
  const evidenceFolder = readSection(
    content['evidenceFolder'],
    folderSchema,
    exactMessage('part_export_folder'),
    lost,
  )
  const value = { settings, documents, platforms, chosen, shown, shelves, screens, evidenceFolder }
  return { value, lost }
}

export function writeSettings(state: StoredState): Content {
  const { knownCameras: _, cameraLists: _lists, ...sections } = state
  return { schemaVersion: SETTINGS_VERSION, ...sections }
}

const folderSchema = z.string().max(4_096).refine(isAbsolute)
const noScreens: StoredScreens = { displays: [] }

export const knownCamerasSchema = z.object({
  platform: z.string(),
  cameras: z.array(
    z.object({
      id: z.string().min(1).max(200),
      name: z.string(),
      group: z.string(),
      number: z.int().positive().optional(),
    }),
  ),
  numbered: z.array(wallCameraSchema),
})

export const cameraListsSchema = z.record(z.string(), z.array(listedCameraSchema).max(MAX_LISTED_CAMERAS))

export type CamerasSections = Pick<StoredState, 'knownCameras' | 'cameraLists'>

export function readCameras({ known, lists }: Content): ReadContent<CamerasSections> {
  const lost: ExactMessage[] = []
  const [list, some] = [exactMessage('part_camera_list'), exactMessage('part_some_cameras')]
  const { cameras: listed, numbered } = knownCamerasSchema.shape
  const knownCameras = readEntries(known, rawKnownSchema, list, lost).map((one) => ({
    platform: one.platform,
    cameras: readEntries(one.cameras, listed.element, some, lost),
    numbered: readEntries(one.numbered, numbered.element, some, lost),
  }))
  const rawLists = readMembersOf(lists, exactMessage('part_imported_cameras'), lost)
  const cameraLists = rawLists.map(([platform, raw]) => {
    const { fit, damaged } = siftListed(readSection(raw, entriesSchema, list, lost) ?? [])
    if (damaged.length > 0) lost.push(some)
    return [platform, fit] as const
  })
  return { value: { knownCameras, cameraLists: Object.fromEntries(cameraLists) }, lost: [...new Set(lost)] }
}

const entriesSchema = z.array(z.unknown())
const rawKnownSchema = z.object({ platform: z.string(), cameras: entriesSchema, numbered: entriesSchema })
const membersSchema = z.record(z.string(), z.unknown())

/** Parts what can be read from what is damaged: also a second entry of one key, and what is too many. */
function sifter<Value>(
  schema: z.ZodType<Value>,
  most: number,
  keyOf: (value: Value) => unknown = (value) => value,
) {
  return (entries: readonly unknown[]) => {
    const fit = new Map<unknown, Value>()
    const damaged = entries.filter((entry) => {
      const { data } = schema.safeParse(entry)
      const isFit = data !== undefined && fit.size < most && !fit.has(keyOf(data))
      if (isFit) fit.set(keyOf(data), data)
      return !isFit
    })
    return { fit: [...fit.values()], damaged }
  }
}

const siftListed = sifter(listedCameraSchema, MAX_LISTED_CAMERAS)
const siftRules = sifter(alarmRuleSchema, MAX_ALARM_RULES, ({ id }) => id)

export function writeCameras({ knownCameras, cameraLists }: CamerasSections): Content {
  return { schemaVersion: CAMERAS_VERSION, known: knownCameras, lists: cameraLists }
}

function readShelves(raw: unknown, lost: ExactMessage[]): Record<string, Shelf> {
  const shelves = readMembersOf(raw, exactMessage('part_other_walls'), lost).map(([platform, kept]) => {
    const lostOfIt: ExactMessage[] = []
    const documents = readDocuments(isObject(kept) ? kept['documents'] : kept, lostOfIt)
    const settings = readMembers(isObject(kept) ? kept['settings'] : kept, platformSettingsSchema, lostOfIt)
    lost.push(...lostOfIt.map((what) => exactMessage('part_of_platform', { part: [what], platform })))
    return [platform, { documents, settings }] as const
  })
  return Object.fromEntries(shelves)
}

function readDocuments(raw: unknown, lost: ExactMessage[]): Record<number, WallDocument> {
  const documents: Record<number, WallDocument> = {}
  for (const [name, kept] of readMembersOf(raw, exactMessage('part_wall'), lost)) {
    const monitor = monitorNumberSchema.safeParse(Number(name))
    const document = wallDocumentSchema.safeParse(kept)
    if (monitor.success && document.success) documents[monitor.data] = document.data
    else
      lost.push(
        name === '1' ? exactMessage('part_wall') : exactMessage('part_wall_of_monitor', { monitor: name }),
      )
  }
  return documents
}

/** A damaged entry costs nothing but itself. */
export function readEntries<Value>(
  raw: unknown,
  schema: z.ZodType<Value>,
  name: ExactMessage,
  lost: ExactMessage[],
  all = name,
): readonly Value[] {
  const entries = readSection(raw, entriesSchema, all, lost) ?? []
  return entries.flatMap((entry) => readSection(entry, schema, name, lost) ?? [])
}

function readMembersOf(raw: unknown, name: ExactMessage, lost: ExactMessage[]): [string, unknown][] {
  return Object.entries(readSection(raw, membersSchema, name, lost) ?? {})
}

export function readSection<Value>(
  raw: unknown,
  schema: z.ZodType<Value>,
  name: ExactMessage,
  lost: ExactMessage[],
): Value | undefined {
  if (raw === undefined) return undefined
  const parsed = schema.safeParse(raw)
  if (!parsed.success) lost.push(name)
  return parsed.data
}

/** Lists of which a damaged entry costs nothing but itself. */
const lists = {
  salvos: [sifter(salvoSchema, MAX_SALVOS, ({ number }) => number), exactMessage('part_salvo')],
  salvoTimes: [sifter(salvoTimeSchema, MAX_SALVO_TIMES), exactMessage('part_salvo_time')],
  savedSearches: [
    sifter(savedSearchSchema, MAX_SAVED_SEARCHES, ({ name }) => searchNameKey(name)),
    exactMessage('part_saved_search'),
  ],
  occupancyReports: [
    sifter(savedReportSchema, MAX_SAVED_REPORTS, ({ id }) => id),
    exactMessage('part_saved_report'),
  ],
  layouts: [
    sifter(savedLayoutsSchema.element, MAX_SAVED_LAYOUTS, ({ name }) => name),
    exactMessage('part_layout'),
  ],
  eventTags: [sifter(wallEventTagSchema, MAX_EVENT_TAGS), exactMessage('part_event_tag')],
} as const

function withoutDamaged(raw: unknown, lost: ExactMessage[]): unknown {
  if (!isObject(raw)) return raw
  const kept: Record<string, unknown> = { ...raw }
  for (const [name, [sift, what]] of Object.entries(lists)) {
    if (!Array.isArray(raw[name])) continue
    const { fit, damaged } = sift(raw[name])
    kept[name] = fit
    lost.push(...damaged.map(() => what))
  }
  const { alarms, cameraPictures } = raw
  if (isObject(cameraPictures)) kept['cameraPictures'] = readPictures(cameraPictures, lost)
  if (!isObject(alarms) || !Array.isArray(alarms['rules'])) return kept
  const { fit: rules, damaged } = siftRules(alarms['rules'])
  if (damaged.length === 0) return kept
  const titles = damaged.map((rule) => {
    const title = isObject(rule) && typeof rule['title'] === 'string' ? rule['title'] : ''
    return title.slice(0, MAX_ALARM_TITLE_CHARS)
  })
  lost.push(...titles.map((title) => exactMessage('part_alarm_rule', { title })))
  kept['alarms'] = { ...alarms, rules, damagedRules: titles.slice(0, MAX_ALARM_RULES) }
  return kept
}

const wholePicture: Mask = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

/** A camera whose masks cannot be read is covered: what nobody may see must not be shown. */
function readPictures(raw: Content, lost: ExactMessage[]): CameraPictures {
  const pictures = Object.entries(raw).map(([camera, value]) => {
    const picture = cameraPictureSchema.safeParse(value)
    if (picture.success) return [camera, picture.data] as const
    const masks = cameraPictureSchema.pick({ masks: true }).safeParse(value).data?.masks
    lost.push(exactMessage(masks === undefined ? 'part_masks' : 'part_picture', { camera }))
    return [camera, cameraPictureSchema.parse({ masks: masks ?? [wholePicture] })] as const
  })
  return Object.fromEntries(
    pictures.filter(([camera]) => cameraPicturesSchema.keyType.safeParse(camera).success),
  )
}

function readMembers<Value>(stored: unknown, schema: z.ZodType<Value>, lost: ExactMessage[]): Value {
  const raw = withoutDamaged(stored, lost)
  const whole = schema.safeParse(raw ?? {})
  if (whole.success) return whole.data
  const members = typeof raw === 'object' && raw !== null ? Object.entries(raw) : []
  const readable = members.filter(([name, value]) => schema.safeParse({ [name]: value }).success)
  const unreadable = members.filter((member) => !readable.includes(member)).map(([name]) => name)
  lost.push(
    unreadable.length === 0
      ? exactMessage('part_settings')
      : exactMessage('part_settings_named', { names: unreadable.join(', ') }),
  )
  return schema.parse(Object.fromEntries(readable))
}

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })

/** A display that was seen once, and the number that its wall has for ever: plugged in again, it gets it back. */
export const rememberedDisplaySchema = z.object({
  monitor: monitorNumberSchema,
  /** The system's own; another one after some restarts and other sockets, so label and size count too. */
  id: z.string().max(60),
  label: z.string().max(120),
  /** When it was last seen, in the system's own (device-independent) pixels. */
  bounds: boundsSchema,
})
export type RememberedDisplay = z.infer<typeof rememberedDisplaySchema>

/** What is kept about displays and windows between two runs. */
export const storedScreensSchema = z.object({
  displays: z.array(rememberedDisplaySchema).max(99).default([]),
  /** Of the operator's window, as it is when it is not maximized. */
  operatorBounds: boundsSchema.extend({ isMaximized: z.boolean() }).optional(),
})
export type StoredScreens = z.infer<typeof storedScreensSchema>
