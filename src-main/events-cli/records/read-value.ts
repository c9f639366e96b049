import type { WallEventTag } from '#contract/wall/events.ts'
import { fail, never, ok, type Result } from '#contract/result.ts'

type FieldType = WallEventTag['fields'][number]['type']

/** How values are written in a source. */
export interface Writing {
  /** Every value is text, as in CSV; else they have types, and are taken at their word. */
  readonly isText: boolean
  /** `12,50` is a number: in CSV whose cells a comma does not part. */
  readonly decimalComma: boolean
  /** Of times that are written without one: `+01:00`, `Z`. */
  readonly offset: string | undefined
}

const yes = /^(true|1|yes|ja)$/i
const no = /^(false|0|no|nein)$/i

/** A field's value; undefined where the cell is empty. Failures are sentences. */
export function readField(
  value: unknown,
  type: FieldType,
  { isText, decimalComma }: Writing,
): Result<string | number | boolean | undefined, string> {
  if (value === null || value === undefined || (isText && value === '' && type !== 'text'))
    return ok(undefined)
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return fail('is no text')
      return value.length > maxTextChars ? fail(`is longer than ${maxTextChars} characters`) : ok(value)
    case 'boolean':
      if (typeof value === 'boolean') return ok(value)
      if (isText && typeof value === 'string' && yes.test(value.trim())) return ok(true)
      if (isText && typeof value === 'string' && no.test(value.trim())) return ok(false)
      return fail('is neither true nor false')
    case 'integer': {
      const number = numberOf(value, isText, false)
      return Number.isSafeInteger(number) ? ok(number) : fail('is no whole number')
    }
    case 'decimal': {
      const number = numberOf(value, isText, decimalComma)
      return Number.isFinite(number) ? ok(number) : fail('is no number')
    }
    default:
      return never(type)
  }
}

/** As the interface has it (section 2). */
const maxTextChars = 2_000

function numberOf(value: unknown, isText: boolean, decimalComma: boolean): number {
  if (typeof value === 'number') return value
  if (!isText || typeof value !== 'string') return Number.NaN
  const trimmed = value.trim()
  const text = decimalComma ? trimmed.replaceAll('.', '').replace(',', '.') : trimmed
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?$/
const pointTime = /^(\d{2})\.(\d{2})\.(\d{4}) (.+)$/

/** Epoch milliseconds of an instant: a number of them, or a time with its offset. Failures are sentences. */
export function readInstant(value: unknown, { offset }: Writing): Result<number, string> {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (/^\d{1,16}$/.test(text)) {
    const ms = Number(text)
    return ms < leastInstantMs ? fail('is no number of milliseconds since 1970 (are they seconds?)') : ok(ms)
  }
  const [, day, time, written] = isoTime.exec(text.replace(pointTime, '$3-$2-$1 $4')) ?? []
  if (day === undefined || time === undefined) return fail('is no time such as 2026-11-22T14:05:00+01:00')
  const from = written ?? offset
  if (from === undefined) return fail('has no offset from UTC, such as +01:00; --offset names one')
  const zone = from.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const ms = Date.parse(`${day}T${time.replace(',', '.')}${zone}`)
  return Number.isNaN(ms) ? fail('is no time that there is') : ok(Math.trunc(ms))
}

/** March 1973: seconds of today are smaller, and events before it there are none. */
const leastInstantMs = 1e11
