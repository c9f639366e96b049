import { foldText } from '#contract/fold-text.ts'
import { topScored } from '../top-scored.ts'

/** What an entry is found by. */
export interface Findable {
  /** Typed whole, it comes before all others. */
  readonly number?: number
  readonly words: string
  readonly detail?: string
}

/** No entry has as many; of a whole document that was pasted each one of thousands would be compared with all of it. */
const MOST_LETTERS = 200

/** Entries that a few letters may mean, best first; all of them, in their order, when nothing is typed. */
export function rank<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  mostRows: number,
): Entry[] {
  const wanted = foldText(query.trim().slice(0, MOST_LETTERS))
  if (wanted === '') return entries.slice(0, mostRows)
  const isMeant = ({ number }: Findable) => number !== undefined && String(number) === wanted
  const found = topScored(entries, wanted, { textOf, isMeant, mostEntries: mostRows })
  return found.length > 0 ? found : withAllWords(entries, wanted).slice(0, mostRows)
}

/** Those with a word that begins as each of several typed ones, in any order. */
function withAllWords<Entry extends Findable>(entries: readonly Entry[], wanted: string): Entry[] {
  const beginnings = wanted.split(separators).map((word) => ` ${word}`)
  if (beginnings.length === 1) return []
  return entries.filter((entry) => {
    const text = ` ${textOf(entry).replaceAll(separators, ' ')}`
    return beginnings.every((beginning) => text.includes(beginning))
  })
}

const separators = /[\s-]+/g

/** Cached: thousands of entries are ranked at each key. */
const texts = new WeakMap<Findable, string>()

/** Folded as in the event search, without the marks that isolate text direction. */
function textOf(entry: Findable): string {
  const kept = texts.get(entry)
  if (kept !== undefined) return kept
  const { number = '', words, detail = '' } = entry
  const text = foldText(`${number} ${words} ${detail}`.trim()).replaceAll(/[\u2066-\u2069]/g, '')
  texts.set(entry, text)
  return text
}
