const dayMs = 86_400_000

/** Whether this machine knows the zone. */
export function isKnownZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The zone that this machine is set to. */
export function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * The clock on the wall of a time zone. A reading is written as the milliseconds of the same reading in UTC, so that
 * days and hours can be counted; its day is `Math.floor(reading / 86 400 000)`.
 */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat
  /** At the beginning of days of UTC: reading them takes some µs each, and a year is asked for again and again. */
  readonly #offsetsMs = new Map<number, number>()

  /** @param timeZone IANA name, or `UTC`; throws `RangeError` for any other. */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  readingAt(instantMs: number): number {
    return instantMs + this.#offsetMs(instantMs)
  }

  /**
   * The first instant at which the clock shows this reading or, where it is set forward over it, a later one. A clock
   * that is set back shows some readings twice: it is the first time.
   */
  instantOf(readingMs: number): number {
    const [first] = this.instantsOf(readingMs)
    return first ?? this.changeBetween(...this.#possibleInstants(readingMs))
  }

  /** When the clock shows this reading: never, where it is set forward over it; twice, where it is set back. */
  instantsOf(readingMs: number): readonly number[] {
    return [...new Set(this.#possibleInstants(readingMs))].filter(
      (instantMs) => this.readingAt(instantMs) === readingMs,
    )
  }

  #possibleInstants(readingMs: number): readonly [earlierMs: number, laterMs: number] {
    const beforeMs = readingMs - this.#offsetMs(readingMs - dayMs)
    const afterMs = readingMs - this.#offsetMs(readingMs + dayMs)
    return [Math.min(beforeMs, afterMs), Math.max(beforeMs, afterMs)]
  }

  /** When the clock, which is set once within `(fromMs, untilMs]`, is set. */
  changeBetween(fromMs: number, untilMs: number): number {
    const oldMs = this.#offsetMs(fromMs)
    let before = fromMs
    let after = untilMs
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (this.#offsetMs(middle) === oldMs) before = middle
      else after = middle
    }
    return after
  }

  #offsetMs(instantMs: number): number {
    const day = Math.floor(instantMs / dayMs)
    const offsetMs = this.#offsetOfDay(day)
    return offsetMs === this.#offsetOfDay(day + 1) ? offsetMs : this.#readOffsetMs(instantMs)
  }

  #offsetOfDay(day: number): number {
    const offsetMs = this.#offsetsMs.get(day) ?? this.#readOffsetMs(day * dayMs)
    this.#offsetsMs.set(day, offsetMs)
    return offsetMs
  }

  #readOffsetMs(instantMs: number): number {
    const parts = this.#format.formatToParts(instantMs)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
    return sign === '-' ? -offsetMs : offsetMs
  }
}
