import { foldText } from '#contract/fold-text.ts'
import type { EventCondition } from '#contract/wall/event-query.ts'

export interface MarkedPiece {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits the words of a field and marks what a search asked for: all of it, or parts of a text. */
export function markMatches(
  field: string,
  words: string,
  conditions: readonly EventCondition[],
): MarkedPiece[] {
  const own = conditions.filter((condition) => condition.field === field)
  if (own.length === 0) return [{ text: words, isMatch: false }]
  const parts = own.flatMap(({ operator, value }) =>
    operator === 'contains' || operator === 'startsWith' ? [value] : [],
  )
  if (parts.length < own.length) return [{ text: words, isMatch: true }]
  const stretches = parts.flatMap((part) => occurrences(words, part))
  return stretches.length === 0 ? [{ text: words, isMatch: true }] : pieces(words, stretches)
}

type Stretch = readonly [from: number, to: number]

/** Found as the platform does, without case and accents; a letter may fold to several. */
function occurrences(words: string, part: string): Stretch[] {
  const wanted = foldText(part)
  const letters = Array.from(words)
  const found: Stretch[] = []
  let folded = ''
  const starts: number[] = []
  let offset = 0
  for (const letter of letters) {
    const one = foldText(letter)
    for (let at = 0; at < one.length; at++) starts.push(offset)
    folded += one
    offset += letter.length
  }
  starts.push(offset)
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    found.push([starts[at] ?? 0, starts[at + wanted.length] ?? offset])
  return found
}

function pieces(words: string, stretches: readonly Stretch[]): MarkedPiece[] {
  const result: MarkedPiece[] = []
  let at = 0
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    if (to <= at) continue
    if (from > at) result.push({ text: words.slice(at, from), isMatch: false })
    result.push({ text: words.slice(Math.max(at, from), to), isMatch: true })
    at = to
  }
  if (at < words.length) result.push({ text: words.slice(at), isMatch: false })
  return result
}
