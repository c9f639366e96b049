import { isMoney, type WallEvent, type WallEventTag } from '#contract/wall/events.ts'
import { numberText, t } from '../language/language.ts'

/** One typed field of an event, as it is shown. */
export interface EventRow {
  readonly field: string
  /** `undefined`: the tag has no such field (any more). */
  readonly type: WallEventTag['fields'][number]['type'] | undefined
  /** In words, without the unit; several lines where the text has them. */
  readonly words: string
  readonly unit: string | undefined
  readonly value: string | number | boolean
}

/** A part of an event's one-line text, and the field it comes from. */
export interface EventPart {
  readonly field: string
  readonly words: string
}

/** Those of the tag in its order, then whatever else the event brings. Fields that it lacks are left out. */
export function rowsOf(event: WallEvent, tag: WallEventTag | undefined): EventRow[] {
  const known = tag?.fields ?? []
  const others = Object.keys(event.fields).filter((name) => known.every((field) => field.name !== name))
  return [
    ...known.flatMap(({ name, type, unit }) => rowOf(event, name, type, unit)),
    ...others.flatMap((name) => rowOf(event, name, undefined, undefined)),
  ]
}

/** The event in one line: `129.40 EUR · 3 items · card`. False and empty fields are left out. */
export function partsOf(event: WallEvent, tag: WallEventTag | undefined): EventPart[] {
  return rowsOf(event, tag).flatMap((row) => {
    const words = inLine(row)
    return words === '' ? [] : [{ field: row.field, words }]
  })
}

/** A row with the name of its field: `void no`. */
export function rowWords({ field, words, unit }: EventRow): string {
  return `${field} ${words}${unit === undefined ? '' : ` ${unit}`}`
}

function rowOf(
  { fields }: WallEvent,
  field: string,
  type: EventRow['type'],
  unit: string | undefined,
): EventRow[] {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined
  return value === undefined ? [] : [{ field, type, unit, value, words: valueWords(value, type, unit) }]
}

function inLine({ field, words, unit, value }: EventRow): string {
  if (typeof value === 'boolean') return value ? field : ''
  if (typeof value === 'number') return unit === undefined ? `${words} ${field}` : `${words} ${unit}`
  return words.trim().replaceAll(/\s+/gu, (space) => (space.includes('\n') ? ', ' : ' '))
}

function valueWords(
  value: string | number | boolean,
  type: EventRow['type'],
  unit: string | undefined,
): string {
  if (typeof value === 'boolean') return t(value ? 'events.yes' : 'events.no')
  if (typeof value === 'string') return value
  const cents = isMoney({ type, unit }) ? 2 : undefined
  return numberText(value, {
    useGrouping: false,
    minimumFractionDigits: cents,
    maximumFractionDigits: cents ?? 20,
  })
}
