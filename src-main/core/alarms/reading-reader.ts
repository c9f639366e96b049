import { isKnownZone, machineZone, ZoneClock } from '#contract/time/zone-clock.ts'

/** What the clock of the wall's zone shows; that of this machine where none is set, or where nobody knows it. */
export function readingReader(timeZone: string | undefined): (instantMs: number) => number {
  const clock = new ZoneClock(timeZone !== undefined && isKnownZone(timeZone) ? timeZone : machineZone())
  return (instantMs) => clock.readingAt(instantMs)
}
