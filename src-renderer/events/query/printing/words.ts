import { dayWords } from '#contract/wall/event-query.ts'

/** Words that mean something of their own where a name or a text could stand. */
const reserved: ReadonlySet<string> = new Set(['is', 'true', 'false', 'yes', 'no', ...dayWords])

/** A name or a text as it is written in a search: in quotation marks wherever it could be taken for something else. */
export function wordText(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u.test(text) && !reserved.has(text.toLowerCase())
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

const symbols = {
  eq: '=',
  ne: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  between: '=',
  contains: '~',
  startsWith: '^=',
  is: ' is ',
} as const

export const operatorText = (operator: keyof typeof symbols): string => symbols[operator]
