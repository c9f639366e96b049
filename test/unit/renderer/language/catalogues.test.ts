import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { languageSchema } from '#contract/wall/language.ts'

/**
 * `npm run test:unit -- test/unit/renderer/language -u` sorts the catalogues and writes the types of
 * their parameters anew.
 */
const folder = join(import.meta.dirname, '../../../../resources/languages')

type Catalogue = Readonly<Record<string, string>>
const read = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))

type Node = ReturnType<IntlMessageFormat['getAst']>[number]
const nodesOf = (text: string, language: string) => new IntlMessageFormat(text, language).getAst()

/** By the parser's numbers for what stands in a message. */
const kinds = { 1: 'string | number', 2: 'number', 5: 'string', 6: 'number', 8: 'Tag' } as const

/** Names and types of the parameters of a message, sorted. */
function parametersOf(nodes: readonly Node[], found = new Map<string, Set<string>>()) {
  for (const node of nodes) {
    const kind = (kinds as Partial<Record<number, string>>)[node.type]
    const name = 'value' in node && typeof node.value === 'string' ? node.value : undefined
    if (kind !== undefined && name !== undefined) found.set(name, (found.get(name) ?? new Set()).add(kind))
    if ('children' in node) parametersOf(node.children, found)
    if ('options' in node) {
      for (const option of Object.values(node.options)) parametersOf(option.value, found)
    }
  }
  return found
}

/** A number that is written plainly here and counted there is a number. */
function typeOf(types: ReadonlySet<string>): string {
  return types.has('number') ? 'number' : types.has('string') ? 'string' : [...types].join(' | ')
}

const membersOf = (text: string, language: string): string[] =>
  [...parametersOf(nodesOf(text, language))].map(([name, types]) => `${name}: ${typeOf(types)}`).sort()

function sorted(catalogue: Catalogue): string {
  const keys = Object.keys(catalogue).sort()
  return `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, catalogue[key]])), undefined, 2)}\n`
}

/** Options of each plural in a message. */
function pluralsOf(nodes: readonly Node[]): string[][] {
  return nodes.flatMap((node) => [
    ...('pluralType' in node ? [Object.keys(node.options)] : []),
    ...('children' in node ? pluralsOf(node.children) : []),
    ...('options' in node ? Object.values(node.options).flatMap((option) => pluralsOf(option.value)) : []),
  ])
}

/** Which forms are in use up to ten thousand: Spanish has one more, for whole millions. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 10_000 }, (_, count) => rules.select(count)))]
}

/** What docs/glossary.md, or the window that a sentence speaks of, calls otherwise. */
const otherWords: Partial<Record<string, RegExp>> = {
  de: /Aktualisierung|Live-Adresse|Liveview-Adresse|Rechner|Rücksetzung|\bIds?\b/,
  es: /clave de API|puestas? a cero|dirección (?:de vídeo )?en directo|Renombrar|ordenador|ajustes|en vivo/,
}

const english = read('en')
const keys = Object.keys(english).sort()

describe('the catalogues', () => {
  it('write out no key that can be changed', () => {
    const german = read('de')
    // In German “Enter” is the key alone. Between tags are keys of a window, which are fixed.
    const written = keys.filter(
      (key) =>
        !key.startsWith('caps.') &&
        /\b(?:Enter|Esc|Ctrl|Strg|Shift|Umschalt|Alt)\b/.test(
          german[key]?.replaceAll(/<kbd>.*?<\/kbd>/g, '') ?? '',
        ),
    )
    expect(written).toEqual([
      'contents.sequence.type',
      'exact.kiosk_file_unlike',
      'grid.hint',
      'keymap.pressNewKeyEscCancels',
    ])
  })

  it('are those of the languages that can be chosen', () => {
    const files = globSync('*.json', { cwd: folder }).map((file) => basename(file, '.json'))
    expect(files.sort()).toEqual([...languageSchema.options].sort())
  })

  it('have parameters as they are typed', async () => {
    const lines = keys.flatMap((key) => {
      const members = membersOf(english[key] ?? '', 'en')
      return members.length === 0 ? [] : [`  '${key}': { ${members.join('; ')} }`]
    })
    const source = [
      '// Written by test/unit/renderer/language/catalogues.test.ts from en.json.',
      'export type Tag = (parts: never[]) => unknown',
      '',
      'export interface MessageParameters {',
      ...lines,
      '}',
      '',
    ]
    await expect(source.join('\n')).toMatchFileSnapshot(join(folder, 'parameters.ts'))
  })

  describe.each(languageSchema.options)('%s', (language) => {
    const catalogue = read(language)

    it('is sorted', async () => {
      await expect(sorted(catalogue)).toMatchFileSnapshot(join(folder, `${language}.json`))
    })

    it('has the keys of the English one', () => {
      expect(Object.keys(catalogue).sort()).toEqual(keys)
    })

    it('has the parameters of the English one', () => {
      const other = keys.filter((key) => {
        const [own, wanted] = [membersOf(catalogue[key] ?? '', language), membersOf(english[key] ?? '', 'en')]
        return own.join() !== wanted.join()
      })
      expect(other).toEqual([])
    })

    it('has one word for one thing', () => {
      const other = otherWords[language]
      expect(keys.filter((key) => other?.test(catalogue[key] ?? ''))).toEqual([])
    })

    it('has the plural forms that it needs', () => {
      const forms = formsOf(language)
      const lacking = keys.filter((key) =>
        pluralsOf(nodesOf(catalogue[key] ?? '', language)).some(
          (options) => !forms.every((form) => options.includes(form)),
        ),
      )
      expect(lacking).toEqual([])
    })
  })
})
