import type { WallCamera } from '#contract/wall/camera.ts'
import { dayWords, durationUnits } from '#contract/wall/event-query.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import { foldText } from '#contract/fold-text.ts'
import { kindOfType, type ValueKind } from '../catalogue.ts'
import { operatorsOf } from '../form.ts'
import { operatorText, wordText } from '../printing/words.ts'
import { filterKeys } from '../reading/term-problems.ts'
import { t } from '#renderer/language/language.ts'

export interface CompletionItem {
  readonly kind: 'tag' | 'field' | 'operator' | 'value' | 'filter' | 'camera' | 'group' | 'time'
  /** What the list shows, and what is compared with what has been typed. */
  readonly label: string
  /** Beside it, smaller. */
  readonly detail: string
  readonly insert: string
  /** Made of what has been typed, so there is nothing to compare. */
  readonly matchesAnything?: true
}

/** Values that were seen lately, by the name of their field, newest first. */
export type RecentValues = ReadonlyMap<string, readonly (string | number | boolean)[]>

function item(kind: CompletionItem['kind'], label: string, detail = '', insert = label): CompletionItem {
  return { kind, label, detail, insert }
}

export function tagItems(tags: readonly WallEventTag[]): CompletionItem[] {
  return tags.map(({ name, fields }) => {
    return item('tag', name, fields.map((field) => field.name).join(', '), wordText(name))
  })
}

export function fieldItems(tags: readonly WallEventTag[]): CompletionItem[] {
  const details = new Map<string, Set<string>>()
  for (const tag of tags) {
    for (const { name, type, unit } of tag.fields) {
      const detail = unit === undefined ? `${tag.name}: ${type}` : `${tag.name}: ${type}, ${unit}`
      details.set(name, (details.get(name) ?? new Set()).add(detail))
    }
  }
  return [...details].map(([name, of]) => item('field', name, [...of].join(' · '), wordText(name)))
}

export function operatorItems(tags: readonly WallEventTag[], field: string): CompletionItem[] {
  const operators = new Set([...kindsOf(tags, field)].flatMap((kind) => operatorsOf(kind)))
  return [...operators].map((operator) => {
    const symbol = operatorText(operator)
    const label = operator === 'between' ? '= ..' : symbol.trim()
    return item('operator', label, t(`query.operator.${operator}`), symbol)
  })
}

export function valueItems(
  tags: readonly WallEventTag[],
  field: string,
  recentValues: RecentValues,
): CompletionItem[] {
  const names = namesOf(tags, field)
  const truths = kindsOf(tags, field).has('boolean') ? [true, false] : []
  const values = new Set([...truths, ...names.flatMap((name) => recentValues.get(name) ?? [])])
  return [...values].map((value) =>
    item('value', String(value), '', typeof value === 'string' ? wordText(value) : String(value)),
  )
}

export function filterItems(): CompletionItem[] {
  return filterKeys.map((key) => item('filter', `${key}:`, t(`query.filter.${key}`)))
}

export function cameraItems(cameras: readonly WallCamera[]): CompletionItem[] {
  return cameras.map(({ name, number, group }) => item('camera', `${number} ${name}`, group, String(number)))
}

export function groupItems(cameras: readonly WallCamera[]): CompletionItem[] {
  const groups = Map.groupBy(cameras, ({ group }) => group)
  groups.delete('')
  return [...groups].map(([group, { length: count }]) =>
    item('group', group, t('query.cameras', { count }), wordText(group)),
  )
}

/** Digits alone are offered with every unit. */
export function durationItems(typed: string): CompletionItem[] {
  if (/^\d{1,5}$/.test(typed) && Number(typed) > 0)
    return durationUnits.map((unit) => ({ ...durationItem(typed, unit), matchesAnything: true }))
  return [
    durationItem('15', 'm'),
    durationItem('1', 'h'),
    durationItem('24', 'h'),
    durationItem('7', 'd'),
    durationItem('4', 'w'),
  ]
}

function durationItem(amount: string, unit: (typeof durationUnits)[number]): CompletionItem {
  return item('time', `${amount}${unit}`, t(`query.last.${unit}`, { amount: Number(amount) }))
}

export const dayItems = (): CompletionItem[] => dayWords.map((day) => item('time', day))

export function timeItems(): CompletionItem[] {
  const lasting = durationItems('').map(({ label, detail }) => item('time', `last:${label}`, detail))
  return [...dayItems(), ...lasting]
}

/** The field's name as each tag writes it. */
function namesOf(tags: readonly WallEventTag[], typed: string): string[] {
  const folded = foldText(typed)
  const names = tags.flatMap(({ fields }) => fields.map(({ name }) => name))
  return [...new Set(names)].filter((name) => foldText(name) === folded)
}

function kindsOf(tags: readonly WallEventTag[], typed: string): Set<ValueKind> {
  const folded = foldText(typed)
  const fields = tags.flatMap((tag) => tag.fields.filter(({ name }) => foldText(name) === folded))
  return new Set(fields.map(({ type }) => kindOfType(type)))
}
