import type { Language } from '#contract/wall/language.ts'
import { IntlMessageFormat } from 'intl-messageformat'
import german from '../../resources/languages/de.json' with { type: 'json' }
import english from '../../resources/languages/en.json' with { type: 'json' }
import spanish from '../../resources/languages/es.json' with { type: 'json' }
import type { MessageParameters } from '../../resources/languages/parameters.ts'

type Key = keyof typeof english
type ValuesOf<K extends Key> = K extends keyof MessageParameters ? [values: MessageParameters[K]] : []

/** The sentence of a key in one language. */
export type Words = <K extends Key>(key: K, ...values: ValuesOf<K>) => string

const catalogues: Readonly<Record<Language, Readonly<Record<Key, string>>>> = {
  en: english,
  de: german,
  es: spanish,
}

/** For what no page says: the menu, and what was found before there was a page. */
export function wordsOf(language: Language): Words {
  return (key, ...[values]) => {
    const format = new IntlMessageFormat(catalogues[language][key], language)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no sentence of main has marks of a page
    return String(format.format(values as Readonly<Record<string, string | number>> | undefined))
  }
}
