import type { Exact } from '#contract/exact-words.ts'
import type { Language } from '#contract/wall/language.ts'
import german from '../../../../resources/languages/de.json' with { type: 'json' }
import english from '../../../../resources/languages/en.json' with { type: 'json' }
import spanish from '../../../../resources/languages/es.json' with { type: 'json' }

const catalogues = { en: english, de: german, es: spanish } as const
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

/** Sentences of the page in an export: `exportPage.NAME`, with values in braces and nothing else of a message. */
export const pageSentences = [
  'title',
  'about',
  'by',
  'check',
  'checkLines',
  'time',
  'play',
  'pause',
  'speed',
  'keys',
  'events',
  'noEvents',
  'gaps',
  'gap',
  'noGaps',
  'sound',
  'noMore',
  'noneUntil',
  'not-recorded',
  'not-yet-listed',
  'lost-by-platform',
  'damaged',
] as const
export type PageSentence = (typeof pageSentences)[number]

export interface ExportWords {
  readonly locale: string
  readonly sentences: Readonly<Record<PageSentence, string>>
  /** The sentence of something that main says, in the language of the export. */
  readonly write: (exact: Exact) => string
}

/** An export is read far from this program: its words lie in it. No other sentence of main is in a language. */
export function wordsOfExport(language: Language): ExportWords {
  const catalogue: Readonly<Record<keyof typeof english, string>> = catalogues[language]
  const locale = locales[language]
  const list = new Intl.ListFormat(locale)
  const write = ({ code, values }: Exact): string =>
    catalogue[`exact.${code}`].replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name]
      return typeof value === 'object' ? list.format(value.map(write)) : String(value)
    })
  const sentences = Object.fromEntries(pageSentences.map((name) => [name, catalogue[`exportPage.${name}`]]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the list of its names
  return { locale, sentences: sentences as Record<PageSentence, string>, write }
}
