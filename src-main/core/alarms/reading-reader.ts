import { ZoneClock } from '#contract/platform/zone-clock.ts'

/** What the clock of the wall's zone shows; that of this machine where none is set, or where nobody knows it. */
export function readingReader(timeZone: string | undefined): (instantMs: number) => number {
  const clock = clockOf(timeZone ?? machineZone()) ?? new ZoneClock(machineZone())
  return (instantMs) => clock.readingAt(instantMs)
}

function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

function clockOf(timeZone: string): ZoneClock | undefined {
  try {
    return new ZoneClock(timeZone)
  } catch {
    return undefined
  }
}
