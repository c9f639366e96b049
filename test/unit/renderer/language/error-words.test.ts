import { afterEach, expect, it } from 'vitest'
import { type WallErrorCode, wallError, wallErrors } from '#contract/errors.ts'
import { exactCodes, said } from '#contract/exact-words.ts'
import english from '../../../../resources/languages/en.json' with { type: 'json' }
import { errorWords } from '#renderer/language/error-words.ts'
import { loadLanguage } from '#renderer/language/language.ts'

const codes = Object.keys(wallErrors) as WallErrorCode[]

afterEach(() => loadLanguage('en'))

/** A failure of main with a value for each parameter of its sentence. */
function exactly(code: (typeof exactCodes)[number]) {
  const names = [...english[`exact.${code}`].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = names.map((name) => [name, `<${name}>`])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the sentence
  const say = said as (code: string, values: Record<string, string>) => ReturnType<typeof said>
  return wallError('refused', say(code, Object.fromEntries(values)))
}

it('are those of the code in English, as main writes them into its log', () => {
  for (const code of codes) expect(errorWords(wallError(code))).toBe(wallErrors[code].operator)
  for (const code of exactCodes) {
    const error = exactly(code)
    expect(error.message).not.toMatch(/[{}]|undefined/)
    expect(errorWords(error)).toBe(error.message)
  }
})

it.each(['de', 'es'] as const)('are in %s, whatever main knows of a failure', async (language) => {
  await loadLanguage(language)
  for (const error of [...codes.map((code) => wallError(code)), ...exactCodes.map(exactly)]) {
    const words = errorWords(error)
    expect(words).not.toBe(error.message)
    expect(words).toMatch(/\S[.!?]$/)
  }
  // What a platform says itself.
  expect(errorWords(wallError('refused', 'It said no.'))).toBe('It said no.')
})
