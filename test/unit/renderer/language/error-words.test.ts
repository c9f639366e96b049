import { afterEach, expect, it } from 'vitest'
import { type WallErrorCode, wallError, wallErrors, withMore } from '#contract/errors.ts'
import { exactCodes, exactMessage } from '#contract/exact-words.ts'
import german from '../../../../resources/languages/de.json' with { type: 'json' }
import english from '../../../../resources/languages/en.json' with { type: 'json' }
import { causeWords, errorWords } from '#renderer/language/error-words.ts'
import { loadLanguage } from '#renderer/language/language.ts'
import { failureWords } from '#renderer/occupancy/report/report-words.ts'

const codes = Object.keys(wallErrors) as WallErrorCode[]

afterEach(() => loadLanguage('en'))

/** A part of a sentence, which stands in a list. */
const isPhrase = (code: (typeof exactCodes)[number]): boolean => code.startsWith('part_')

/** A failure of main with a value for each parameter of its sentence. */
function exactly(code: (typeof exactCodes)[number]) {
  const names = [...english[`exact.${code}`].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = names.map((name) => [name, `<${name}>`])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the sentence
  const untyped = exactMessage as (
    code: string,
    values: Record<string, string>,
  ) => ReturnType<typeof exactMessage>
  return wallError('refused', untyped(code, Object.fromEntries(values)))
}

it('are those of the code in English, as main writes them into its log', () => {
  for (const code of codes) {
    const error = wallError(code)
    expect(errorWords(error)).toBe(error.message)
  }
  for (const code of exactCodes) {
    const error = exactly(code)
    expect(error.message).not.toMatch(/[{}]|undefined/)
    expect(errorWords(error)).toBe(error.message)
  }
})

it.each(['de', 'es'] as const)('are in %s, whatever main knows of a failure', async (language) => {
  await loadLanguage(language)
  for (const error of [
    ...codes.map((code) => wallError(code)),
    ...exactCodes.filter((code) => !isPhrase(code)).map(exactly),
  ]) {
    const words = errorWords(error)
    expect(words).not.toBe(error.message)
    // What a platform says may end as it likes.
    expect(words).toMatch(/\S([.!?]|: <sentence>)$/)
  }
  for (const phrase of exactCodes.filter(isPhrase).map(exactly)) {
    const words = errorWords(phrase)
    expect(words).toMatch(/[^.!?]$/)
    expect(words).not.toBe(phrase.message)
  }
  // What a platform says itself.
  expect(errorWords(wallError('refused', 'It said no.'))).toBe('It said no.')
})

it('join parts as the language does it, and put further sentences behind', async () => {
  const parts = [
    exactMessage('part_displays'),
    exactMessage('part_of_platform', { part: [exactMessage('part_wall')], platform: 'north' }),
    exactMessage('part_salvo'),
  ]
  const error = withMore(
    wallError('bad_request', exactMessage('settings_file_unread', { parts })),
    exactMessage('key_stays'),
  )
  const general = withMore(wallError('no_key'), exactMessage('key_stays'))
  expect(errorWords(error)).toBe(error.message)
  expect(error.message).toContain('the displays, the wall of north and a salvo')
  expect(errorWords(general)).toBe(general.message)

  await loadLanguage('de')
  expect(errorWords(error)).toContain('die Bildschirme, die Wand von north und eine Salve')
  expect(errorWords(error)).toMatch(/ Der verwendete Schlüssel bleibt\.$/)
  expect(errorWords(general)).toBe(`${german['errors.no_key']} ${german['exact.key_stays']}`)
})

it('stand in the window of occupancy as everywhere', async () => {
  await loadLanguage('de')
  expect(failureWords(wallError('no_key')).message).toBe(german['errors.no_key'])
})

it('call the state of an alarm’s camera as its tile does', async () => {
  const { message, exact } = exactMessage('part_cause_camera', {
    camera: '3 Till',
    state: 'STALE',
    seconds: 30,
  })
  const cause = { cause: message, exactCause: exact }
  expect(causeWords(cause)).toBe(message)
  await loadLanguage('de')
  expect(causeWords(cause)).toBe(`3 Till · ${german['state.STALE']} · seit 30 s kein Livebild`)
  expect(causeWords({ cause: 'Smoke · Till 3' })).toBe('Smoke · Till 3')
  const weighed = { cause: '1.2 Dock · Heavy · weight 1.234 kg · sum 5.', decimalsAt: [27, 60] }
  expect(causeWords(weighed)).toBe('1.2 Dock · Heavy · weight 1,234 kg · sum 5.')
})
