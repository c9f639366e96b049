import { defaultFilter } from 'cmdk'

/** Far below the best hit only scattered letters are left. */
const MIN_SHARE_OF_BEST = 0.1

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
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
  const best = Math.max(...scored.map(({ score }) => score), 0)
  return scored
    .filter(({ score }) => score > 0 && score >= best * MIN_SHARE_OF_BEST)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostRows)
    .map(({ entry }) => entry)
}

function scoreOf({ number, words, detail }: Findable, wanted: string): number {
  if (number !== undefined && String(number) === wanted) return 2
  const text = number === undefined ? words : `${number} ${words}`
  return defaultFilter(text, wanted, detail === undefined ? [] : [detail])
}
