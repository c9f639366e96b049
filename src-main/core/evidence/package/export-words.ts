import type { Exact } from '#contract/exact-words.ts'
import type { Language } from '#contract/wall/language.ts'
import german from '../../../../resources/languages/de.json' with { type: 'json' }
import english from '../../../../resources/languages/en.json' with { type: 'json' }
import spanish from '../../../../resources/languages/es.json' with { type: 'json' }

const catalogues = { en: english, de: german, es: spanish } as const
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

const ofPage = 'exportPage.'
/** Sentences of the page in an export, with values in braces and nothing else of a message. */
type PageSentences = {
  readonly [Key in keyof typeof english as Key extends `${typeof ofPage}${infer Name}` ? Name : never]: string
}

export type ExportWords = ReturnType<typeof wordsOfExport>

/** An export is read far from this program: its words lie in it. No other sentence of main is in a language. */
export function wordsOfExport(language: Language) {
  const catalogue: Readonly<Record<keyof typeof english, string>> = catalogues[language]
  const locale = locales[language]
  const list = new Intl.ListFormat(locale)
  /** The sentence of something that main says, in the language of the export. */
  const write = ({ code, values }: Exact): string =>
    catalogue[`exact.${code}`].replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name]
      return typeof value === 'object' ? list.format(value.map(write)) : String(value)
    })
  const sentences = Object.entries(catalogue)
    .filter(([key]) => key.startsWith(ofPage))
    .map(([key, sentence]) => [key.slice(ofPage.length), sentence])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the same names
  return { locale, sentences: Object.fromEntries(sentences) as PageSentences, write }
}
