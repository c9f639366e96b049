import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Survivor } from './mutation-page.ts'

/**
 * By file, and by both texts of the change as the page has them: what somebody has read and judged. A change that may
 * stand in many places, such as `true`, has its line before it.
 */
const byHand: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'verdicts.json'), 'utf8'),
)

interface Rule {
  readonly fits: (survivor: Survivor) => boolean
  readonly verdict: string
}

/** What is fetched, drawn or dialled: no unit test goes there. */
const reachedFromOutside = /context-of-wall|grid-keys/

/** Words, and where they go: into a log, or into a fault that only a log shows. */
const words = /^[`'"].*\p{L}\p{L} \p{L}.*[`'"]$/su
const toLog = /(?:\blog\.\w+|\bthrow new \w+|\bnew Error)\([^;)]*$/

/** What is measured: of such quantities no exact value is of any account. */
const measured = /(?:Ms|Seconds|Px|Bytes|Share|Percent)\b/

/** The first part of what is split is always there; the compiler does not know that. */
const firstPart = /(?:\.split\([^)]*\)\[0\]|\blines\.pop\(\)) \?\? $/

/** The same comparison, with the value itself on the other side. With nothing it is another one: 0 is not measured. */
function isEdge({
  kind,
  original,
  replacement,
}: Pick<Survivor, 'kind' | 'original' | 'replacement'>): boolean {
  const [, comparison, orEqual = ''] = / ([<>])(=?) /.exec(original) ?? []
  const flipped = orEqual === '' ? `${comparison}=` : comparison
  const isWithNothing = / [<>]=? 0$|^0 /.test(original)
  const isFlipped = replacement === original.replace(/ [<>]=? /, ` ${flipped} `)
  return kind === 'EqualityOperator' && isFlipped && !isWithNothing
}

/** The first that fits counts. */
const rules: readonly Rule[] = [
  { fits: ({ file }) => file.endsWith('defaults.ts'), verdict: 'a chosen number: no test should hold it' },
  {
    fits: ({ kind, original, before }) =>
      kind === 'StringLiteral' && words.test(original) && toLog.test(before),
    verdict: 'words of a log or of a fault in the program',
  },
  {
    fits: ({ file, isUntested }) => !isUntested && file.startsWith('src-site/occupancy/demo/'),
    verdict: 'the demonstration: nothing is decided by a millisecond of it, nor by how long it took',
  },
  {
    fits: ({ original }) => /\bnever\(/.test(original),
    verdict: 'cannot happen: the compiler has seen to it',
  },
  {
    fits: ({ kind, isUntested }) => kind === 'OptionalChaining' && !isUntested,
    verdict: 'open: what comes there is absent in no unit test',
  },
  {
    fits: ({ isUntested, ...edge }) => !isUntested && isEdge(edge) && measured.test(edge.original),
    verdict: 'another answer at one exact value of what is measured, and at no other',
  },
  {
    fits: ({ isUntested, file }) => isUntested && reachedFromOutside.test(file),
    verdict: 'not reached by unit tests: `e2e` and `conformance` look at it',
  },
  {
    fits: ({ before }) => firstPart.test(before),
    verdict: 'cannot happen: the first part of what is split is there',
  },
  { fits: ({ isUntested }) => isUntested, verdict: 'open: no unit test comes there' },
]

/** A text of sources in a cell of the page's tables. */
export function inCell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', 'ʼ')
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}

export function verdictOf(survivor: Survivor): string {
  const change = `${inCell(survivor.original)} → ${inCell(survivor.replacement)}`
  const judged = byHand[survivor.file]
  return (
    judged?.[`${inCell(survivor.lineText)} : ${change}`] ??
    judged?.[change] ??
    rules.find(({ fits }) => fits(survivor))?.verdict ??
    'open: a test that comes there does not see it'
  )
}
