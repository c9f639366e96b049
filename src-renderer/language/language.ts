import type { Language } from '#contract/wall/language.ts'
import { IntlMessageFormat } from 'intl-messageformat'
import english from '../../resources/languages/en.json' with { type: 'json' }
import type { MessageParameters } from '../../resources/languages/parameters.ts'
import { locale, setLocale } from './locale.ts'

export type Key = keyof typeof english
/** Key of a sentence without values: what tables from codes to sentences hold. */
export type PlainKey = Exclude<Key, keyof MessageParameters>
type Messages = Readonly<Record<Key, string>>

/** A key of several sentences wants what all of them need. */
type Needed<K extends Key> = {
  [One in K & keyof MessageParameters]: (values: MessageParameters[One]) => void
}[K & keyof MessageParameters] extends (values: infer All) => void
  ? All
  : never
export type ValuesOf<K extends Key> = [K] extends [PlainKey] ? [] : [values: Needed<K>]

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>>> = {
  de: () => import('../../resources/languages/de.json', { with: { type: 'json' } }),
  es: () => import('../../resources/languages/es.json', { with: { type: 'json' } }),
}

/** Names in their own language. English as in Britain: day before month, hours up to 23. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', direction: 'ltr' },
  es: { name: 'Español', locale: 'es-ES', direction: 'ltr' },
} as const satisfies Readonly<Record<Language, unknown>>

// A page has one language from its first sentence to its end, so this is a constant that is only known late.
let language: Language = 'en'
let messages: Messages = english
let formats = new Map<Key, IntlMessageFormat>()

/** To be called before the first sentence; another language afterwards needs a reload of the page. */
export async function loadLanguage(wanted: Language): Promise<void> {
  messages = wanted === 'en' ? english : (await loaders[wanted]()).default
  language = wanted
  setLocale(languages[wanted].locale)
  formats = new Map()
}

export const currentLanguage = (): Language => language
export const isKey = (text: string): text is PlainKey => Object.hasOwn(english, text)

export { locale }

export function formatOf(key: Key): IntlMessageFormat {
  const made = formats.get(key)
  if (made !== undefined) return made
  const format = new IntlMessageFormat(messages[key], locale())
  formats.set(key, format)
  return format
}

/** The sentence of this key in the language of the page. */
export function t<K extends Key>(key: K, ...[values]: ValuesOf<K>): string {
  return sentence(key, { ...(values as object | undefined) })
}

/** As `t`, with values that the caller has checked against the key; texts are isolated by direction. */
export function sentence(key: Key, values: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? isolated(value) : value] as const,
  )
  return String(formatOf(key).format(Object.fromEntries(own)))
}

/** Letters that are written from right to left, and what else changes the direction of a line. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A text of others in a line of ours: Unicode's isolates (UAX #9) keep the numbers beside it where they belong. */
export function isolated(text: string): string {
  if (!turning.test(text)) return text
  let depth = 0
  const signs = text.match(/[\u2066-\u2069]/g) ?? []
  const isPaired = signs.every((sign) => (depth += sign === '\u2069' ? -1 : 1) >= 0) && depth === 0
  return `\u2068${isPaired ? text : text.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`
}

/** `12 Loading dock` */
export function numberedName(one: { readonly number: number; readonly name: string }): string {
  return `${one.number} ${isolated(one.name)}`
}

/** `a, b and c`. */
export function listText(
  parts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(locale(), { type }).format(parts)
}

export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale(), options).format(value)
}

/** With exactly this many decimals. */
export function fixed(value: number, digits = 1): string {
  return numberText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
