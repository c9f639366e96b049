import type { ZoneClock } from '#contract/time/zone-clock.ts'

/** An instant as the clocks of a place show it. */
export interface LocalTime {
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

export function localTime(clock: ZoneClock, instantMs: number): LocalTime {
  const local = new Date(clock.readingAt(instantMs))
  return { weekday: local.getUTCDay(), hour: local.getUTCHours(), minute: local.getUTCMinutes() }
}
