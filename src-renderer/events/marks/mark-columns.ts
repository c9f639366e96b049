import type { EventColumns, ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'

/** One event on the timeline, enough to ask for all of it. */
export interface EventMark {
  readonly kind: 'event'
  readonly id: string
  readonly cameraId: string
  readonly eventTypeId: string
  readonly timestampMs: number
}

/** Events that were only counted, `[startMs, endMs)`; several marks of the timeline stand for them. */
export interface CountedMark {
  readonly kind: 'counted'
  readonly cameraId: string
  readonly eventTypeId: string
  readonly startMs: number
  readonly endMs: number
  /** What else is true of them. */
  readonly match: ResolvedEventQuery['match']
  count: number
}

export type Mark = EventMark | CountedMark

/** Marks of one tag before one camera, ascending in time. */
export interface MarkRun {
  readonly cameraId: string
  readonly eventTypeId: string
  /** By the clock of their source. */
  readonly startMs: Float64Array<ArrayBuffer>
  /** What each of them stands for, by the same index. */
  readonly marks: readonly Mark[]
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
  return [...indexes].map(([key, own]): MarkRun => {
    const cameraId = answer.cameraIds[Math.floor(key / types)] ?? ''
    const eventTypeId = answer.eventTypeIds[key % types] ?? ''
    return {
      cameraId,
      eventTypeId,
      startMs: Float64Array.from(own, (at) => timestampMs[at] ?? 0),
      marks: own.map((at) => ({
        kind: 'event',
        id: ids[at] ?? '',
        cameraId,
        eventTypeId,
        timestampMs: timestampMs[at] ?? 0,
      })),
    }
  })
}

/** As `runsOfEvents`, of events as they arrive, in any order. */
export function runsOfArrivals(events: readonly WallEvent[]): MarkRun[] {
  const ascending = events.toSorted((one, other) => one.timestampMs - other.timestampMs)
  const runs = Map.groupBy(ascending, ({ cameraId, eventTypeId }) => `${cameraId} ${eventTypeId}`)
  return [...runs.values()].flatMap((run): MarkRun | [] => {
    const [first] = run
    if (first === undefined) return []
    const { cameraId, eventTypeId } = first
    return {
      cameraId,
      eventTypeId,
      startMs: Float64Array.from(run, ({ timestampMs }) => timestampMs),
      marks: run.map(({ id, timestampMs }) => ({ kind: 'event', id, cameraId, eventTypeId, timestampMs })),
    }
  })
}

function bytesOf(base64: string): ArrayBuffer {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes.buffer
}
