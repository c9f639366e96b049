import type { EventColumns, EventHistogram } from '#contract/wall/events.ts'
import { eventDefaults } from '../defaults.ts'

/** One event on the timeline, enough to ask for all of it. */
export interface Mark {
  readonly id: string
  readonly cameraId: string
  readonly eventTypeId: string
  readonly timestampMs: number
}

/** Marks of one tag before one camera, ascending in time. */
export interface MarkRun {
  readonly cameraId: string
  readonly eventTypeId: string
  readonly startMs: Float64Array<ArrayBuffer>
  /** By the same index; none where marks only stand for how many there are. */
  readonly ids?: readonly string[]
}

/** Every single event of an answer, by camera and tag. */
export function runsOfEvents(answer: Extract<EventColumns, { kind: 'events' }>): MarkRun[] {
  if (answer.count === 0) return []
  const timestampMs = new Float64Array(bytesOf(answer.columns.timestampMs))
  const camera = new Uint16Array(bytesOf(answer.columns.camera))
  const eventType = new Uint16Array(bytesOf(answer.columns.eventType))
  const ids = answer.ids.split('\n')
  const types = answer.eventTypeIds.length
  const indexes = Map.groupBy(timestampMs.keys(), (at) => (camera[at] ?? 0) * types + (eventType[at] ?? 0))
  return [...indexes].map(([key, own]) => ({
    cameraId: answer.cameraIds[Math.floor(key / types)] ?? '',
    eventTypeId: answer.eventTypeIds[key % types] ?? '',
    startMs: Float64Array.from(own, (at) => timestampMs[at] ?? 0),
    ids: own.map((at) => ids[at] ?? ''),
  }))
}

/** As many marks as were counted, evenly over their bucket; more than are told apart are left out. */
export function runsOfDensity(cameraId: string, { buckets, bucketMs }: EventHistogram): MarkRun[] {
  const startsByType = new Map<string, number[]>()
  for (const { startMs, byType } of buckets) {
    for (const [eventTypeId, count] of Object.entries(byType)) {
      const starts = startsByType.get(eventTypeId) ?? []
      startsByType.set(eventTypeId, starts)
      const marks = Math.min(count, eventDefaults.marks.perBucket)
      for (let at = 0; at < marks; at++) starts.push(startMs + ((at + 0.5) * bucketMs) / marks)
    }
  }
  return [...startsByType].map(([eventTypeId, starts]) => ({
    cameraId,
    eventTypeId,
    startMs: Float64Array.from(starts),
  }))
}

function bytesOf(base64: string): ArrayBuffer {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes.buffer
}
