import { defaultFilter } from 'cmdk'
import { foldText } from '#contract/fold-text.ts'
import { topScored } from '../top-scored.ts'

/** What an entry is found by. */
export interface Findable {
  /** Typed whole, it comes before all others. */
  readonly number?: number
  readonly words: string
  readonly detail?: string
}

/** The score of an entry takes up to half a millisecond, and a key has a few frames: of thousands only the nearest get one. */
const MOST_SCORED = 200

/** Entries that a few letters may mean, best first; all of them, in their order, when nothing is typed. */
export function rank<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  mostRows: number,
): Entry[] {
  const wanted = foldText(query.trim())
  if (wanted === '') return entries.slice(0, mostRows)
  return topScored(nearest(entries, wanted), (entry) => scoreOf(entry, wanted), mostRows)
}

function nearest<Entry extends Findable>(entries: readonly Entry[], wanted: string): readonly Entry[] {
  if (entries.length <= MOST_SCORED) return entries
  const isWhole = ({ number }: Findable) => number !== undefined && String(number) === wanted
  return entries
    .map((entry) => ({ entry, spread: isWhole(entry) ? 0 : spreadOf(entry, wanted) }))
    .filter(({ spread }) => Number.isFinite(spread))
    .toSorted((one, other) => one.spread - other.spread)
    .slice(0, MOST_SCORED)
    .map(({ entry }) => entry)
}

/**
 * Over how many letters of an entry the typed ones are spread: the fewer, the nearer; Infinity when they are not all there
 * in this order. Two that were typed the wrong way round, and one that was typed twice, are forgiven as the score does.
 */
function spreadOf(entry: Findable, letters: string): number {
  const text = textOf(entry)
  const whole = text.indexOf(letters)
  if (whole !== -1) return letters.length + (isWordStart(text, whole) ? 0 : 1)
  let firstAt = -1
  let lastAt = -1
  let forgiven = 0
  for (const [at, letter] of letters.split('').entries()) {
    let foundAt = text.indexOf(letter, lastAt + 1)
    if (foundAt === -1) {
      if (letter !== letters[at - 1] && letter !== text[lastAt - 1]) return Number.POSITIVE_INFINITY
      foundAt = lastAt
      forgiven += 1
    }
    if (firstAt === -1) firstAt = foundAt
    lastAt = foundAt
  }
  return lastAt - firstAt + 1 + letters.length + forgiven * text.length
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === ' '
}

function scoreOf(entry: Findable, wanted: string): number {
  const { number } = entry
  if (number !== undefined && String(number) === wanted) return 2
  return defaultFilter(textOf(entry), wanted)
}

/** Of thousands of entries, with a few keys a second. */
const texts = new WeakMap<Findable, string>()

/** As the event search reads names, and without what keeps their direction to themselves. */
function textOf(entry: Findable): string {
  const kept = texts.get(entry)
  if (kept !== undefined) return kept
  const { number = '', words, detail = '' } = entry
  const text = foldText(`${number} ${words} ${detail}`.trim()).replaceAll(/[\u2066-\u2069]/g, '')
  texts.set(entry, text)
  return text
}
