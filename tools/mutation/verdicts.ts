import type { Survivor } from './mutation-page.ts'

interface Rule {
  readonly fits: (survivor: Survivor) => boolean
  readonly verdict: string
}

/** What is fetched, drawn or dialled: no unit test goes there. */
const reachedFromOutside = /context-of-wall|grid-keys|-worker|-thread|main\.ts$/

const sql = /\b(select|insert|update|delete|where)\b/

/** The first that fits counts. */
const rules: readonly Rule[] = [
  { fits: ({ file }) => file.endsWith('defaults.ts'), verdict: 'a chosen number: no test should hold it' },
  {
    fits: ({ kind, original }) =>
      kind === 'StringLiteral' && /^[`'"].* .*[`'"]$/s.test(original) && !sql.test(original),
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
    fits: ({ kind }) => kind === 'OptionalChaining',
    verdict: 'the same: what comes there is never absent in these tests',
  },
  {
    fits: ({ isUntested, file }) => isUntested && reachedFromOutside.test(file),
    verdict: 'not reached by unit tests: `e2e` and `conformance` look at it',
  },
  { fits: ({ isUntested }) => isUntested, verdict: 'open: no unit test comes there' },
]

export function verdictOf(survivor: Survivor): string {
  return rules.find(({ fits }) => fits(survivor))?.verdict ?? 'open: a test that comes there does not see it'
}
