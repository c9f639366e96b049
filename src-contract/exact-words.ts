import { z } from 'zod'
import english from '../resources/languages/en.json' with { type: 'json' }
import type { MessageParameters } from '../resources/languages/parameters.ts'

/**
 * What main knows about a failure beyond its error code: English for the log, and for the page a code with values,
 * from which it makes a sentence in its own language. Both are `exact.CODE` of the catalogues.
 */
const PREFIX = 'exact.'
type Key<Code extends string> = `${typeof PREFIX}${Code}`
export type ExactCode = keyof typeof english extends infer Name
  ? Name extends Key<infer Code>
    ? Code
    : never
  : never
/** A list holds phrases (`part_…`), which are joined by the rules of the language. */
export type ExactValue = string | number | readonly ExactMessage[]

type ValuesOf<Code extends ExactCode> =
  Key<Code> extends keyof MessageParameters
    ? [values: Readonly<Record<keyof MessageParameters[Key<Code>], ExactValue>>]
    : []

export const exactCodes = Object.keys(english)
  .filter((key) => key.startsWith(PREFIX))
  .map((key) => key.slice(PREFIX.length)) as [ExactCode, ...ExactCode[]]

export interface Exact {
  readonly code: ExactCode
  readonly values: Readonly<Record<string, string | number | readonly Exact[]>>
}
export const exactSchema: z.ZodType<Exact> = z.lazy(() =>
  z.object({
    code: z.enum(exactCodes),
    values: z.record(z.string().max(40), z.union([z.string(), z.number(), z.array(exactSchema)])),
  }),
)

/** The English sentence for the log, and the code with values from which a page makes its own. */
export interface ExactMessage {
  readonly message: string
  readonly exact: Exact
}

/** Shown once, at start or later. Without a code the message is in the page's language already. */
export const noticeSchema = z.object({ message: z.string(), exact: exactSchema.optional() })
export type Notice = z.infer<typeof noticeSchema>

export function exactMessage<Code extends ExactCode>(code: Code, ...given: ValuesOf<Code>): ExactMessage {
  const values: Readonly<Record<string, ExactValue>> = given[0] ?? {}
  const message = english[`${PREFIX}${code}`].replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    englishOf(values[name]),
  )
  const plain = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'object' ? value.map(({ exact }) => exact) : value] as const,
  )
  return { message, exact: { code, values: Object.fromEntries(plain) } }
}

function englishOf(value: ExactValue | undefined): string {
  if (typeof value !== 'object') return String(value)
  // `Intl.ListFormat` takes each start seven milliseconds, in main and in the page.
  const words = value.map(({ message }) => message)
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')
}
