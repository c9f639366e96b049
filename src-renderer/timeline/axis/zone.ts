import { locale } from '../../language/locale.ts'
import type { TemporalNamespace } from './temporal.ts'

/** A stretch of time, `[fromMs, untilMs)`, in which local time is UTC plus one offset. */
export interface OffsetPeriod {
  readonly fromMs: number
  readonly untilMs: number
  readonly offsetMs: number
}

const dayMs = 86_400_000

/**
 * One time zone. Temporal knows its rules; this remembers the stretches between two changes of the clocks, so that
 * an axis that moves asks it once and not for every tick of every frame.
 */
export class Zone {
  readonly id: string
  readonly #temporal: TemporalNamespace
  #periods: readonly OffsetPeriod[] = []
  #names: readonly Intl.DateTimeFormat[] | undefined

  private constructor(temporal: TemporalNamespace, id: string) {
    this.#temporal = temporal
    this.id = id
  }

  /** `undefined` for an unknown zone. */
  static named(temporal: TemporalNamespace, name: string): Zone | undefined {
    try {
      const { timeZoneId } = temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name.trim())
      return new Zone(temporal, timeZoneId)
    } catch {
      return undefined
    }
  }

  /** Another one, by its name. */
  other(name: string): Zone | undefined {
    return Zone.named(this.#temporal, name)
  }

  static utc(temporal: TemporalNamespace): Zone {
    return new Zone(temporal, 'UTC')
  }

  /** What the page's language and then English call it at an instant, one name for each of its surroundings: `MEZ`, `CET`, `GMT+1`, `GMT+1`. */
  namesAt(ms: number): readonly string[] {
    this.#names ??= [locale(), 'en-GB', 'en-US', 'en-AU'].map(
      (language) => new Intl.DateTimeFormat(language, { timeZone: this.id, timeZoneName: 'short' }),
    )
    return this.#names.map(
      (format) => format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? this.id,
    )
  }

  /** ISO 8601 with the offset at that instant. */
  isoText(ms: number): string {
    return this.#zoned(ms).toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
  }

  periodAt(ms: number): OffsetPeriod {
    const known = this.#periods.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)
    if (known) return known
    // Half a millisecond does not exist here, and "previous" means strictly before: hence the one more.
    const after = this.#zoned(Math.floor(ms) + 1)
    const next = this.#zoned(Math.floor(ms)).getTimeZoneTransition('next')
    const period = {
      fromMs: after.getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      untilMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      offsetMs: this.#zoned(Math.floor(ms)).offsetNanoseconds / 1_000_000,
    }
    // A view spans months at most: the oldest of eight stretches is not needed again soon.
    this.#periods = [period, ...this.#periods].slice(0, 8)
    return period
  }

  /** All stretches that touch `[fromMs, untilMs)`, ascending. */
  periods(fromMs: number, untilMs: number): readonly OffsetPeriod[] {
    const found: OffsetPeriod[] = []
    for (let period = this.periodAt(fromMs); ; period = this.periodAt(period.untilMs)) {
      found.push(period)
      if (period.untilMs >= untilMs) return found
    }
  }

  /** Local time as milliseconds since 1970 of the local clock: its parts are those of UTC. */
  localMsAt(ms: number): number {
    return ms + this.periodAt(ms).offsetMs
  }

  /** Whether the local clock shows this instant's time twice: the hour that autumn repeats. */
  isRepeated(ms: number): boolean {
    const { fromMs, untilMs, offsetMs } = this.periodAt(ms)
    const before = Number.isFinite(fromMs) ? this.periodAt(fromMs - 1).offsetMs : offsetMs
    const after = Number.isFinite(untilMs) ? this.periodAt(untilMs).offsetMs : offsetMs
    return ms + offsetMs < fromMs + before || ms + offsetMs >= untilMs + after
  }

  /** When the local clock shows this: twice in the hour that autumn repeats, never in the one that spring leaves out. */
  instantsAt(localMs: number): number[] {
    const offsets = new Set(this.periods(localMs - dayMs, localMs + dayMs).map(({ offsetMs }) => offsetMs))
    const instants = [...offsets].map((offsetMs) => localMs - offsetMs)
    return instants.filter((ms) => this.localMsAt(ms) === localMs).toSorted((one, other) => one - other)
  }

  /** The local day, counted from 1 January 1970. */
  dayAt(ms: number): number {
    return Math.floor(this.localMsAt(ms) / dayMs)
  }

  /** First instant of a local day. Not midnight everywhere: some zones skip it in spring. */
  startOfDay(day: number): number {
    const guess = day * dayMs
    const { offsetMs } = this.periodAt(guess - this.periodAt(guess).offsetMs)
    const start = guess - offsetMs
    const quiet = this.periodAt(start - dayMs).offsetMs === this.periodAt(start + dayMs).offsetMs
    // Arithmetic is right on every day that is not near a change of the clocks.
    return quiet ? start : this.#date(day).toZonedDateTime(this.id).epochMilliseconds
  }

  #date(day: number): Temporal.PlainDate {
    return new this.#temporal.PlainDate(1970, 1, 1).add({ days: day })
  }

  #zoned(ms: number): Temporal.ZonedDateTime {
    return this.#temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(this.id)
  }
}
