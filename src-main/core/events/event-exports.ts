import { randomBytes } from 'node:crypto'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { CallOutput } from '#contract/wall/calls.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import {
  type EventExportState,
  type ExportEvents,
  MAX_EXPORT_EVENTS,
  type WallEventTag,
} from '#contract/wall/events.ts'
import { isKnownZone } from '#contract/time/zone-clock.ts'
import { plainAnswer } from '../content-security-policy.ts'
import type { EventCalls } from '../platform/event-calls.ts'
import { dayText, type Time } from '../time.ts'
import type { EndedFile } from '../wall-main.ts'
import { eventDefaults } from './defaults.ts'
import { EventExport } from './event-export.ts'
import { createExportWriter } from './export-writer.ts'

/** Addresses of downloads begin like this, on the page's own origin. */
export const EXPORT_PREFIX = '/exports/'

export interface EventExportsOptions extends Time {
  readonly calls: Pick<EventCalls, 'search'>
  readonly tags: () => Promise<Result<readonly WallEventTag[], WallError>>
  readonly cameras: () => readonly WallCamera[]
  /** The shell says what becomes of a file, until then it is not complete; a browser does not. */
  readonly followsFiles: boolean
  /** Of every change, but not more often than an eye can follow. */
  readonly onState: (state: EventExportState) => void
}

const { atATime, openWithinMs } = eventDefaults.export
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const

/** Searches on their way into files. Nothing is read before the page has opened the address, which works once. */
export class EventExports {
  readonly #options: EventExportsOptions
  /** By id: what has been announced and has not ended, and whose file has not. */
  readonly #exports = new Map<string, EventExport>()

  constructor(options: EventExportsOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#exports.size > 0
  }

  async begin(wish: ExportEvents): Promise<Result<CallOutput<'events.export'>, WallError>> {
    if (!isKnownZone(wish.timeZone))
      return fail(wallError('bad_request', exactMessage('no_time_zone', { zone: wish.timeZone })))
    const listed = await this.#options.tags()
    // Without the tags the file would show ids instead of names and have no columns for fields.
    if (!listed.ok) return listed
    const most = this.#options.followsFiles ? atATime.followed : atATime.inBrowser
    if (this.#exports.size >= most)
      return fail(wallError('bad_request', exactMessage('exports_running', { most })))
    const tags = listed.value
    const asked = wish.query.eventTypeIds
    const { clock, timers, cameras } = this.#options
    // As strong as the host's own secret: whoever knows it can read the events.
    const exportId = randomBytes(32).toString('base64url')
    const fileName = `events-${dayText(wish.timeZone, clock.wallMs())}.${wish.format}`
    const running = new EventExport({
      ...this.#options,
      exportId,
      fileName,
      query: wish.query,
      writer: createExportWriter({
        format: wish.format,
        timeZone: wish.timeZone,
        tags: asked.length === 0 ? tags : tags.filter(({ id }) => asked.includes(id)),
        cameras: cameras(),
      }),
      atMost: MAX_EXPORT_EVENTS,
      contentType: contentTypes[wish.format],
      onEnd: () => {
        cancelTimer()
        if (running.awaitsFile) cancelTimer = expireLater()
        else this.#exports.delete(exportId)
      },
    })
    const expireLater = () => timers.after(openWithinMs, () => running.expire())
    let cancelTimer = expireLater()
    this.#exports.set(exportId, running)
    return ok({ exportId, fileName, address: `${EXPORT_PREFIX}${exportId}/${fileName}` })
  }

  cancel(exportId: string): void {
    this.#exports.get(exportId)?.cancel()
  }

  /** The file behind an address; 404 when there is none, or it was fetched already. */
  handle({ method, path }: { readonly method: string; readonly path: string }): Response {
    const found = method === 'GET' ? this.#exports.get(exportIdOf(path))?.open() : undefined
    return found ?? noExport()
  }

  /** True when the export itself had ended the file, and has said so. */
  fileEnded(path: string, state: EndedFile['state'], failure: WallError): boolean {
    const exportId = exportIdOf(path)
    const isSaid = this.#exports.get(exportId)?.fileEnded(state, failure) === true
    this.#exports.delete(exportId)
    return isSaid
  }

  dispose(): void {
    for (const running of this.#exports.values()) running.cancel()
  }
}

function exportIdOf(path: string): string {
  return path.slice(EXPORT_PREFIX.length).split('/', 1)[0] ?? ''
}

export function noExport(): Response {
  return plainAnswer(404, 'This download is over. Export the search again.')
}
