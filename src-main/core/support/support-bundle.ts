import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import os from 'node:os'
import { z } from 'zod'
import type { WallCamera } from '#contract/wall/camera.ts'
import { type ConnectionStatus, connectionStatusSchema } from '#contract/wall/connection.ts'
import type { PageFigures, ReadyFile } from '#contract/wall/support.ts'
import { wallDocumentSchema } from '#contract/wall/document.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { machineZone } from '#contract/time/zone-clock.ts'
import type { Redactor } from '../log/redactor.ts'
import type { StoredState } from '../settings/settings-store.ts'
import { originOf, understoodOf } from '../command-line.ts'
import { instantName, zoneOf } from '../time.ts'
import { isObject, parseJson } from '#contract/json.ts'
import { LOG_LINES_AT_ONCE } from './defaults.ts'
import type { ReadyFiles } from './ready-files.ts'

const pack = promisify(gzip)

interface BundleContent {
  readonly version: string
  readonly shell: string
  readonly atMs: number
  readonly launch: Parameters<typeof understoodOf>[0]
  readonly settings: StoredState
  readonly status: ConnectionStatus
  /** Counts of parts of the wall, by name. */
  readonly figures: Readonly<Record<string, unknown>>
  readonly page: PageFigures
  /** Lines of the log, oldest first. */
  readonly log: readonly string[]
  readonly cameras: readonly WallCamera[]
}

/** Made, and waiting for its download. */
export async function supportBundle(
  content: BundleContent,
  redactor: Redactor,
  files: Pick<ReadyFiles, 'add'>,
): Promise<ReadyFile> {
  // By what Node has: a folder of one file needs no archive, and every system opens it.
  const bytes = new Uint8Array(await pack(await bundleText(content, redactor)))
  return files.add({ fileName: bundleName(content.atMs), contentType: 'application/gzip', bytes })
}

/**
 * What helps whoever looks for a fault: one JSON object a line, the log's own lines last. Nothing in it was typed by
 * anybody but what the log says, and each line passes the log's redaction once more, with the secrets of now.
 */
async function bundleText(content: BundleContent, redactor: Redactor): Promise<string> {
  const { settings, documents, screens, platforms, shelves, knownCameras } = content.settings
  const { address, platform } = content.status
  const sections: readonly [name: string, values: Readonly<Record<string, unknown>>][] = [
    [
      'about',
      {
        version: content.version,
        shell: content.shell,
        at: new Date(content.atMs).toISOString(),
        timeZone: machineZone(),
        wallTimeZone: zoneOf(settings.timeZone),
        start: understoodOf(content.launch),
        ...machineFigures(),
      },
    ],
    ['settings', { settings: redactFreeText(settings, wallSettingsSchema) }],
    [
      'walls',
      {
        walls: Object.entries(documents).map(([monitor, document]) => ({
          monitor: Number(monitor),
          document: redactFreeText(document, wallDocumentSchema),
        })),
        displays: screens.displays.length,
      },
    ],
    [
      'platform',
      {
        origin: originOf(address?.baseUrl),
        liveViewOrigin: originOf(address?.liveViewUrl),
        cameras: knownCameras.find((known) => known.platform === platform)?.cameras.length,
        listed: platforms.length,
        putAside: Object.keys(shelves).length,
        status: redactFreeText(content.status, connectionStatusSchema),
      },
    ],
    ['figures', content.figures],
    ['page', content.page],
    ['log', { lines: content.log.length }],
  ]
  const lines = sections.map(([section, values]) => redactor.redact(JSON.stringify({ section, ...values })))
  const numbers = new Map<unknown, number>(content.cameras.map(({ id, number }) => [id, number]))
  for (const [at, line] of content.log.entries()) {
    if (at % LOG_LINES_AT_ONCE === 0) await setImmediate()
    lines.push(redactor.redact(withoutCameraId(line, numbers)))
  }
  return `${lines.join('\n')}\n`
}

/** `tessera-support-2026-11-22T04-56-49Z.ndjson.gz`: sorts by time, and no system refuses it. */
function bundleName(atMs: number): string {
  return `tessera-support-${instantName(atMs).replace(/\.\d+/, '')}.ndjson.gz`
}

/** Ids of cameras may be typed by hand and private: a line names its camera by the operator's number instead. */
function withoutCameraId(line: string, numbers: ReadonlyMap<unknown, number>): string {
  const read = parseJson(line)
  if (!isObject(read) || !('cameraId' in read)) return line
  const { cameraId, ...rest } = read
  return JSON.stringify({ ...rest, camera: numbers.get(cameraId) ?? 'unknown' })
}

const BYTES_A_MEGABYTE = 1_048_576

/** Of the machine and of the program that runs on it; neither names nor addresses. */
function machineFigures() {
  const { node, electron, chrome, v8 } = process.versions
  return {
    versions: { node, electron, chrome, v8 },
    platform: process.platform,
    arch: process.arch,
    system: `${os.type()} ${os.release()}`,
    session: process.env['XDG_SESSION_TYPE'],
    cpus: os.cpus().length,
    cpu: os.cpus()[0]?.model,
    memoryMb: Math.round(os.totalmem() / BYTES_A_MEGABYTE),
    freeMb: Math.round(os.freemem() / BYTES_A_MEGABYTE),
    programMb: Math.round(process.memoryUsage().rss / BYTES_A_MEGABYTE),
    systemUpSeconds: Math.round(os.uptime()),
    programUpSeconds: Math.round(process.uptime()),
  }
}

type JsonSchema = z.core.JSONSchema.JSONSchema

/**
 * A value without what somebody may have typed: numbers, switches and what the schema closes to a list stay, of every
 * other text only its length does. A password that got into the wrong field is recognised by nothing else.
 */
export function redactFreeText(value: unknown, schema: z.ZodType): unknown {
  return quiet(value, [z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' })])
}

/** `places`: the schemas that may hold here, alternatives side by side. */
function quiet(value: unknown, places: readonly JsonSchema[]): unknown {
  const open = places.flatMap(alternatives)
  if (typeof value === 'string')
    return open.some((place) => isClosedTo(place, value)) ? value : lengthOf(value)
  if (Array.isArray(value)) return value.map((member: unknown) => quiet(member, open.flatMap(ofItems)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member], at) => {
      const declared = open.flatMap(({ properties }) => schemaOf(properties?.[name]))
      if (declared.length > 0) return [name, quiet(member, declared)]
      const listed = open.flatMap(({ additionalProperties }) => schemaOf(additionalProperties))
      // Names that no schema closes to a list are words, too: ids of cameras, names of fields.
      const isClosed = open.some(({ propertyNames }) =>
        schemaOf(propertyNames).some((names) => isClosedTo(names, name)),
      )
      return [isClosed ? name : `${at + 1}`, quiet(member, listed)]
    }),
  )
}

function alternatives(place: JsonSchema): readonly JsonSchema[] {
  const { anyOf = [], oneOf = [], allOf = [] } = place
  return [place, ...[...anyOf, ...oneOf, ...allOf].flatMap(schemaOf).flatMap(alternatives)]
}

function isClosedTo(place: JsonSchema, text: string): boolean {
  return place.const === text || place.enum?.includes(text) === true
}

function ofItems({ items, prefixItems }: JsonSchema): readonly JsonSchema[] {
  return [items, ...(prefixItems ?? [])].flat().flatMap(schemaOf)
}

function schemaOf(one: z.core.JSONSchema._JSONSchema | undefined): readonly JsonSchema[] {
  return typeof one === 'object' ? [one] : []
}

function lengthOf(text: string): string {
  return `(text, ${text.length})`
}
