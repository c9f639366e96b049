import { foldText } from '#contract/fold-text.ts'
import { never } from '#contract/result.ts'
import { topScored } from '#renderer/top-scored.ts'
import { type EventCatalogue, tagsOf } from '../catalogue.ts'
import type { Term } from '../syntax/terms.ts'
import {
  cameraItems,
  type CompletionItem,
  dayItems,
  durationItems,
  fieldItems,
  filterItems,
  groupItems,
  operatorItems,
  type RecentValues,
  tagItems,
  timeItems,
  valueItems,
} from './items.ts'
import { type Place, placeAt } from './place.ts'

/** The caret goes behind the text that replaces `replaceFrom` to `replaceTo`. */
export interface Completion {
  readonly replaceFrom: number
  readonly replaceTo: number
  /** Best first. */
  readonly items: readonly CompletionItem[]
}

export interface CompletionOptions {
  readonly text: string
  /** Of this text, from its reader. */
  readonly terms: readonly Term[]
  readonly caret: number
  readonly catalogue: EventCatalogue
  readonly recentValues: RecentValues
}

/** More are not read. */
const MAX_ITEMS = 30
/** Longer words are not scored, which takes time: no name is that long. */
const MAX_TYPED_CHARS = 60

/** What can be typed at the caret. */
export function complete(options: CompletionOptions): Completion {
  const place = placeAt(options.text, options.terms, options.caret)
  const { start: replaceFrom, end: replaceTo, typed } = place
  const items = typed.length > MAX_TYPED_CHARS ? [] : ranked(itemsFor(place, options), typed)
  return { replaceFrom, replaceTo, items }
}

function itemsFor(place: Place, { terms, catalogue, recentValues }: CompletionOptions): CompletionItem[] {
  const asked = tagsOf(catalogue, askedTags(terms, catalogue))
  switch (place.wants) {
    case 'term':
      return termItems(place, terms, catalogue, asked)
    case 'field':
      return fieldItems(asked)
    case 'operator':
      return operatorItems(asked, place.field)
    case 'value':
      return valueItems(asked, place.field, recentValues)
    case 'filter':
      return filterValues(place, catalogue)
    case 'nothing':
      return []
    default:
      return never(place)
  }
}

/** After the name of a field come its operators; they bring the name along where the caret still touches it. */
function termItems(
  place: Place,
  terms: readonly Term[],
  catalogue: EventCatalogue,
  asked: EventCatalogue['tags'],
): CompletionItem[] {
  const before = terms.findLast(({ start }) => start < place.end)
  const field = before?.kind === 'name' ? before.name : undefined
  const operators = field === undefined ? [] : operatorItems(asked, field.text)
  if (field !== undefined && operators.length > 0) {
    // A space stands there already.
    if (field.end < place.start)
      return operators.map((item) => ({ ...item, insert: item.insert.trimStart() }))
    if (place.typed === field.text) {
      const name = fieldText(asked, field.text)
      return operators.map((item) => ({ ...item, insert: `${name}${item.insert}`, matchesAnything: true }))
    }
  }
  return [...tagItems(catalogue.tags), ...fieldItems(asked), ...filterItems(), ...timeItems()]
}

function fieldText(tags: EventCatalogue['tags'], typed: string): string {
  return fieldItems(tags).find(({ label }) => foldText(label) === foldText(typed))?.insert ?? typed
}

function filterValues(place: Place & { wants: 'filter' }, catalogue: EventCatalogue): CompletionItem[] {
  switch (place.key.toLowerCase()) {
    case 'camera':
      return cameraItems(catalogue.cameras)
    case 'group':
      return groupItems(catalogue.cameras)
    case 'tag':
      return tagItems(catalogue.tags)
    case 'last':
      return durationItems(place.typed)
    case 'since':
    case 'until':
      return dayItems()
    default:
      return []
  }
}

/** Tags that the text names anywhere: their fields are what a condition is about. */
function askedTags(terms: readonly Term[], { tags }: EventCatalogue): string[] {
  const names = new Set<string>()
  for (const term of terms) {
    if (term.kind === 'name') names.add(foldText(term.name.text))
    if (term.kind === 'list' && term.key.text.toLowerCase() === 'tag') {
      for (const { text } of term.items) names.add(foldText(text))
    }
  }
  return tags.filter(({ name }) => names.has(foldText(name))).map(({ id }) => id)
}

function ranked(items: readonly CompletionItem[], typed: string): CompletionItem[] {
  if (typed.trim() === '') return items.slice(0, MAX_ITEMS)
  const wanted = foldText(typed.trim())
  return topScored(items, wanted, {
    textOf: ({ label }) => foldText(label),
    isMeant: ({ insert, matchesAnything }) => matchesAnything === true || insert === wanted,
    mostEntries: MAX_ITEMS,
  })
}
