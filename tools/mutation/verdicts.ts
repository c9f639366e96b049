import type { Survivor } from './mutation-page.ts'

interface Rule {
  readonly fits: (survivor: Survivor) => boolean
  readonly verdict: string
}

const isTime = /^\d[\d_]*$|_000\b|Ms\b/

/** The first that fits counts. */
const rules: readonly Rule[] = [
  {
    fits: ({ file }) => /(^|\/|-)defaults\.ts$/.test(file),
    verdict: 'a number that was chosen: no test should hold it',
  },
  {
    fits: ({ kind, original }) => kind === 'StringLiteral' && /^[`'"].* .*[`'"]$/s.test(original),
    verdict: 'words for the log',
  },
  { fits: ({ isUntested }) => isUntested, verdict: 'needs a browser or a server: `conformance`, `e2e`' },
  {
    fits: ({ kind, original }) =>
      kind === 'OptionalChaining' || (kind === 'ArithmeticOperator' && isTime.test(original)),
    verdict: 'the same for what comes there',
  },
]

export function verdictOf(survivor: Survivor): string {
  return rules.find(({ fits }) => fits(survivor))?.verdict ?? 'open'
}
