import { foldText } from '#contract/fold-text.ts'
import { topScored } from '../top-scored.ts'

/** What an entry is found by. */
export interface Findable {
  /** Typed whole, it comes before all others. */
  readonly number?: number
  readonly words: string
  readonly detail?: string
}

/** Entries that a few letters may mean, best first; all of them, in their order, when nothing is typed. */
export function rank<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  mostRows: number,
): Entry[] {
  const wanted = foldText(query.trim())
  if (wanted === '') return entries.slice(0, mostRows)
  const isMeant = ({ number }: Findable) => number !== undefined && String(number) === wanted
  return topScored(entries, wanted, { textOf, isMeant, mostEntries: mostRows })
}

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
