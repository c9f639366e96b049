import { defaultFilter } from 'cmdk'

/** Far below the best hit only scattered letters are left. */
const MIN_SHARE_OF_BEST = 0.1
/** Each jump into the middle of a word leaves a sixth of the score: after three only letters that stand near each other are meant. */
const MIN_SCORE = 0.02
/** `wrhse` in “Warehouse”: over how many letters those that were typed may be spread, for each of them. */
const NEAR = 2
/** The score of an entry takes up to half a millisecond, and a key has a few frames: of thousands only the nearest get one. */
const MOST_SCORED = 200

export interface Scoring<Entry> {
  /** Folded, like what is wanted. */
  readonly textOf: (entry: Entry) => string
  /** Comes before all others, whatever its text. */
  readonly isMeant: (entry: Entry) => boolean
  readonly mostEntries: number
}

/** Entries that a few letters may mean, the best first. */
export function topScored<Entry>(
  entries: readonly Entry[],
  wanted: string,
  { textOf, isMeant, mostEntries }: Scoring<Entry>,
): Entry[] {
  const found = entries.map((entry) => ({ entry, text: textOf(entry), isMeant: isMeant(entry) }))
  const scored = nearest(found, wanted)
    .map(({ entry, text, isMeant }) => ({ entry, text, score: isMeant ? 2 : defaultFilter(text, wanted) }))
    .filter(({ text, score }) => score >= MIN_SCORE || (score > 0 && isNear(text, wanted)))
  const best = Math.max(...scored.map(({ score }) => score), 0)
  return scored
    .filter(({ score }) => score >= best * MIN_SHARE_OF_BEST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostEntries)
    .map(({ entry }) => entry)
}

function nearest<Found extends { readonly text: string; readonly isMeant: boolean }>(
  found: readonly Found[],
  wanted: string,
): readonly Found[] {
  if (found.length <= MOST_SCORED) return found
  // To the score a hyphen is a blank.
  const letters = spaced(wanted)
  return found
    .map((one) => ({ one, spread: one.isMeant ? 0 : spreadOf(spaced(one.text), letters) }))
    .filter(({ spread }) => Number.isFinite(spread))
    .toSorted((a, b) => a.spread - b.spread)
    .slice(0, MOST_SCORED)
    .map(({ one }) => one)
}

function isNear(text: string, wanted: string): boolean {
  return spreadOf(spaced(text), spaced(wanted)) <= (NEAR + 1) * wanted.length
}

const spaced = (text: string) => text.replaceAll(/[\s-]/g, ' ')

/**
 * Over how many letters of a text the typed ones are spread: the fewer, the nearer; Infinity when they are not all there
 * in this order. Two that were typed the wrong way round, and one that was typed twice, are forgiven as the score does.
 */
function spreadOf(text: string, letters: string): number {
  const whole = text.indexOf(letters)
  if (whole !== -1) return letters.length + (whole === 0 || text[whole - 1] === ' ' ? 0 : 1)
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
