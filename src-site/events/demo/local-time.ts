/** An instant as the clocks of a place show it. */
export interface LocalTime {
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

const HOUR_MS = 3_600_000

/** Reads clocks of one zone; offsets are kept, because a history asks for each of its minutes. */
export class LocalClock {
  readonly #format: Intl.DateTimeFormat
  readonly #offsetsMs = new Map<number, number>()

  /** @param timeZone IANA name */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  at(instantMs: number): LocalTime {
    const local = new Date(instantMs + this.#offsetMs(Math.floor(instantMs / HOUR_MS)))
    return { weekday: local.getUTCDay(), hour: local.getUTCHours(), minute: local.getUTCMinutes() }
  }

  #offsetMs(hour: number): number {
    const known = this.#offsetsMs.get(hour)
    if (known !== undefined) return known
    const parts = this.#format.formatToParts(hour * HOUR_MS)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    this.#offsetsMs.set(hour, offsetMs)
    return offsetMs
  }
}
