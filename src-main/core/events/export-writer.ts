import { ZoneClock } from '#contract/time/zone-clock.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/wall/csv-cell.ts'
import type { ExportEvents, WallEvent, WallEventTag } from '#contract/wall/events.ts'

export interface WriterOptions {
  readonly format: ExportEvents['format']
  /** IANA. Throws `RangeError` when nobody knows it. */
  readonly timeZone: string
  /** Whose fields become columns. */
  readonly tags: readonly WallEventTag[]
  readonly cameras: readonly WallCamera[]
}

const fixedColumns = ['time', 'epoch_ms', 'camera_number', 'camera', 'tag', 'event_id'] as const
const OTHER_FIELDS = 'other_fields'

export function createExportWriter({ format, timeZone, tags, cameras }: WriterOptions) {
  const clock = new ZoneClock(timeZone)
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]))
  const cameraOf = new Map(cameras.map((camera) => [camera.id, camera]))
  const fields = [...new Set(tags.flatMap((tag) => tag.fields.map(({ name }) => name)))]
  const isColumn = new Set(fields)

  /** An event with all that the platform says of it, and what people call it. */
  function jsonLine(event: WallEvent): string {
    const camera = cameraOf.get(event.cameraId)
    return `${JSON.stringify({
      time: writeZoned(clock, event.timestampMs),
      tag: nameOf.get(event.eventTypeId),
      cameraNumber: camera?.number,
      camera: camera?.name,
      ...event,
    })}\n`
  }

  /** One column for each field of the tags, by name; all other fields stand in the last column, as JSON. */
  function csvRow({ id, cameraId, eventTypeId, timestampMs, fields: values }: WallEvent): string {
    const camera = cameraOf.get(cameraId)
    const others = Object.entries(values).filter(([name]) => !isColumn.has(name))
    return csvLine([
      writeZoned(clock, timestampMs),
      timestampMs,
      camera?.number,
      camera?.name ?? cameraId,
      nameOf.get(eventTypeId) ?? eventTypeId,
      id,
      ...fields.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined)),
      others.length === 0 ? undefined : JSON.stringify(Object.fromEntries(others)),
    ])
  }

  const isCsv = format === 'csv'
  return {
    /** What stands before the first event. */
    head: () =>
      isCsv ? BYTE_ORDER_MARK + csvLine([...fixedColumns, ...fields.map(columnName), OTHER_FIELDS]) : '',
    rows: (events: readonly WallEvent[]) => events.map(isCsv ? csvRow : jsonLine).join(''),
  }
}

/** No two columns have the same name, whatever the fields are called. */
function columnName(field: string): string {
  const isTaken = [...fixedColumns, OTHER_FIELDS].some((name) => name === field)
  return isTaken ? `field ${field}` : field
}

const MINUTE_MS = 60_000

/** An instant (epoch milliseconds) as ISO 8601 with the offset of a zone. */
export function writeZoned(clock: ZoneClock, instantMs: number): string {
  // The offsets of old local times have seconds, which ISO 8601 does not.
  const offsetMinutes = Math.trunc((clock.readingAt(instantMs) - instantMs) / MINUTE_MS)
  const reading = new Date(instantMs + offsetMinutes * MINUTE_MS).toISOString().slice(0, -1)
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60]
  return `${reading}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
