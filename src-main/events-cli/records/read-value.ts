import type { ZoneClock } from '#contract/time/zone-clock.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { fail, never, ok, type Result } from '#contract/result.ts'

type FieldType = WallEventTag['fields'][number]['type']

export type Decimal = ',' | '.'

/** How values are written in a source. */
export interface Writing {
  /** Every value is text, as in CSV; else they have types, and are taken at their word. */
  readonly isText: boolean
  /** What stands before the fraction of a number of text; undefined: as each number shows by itself. */
  readonly decimal: Decimal | undefined
  /** Of times that are written without one: `+01:00`, `Z`. */
  readonly offset: string | undefined
  /** In place of an offset: the clock that they were read from. */
  readonly zone: ZoneClock | undefined
}

const yes = /^(true|1|yes|ja)$/i
const no = /^(false|0|no|nein)$/i

/** A field's value; undefined where the cell is empty. Failures are sentences. */
export function readField(
  value: unknown,
  type: FieldType,
  { isText, decimal }: Writing,
): Result<string | number | boolean | undefined, string> {
  if (value === null || value === undefined || (isText && value === '')) return ok(undefined)
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return fail('is no text')
      return value.length > maxTextChars ? fail(`is longer than ${maxTextChars} characters`) : ok(value)
    case 'boolean':
      if (typeof value === 'boolean') return ok(value)
      if (isText && typeof value === 'string' && yes.test(value.trim())) return ok(true)
      if (isText && typeof value === 'string' && no.test(value.trim())) return ok(false)
      return fail('is neither true nor false')
    case 'integer':
    case 'decimal': {
      const given = typeof value === 'bigint' ? Number(value) : value
      const number = typeof given === 'string' && isText ? numberOf(given.trim(), decimal) : given
      if (number === undefined) return fail('may be a thousand times as much: --decimal , or . says which')
      const isRight = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
      if (typeof number === 'number' && isRight) return ok(number)
      return fail(type === 'integer' ? 'is no whole number' : 'is no number')
    }
    default:
      return never(type)
  }
}

/** As the interface has it (section 2). */
const maxTextChars = 2_000

/** Undefined where it cannot be known whether a sign parts thousands or the fraction: `1.234`. */
function numberOf(text: string, decimal: Decimal | undefined): number | undefined {
  if (decimal === undefined && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return undefined
  const point = decimal ?? decimalOf(text)
  const group = point === ',' ? '.' : ','
  const isGrouped = new RegExp(`^[+-]?[1-9]\\d{0,2}([${group}]\\d{3})+([${point}]\\d+)?$`).test(text)
  const whole = isGrouped ? text.replaceAll(group, '') : text
  const plain = whole.includes(group) ? '' : whole.replace(point, '.')
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
}

/** The last of the signs; one that is there more than once parts thousands. */
function decimalOf(text: string): Decimal {
  const last = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.'
  if (text.indexOf(last) === text.lastIndexOf(last)) return last
  return last === ',' ? '.' : ','
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/
const pointTime = /^(\d{2})\.(\d{2})\.(\d{4}) (.+)$/

export interface ReadInstant {
  readonly atMs: number
  /** The clock of its zone shows it twice; this is the first time. */
  readonly isShownTwice: boolean
}

/** An instant: a number of epoch milliseconds, or a time with its offset or by its zone. Failures are sentences. */
export function readInstant(value: unknown, { offset, zone }: Writing): Result<ReadInstant, string> {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (/^\d{1,16}$/.test(text)) {
    const ms = Number(text)
    if (ms < leastInstantMs) return fail('is no number of milliseconds since 1970 (are they seconds?)')
    return ok({ atMs: ms, isShownTwice: false })
  }
  const [, day, time, written] = isoTime.exec(text.replace(pointTime, '$3-$2-$1 $4')) ?? []
  if (day === undefined || time === undefined) return fail('is no time such as 2026-11-22T14:05:00+01:00')
  const from = written ?? offset ?? (zone === undefined ? undefined : 'Z')
  if (from === undefined) return fail('has no offset from UTC, such as +01:00; --offset or --zone names one')
  const fromUtc = from.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const ms = Math.trunc(Date.parse(`${day}T${time.replace(',', '.')}${fromUtc}`))
  if (Number.isNaN(ms) || !isDay(day)) return fail('is no time that there is')
  const instants = written === undefined && zone !== undefined ? zone.instantsOf(ms) : [ms]
  const [atMs] = instants
  if (atMs === undefined) return fail('is left out by the clock of its zone, which is set forward over it')
  return ok({ atMs, isShownTwice: instants.length > 1 })
}

/** `Date.parse` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** March 1973: a smaller number is one of seconds. */
const leastInstantMs = 1e11
