import { defaultFilter } from 'cmdk'
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
  const wanted = query.trim()
  if (wanted === '') return entries.slice(0, mostRows)
  return topScored(entries, (entry) => scoreOf(entry, wanted), mostRows)
}

function scoreOf({ number, words, detail }: Findable, wanted: string): number {
  if (number !== undefined && String(number) === wanted) return 2
  const text = number === undefined ? words : `${number} ${words}`
  return defaultFilter(text, wanted, detail === undefined ? [] : [detail])
}
