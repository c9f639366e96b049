import type { ZoneClock } from '#contract/platform/zone-clock.ts'

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
