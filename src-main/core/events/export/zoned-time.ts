/** Offsets from UTC change on quarters of an hour at most. */
const QUARTER_MS = 900_000

/** Writes instants as ISO 8601 with the offset of a zone. Throws `RangeError` for a zone that nobody knows. */
export class ZonedTime {
  readonly #format: Intl.DateTimeFormat
  #quarter = Number.NaN
  #offset = '+00:00'

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  /** @param instantMs epoch milliseconds */
  write(instantMs: number): string {
    const quarter = Math.floor(instantMs / QUARTER_MS)
    if (quarter !== this.#quarter) {
      this.#quarter = quarter
      this.#offset = this.#offsetAt(instantMs)
    }
    const sign = this.#offset.startsWith('-') ? -1 : 1
    const [hours = 0, minutes = 0] = this.#offset.slice(1).split(':').map(Number)
    const shiftedMs = instantMs + sign * (hours * 60 + minutes) * 60_000
    return new Date(shiftedMs).toISOString().slice(0, -1) + this.#offset
  }

  #offsetAt(instantMs: number): string {
    const name =
      this.#format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00'
  }
}
