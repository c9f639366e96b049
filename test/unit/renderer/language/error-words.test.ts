import { afterEach, expect, it } from 'vitest'
import { type WallErrorCode, wallError, wallErrors } from '#contract/errors.ts'
import { errorWords } from '#renderer/language/error-words.ts'
import { loadLanguage } from '#renderer/language/language.ts'

const codes = Object.keys(wallErrors) as WallErrorCode[]

afterEach(() => loadLanguage('en'))

it('are those of the code in English, as main writes them into its log', () => {
  for (const code of codes) expect(errorWords(wallError(code))).toBe(wallErrors[code].operator)
})

it.each(['de', 'es'] as const)('are in %s where main has nothing more exact to say', async (language) => {
  await loadLanguage(language)
  for (const code of codes) {
    const words = errorWords(wallError(code))
    expect(words).not.toBe(wallErrors[code].operator)
    expect(words).toMatch(/\S{2,}\.$/)
  }
  expect(errorWords(wallError('refused', 'It said no.'))).toBe('It said no.')
})
