import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import {
  type EventSource,
  MAX_EXPORT_EVENTS,
  sourceOffsetMs,
  type WallEvent,
  type WallEventTag,
} from '#contract/wall/events.ts'
import { createExportWriter } from '../../events/export-writer.ts'
import { readAll } from '../../events/read-all.ts'
import type { EventCalls } from '../../platform/event-calls.ts'
import { unlessAborted } from '../../time.ts'
import { evidenceDefaults } from '../defaults.ts'
import { renameDurably } from '../../durable-file.ts'
import type { FootageRange } from '../footage/footage-port.ts'

export interface ExportEventsOptions {
  readonly calls: Pick<EventCalls, 'search'>
  readonly tags: () => Promise<Result<readonly WallEventTag[], WallError>>
  readonly cameras: readonly WallCamera[]
  /** `eventClockOffsetsMs` of the settings. */
  readonly clockOffsetsMs: Readonly<Record<string, number>>
  /** By the recorders' clocks. */
  readonly range: FootageRange
  readonly timeZone: string
  readonly signal: AbortSignal
}

export interface ShownEvent extends WallEvent {
  /** When its camera saw it, by the clock of the recorder. */
  readonly pictureMs: number
}

export interface ExportedEvents {
  readonly count: number
  /** The first of them, for the page and the captions, in the order of the pictures. */
  readonly events: readonly ShownEvent[]
  readonly tags: readonly WallEventTag[]
  /** Undefined where the platform offers no events. */
  readonly file: string | undefined
  readonly remarks: readonly ExactMessage[]
}

/** Events of the cameras and the range into `events.csv`, a page of the search at a time. Throws what the file system throws. */
export async function exportEvents(
  folder: string,
  { calls, tags, cameras, clockOffsetsMs, range, timeZone, signal }: ExportEventsOptions,
): Promise<Result<ExportedEvents, WallError>> {
  const listed = await unlessAborted(signal, tags())
  if (listed?.ok !== true) return unavailableOr(listed?.error ?? wallError('unreachable'))
  const aheadMs = new Map(cameras.map(({ id, clockOffsetMs }) => [id, clockOffsetMs]))
  const offsetMsOf = (source: EventSource) =>
    sourceOffsetMs(source, clockOffsetsMs, aheadMs.get(source.cameraId))
  const offsetsMs = cameras.flatMap(({ id: cameraId }) =>
    // Of a tag that nobody lists no offset is known.
    ['', ...listed.value.map(({ id }) => id)].map((eventTypeId) => offsetMsOf({ eventTypeId, cameraId })),
  )
  // By the clocks of all sources; those of each are picked out of it.
  const query = {
    cameraIds: cameras.map(({ id }) => id),
    eventTypeIds: [],
    startMs: Math.floor(range.startMs + Math.min(...offsetsMs)),
    endMs: Math.ceil(range.endMs + Math.max(...offsetsMs)),
    match: [],
  }
  const writer = createExportWriter({ format: 'csv', timeZone, tags: listed.value, cameras })
  const path = join(folder, 'events.csv')
  const kept: ShownEvent[] = []
  let count = 0
  let unread = 0
  let isCutOff = false
  let isWhole = false
  const file = await open(`${path}.part`, 'w')
  try {
    await file.write(writer.head())
    const onUnread = (more: number) => {
      unread += more
    }
    for await (const page of readAll(calls, { query, order: 'asc', signal, onUnread })) {
      if (!page.ok) return unavailableOr(page.error.error)
      const found = page.value
        .map((event) => ({ ...event, pictureMs: event.timestampMs - offsetMsOf(event) }))
        .filter(({ pictureMs }) => pictureMs >= range.startMs && pictureMs < range.endMs)
      const events = found.slice(0, MAX_EXPORT_EVENTS - count)
      isCutOff = events.length < found.length
      count += events.length
      kept.push(...events.slice(0, evidenceDefaults.shownEvents - kept.length))
      await file.write(writer.rows(events))
      if (isCutOff) break
    }
    await file.sync()
    isWhole = true
  } finally {
    await file.close()
    // What lies here becomes the export: a part of a table would be a file that nobody has signed.
    if (!isWhole) await rm(`${path}.part`, { force: true })
  }
  await renameDurably(`${path}.part`, path)
  const remarks = [
    ...(isCutOff ? [exactMessage('export_events_cut', { most: MAX_EXPORT_EVENTS })] : []),
    ...(!isCutOff && count > kept.length
      ? [exactMessage('export_events_shown', { shown: kept.length, count })]
      : []),
    ...(unread > 0 ? [exactMessage('export_events_unread', { count: unread })] : []),
  ]
  return ok({
    count,
    events: kept.toSorted((a, b) => a.pictureMs - b.pictureMs),
    tags: listed.value,
    file: 'events.csv',
    remarks,
  })
}

/** Footage without events is worth having, where there are none to be had. */
function unavailableOr(error: WallError): Result<ExportedEvents, WallError> {
  if (error.code !== 'events_unavailable') return fail(error)
  return ok({
    count: 0,
    events: [],
    tags: [],
    file: undefined,
    remarks: [exactMessage('export_no_events')],
  })
}
