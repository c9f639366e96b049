// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { ok } from '#contract/result.ts'
import { languageFor } from '#contract/wall/language.ts'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { buildKeymap, keyHint } from '#renderer/keyboard/keymap.ts'
import { languages, loadLanguage, numberedName, t } from '#renderer/language/language.ts'
import { ruleBeside, ruleWords } from '#renderer/occupancy/report/report-words.ts'
import { dateText, zoneMark } from '#renderer/timeline/axis/time-words.ts'
import { kbd, rich } from '#renderer/ui/rich-text.tsx'
import { zone } from '../timeline/axis/zones.ts'
import { FakeShell } from '../fake-shell.ts'
import { openPage } from '../ui/page.ts'

const english = () => loadLanguage('en')

describe('which language', () => {
  it.each([
    { chosen: undefined, wanted: ['de-AT', 'en'], is: 'de' },
    { chosen: undefined, wanted: ['fr-FR', 'es_MX'], is: 'es' },
    { chosen: undefined, wanted: ['C', 'tr'], is: 'en' },
    { chosen: undefined, wanted: [], is: 'en' },
    { chosen: 'es', wanted: ['de'], is: 'es' },
  ] as const)('is $is for $chosen of $wanted', ({ chosen, wanted, is }) => {
    expect(languageFor(chosen, wanted)).toBe(is)
  })
})

describe('a page', () => {
  it('is in the language of the workstation from its first sentence', async () => {
    onTestFinished(english)
    await openPage(new FakeShell({ 'wall.language': () => ok({ chosen: 'de', wanted: ['es'] }) }))
    expect(document.documentElement.lang).toBe('de')
    expect(document.documentElement.dir).toBe('ltr')
    expect(t('form.save')).toBe('Speichern')
  })

  it('names keys as keyboards of its language do, in the help and in sentences', async () => {
    onTestFinished(english)
    const { press, find } = await openPage(
      new FakeShell({ 'wall.language': () => ok({ chosen: 'de', wanted: [] }) }),
    )
    await press('?')
    const caps = [...(find('.help')?.querySelectorAll('kbd') ?? [])].map((cap) => cap.textContent)
    expect(caps).toEqual(expect.arrayContaining(['Strg', 'Umschalt', 'Entf', 'Rück', '←']))
    expect(caps).not.toContain('Ctrl')
    expect(renderToStaticMarkup(rich('alarms.rules.keys', { kbd }))).toContain('<kbd>Leertaste</kbd>')
    expect(keyHint(buildKeymap({}), 'undo', (key) => key)).toBe(' Strg+Z')
  })

  it('is in the system’s language where none was chosen', async () => {
    onTestFinished(english)
    await openPage(new FakeShell({ 'wall.language': () => ok({ wanted: ['es-MX', 'en'] }) }))
    expect(document.documentElement.lang).toBe('es')
    expect(t('language.palette', { name: languages.de.name })).toBe('Idioma (Language): Deutsch')
  })

  it('loads anew when another language was chosen, and only then', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const { shell, change } = await openPage()
    await change(() => shell.push('settings', wallSettingsSchema.parse({ language: 'en' })))
    expect(reload).not.toHaveBeenCalled()
    await change(() => shell.push('settings', wallSettingsSchema.parse({ language: 'de' })))
    expect(reload).toHaveBeenCalledOnce()
  })
})

test.each([
  ['Lobby', 'Lobby'],
  ['Foyer Süd', 'Foyer Süd'],
  ['مدخل', '\u2068مدخل\u2069'],
  ['כניסה 2', '\u2068כניסה 2\u2069'],
  // What a name opens ends with it, and it closes nothing that it has not opened.
  ['Lobby \u202e21', '\u2068Lobby \u202e21\u2069'],
  ['Lobby \u2067', '\u2068Lobby \u2069'],
  ['Lobby \u2069\u202e', '\u2068Lobby \u202e\u2069'],
  ['\u2069\u202e\u2068x', '\u2068\u202ex\u2069'],
  ['Lobby \u2067\u202e\u2069', '\u2068Lobby \u2067\u202e\u2069\u2069'],
])('the name “%s” turns nothing of the sentence that it is in', (name, within) => {
  expect(t('savedList.deleted', { name })).toContain(within)
  expect(numberedName({ number: 12, name })).toBe(`12 ${within}`)
})

describe('what a room says beside its catalogue', () => {
  const friday = Date.parse('2026-11-20T13:32:07Z')

  it.each([
    {
      language: 'en',
      date: 'Fri 20 Nov 2026',
      mark: 'CET',
      rule: 'every Monday at 04:00',
      beside: 'every Monday',
    },
    {
      language: 'de',
      date: 'Fr 20. Nov. 2026',
      mark: 'MEZ',
      rule: 'jeden Montag um 04:00',
      beside: 'jeden Montag',
    },
    {
      language: 'es',
      date: 'vie 20 nov 2026',
      mark: 'CET',
      rule: 'cada lunes a las 04:00',
      beside: 'cada lunes',
    },
  ] as const)('is written in $language', async ({ language, date, mark, rule, beside }) => {
    onTestFinished(english)
    await loadLanguage(language)
    const berlin = zone('Europe/Berlin')
    expect(dateText(berlin, friday)).toBe(date)
    expect(zoneMark(berlin, friday)).toBe(mark)
    expect(ruleWords('WEEK MONDAY 04:00')).toBe(rule)
    expect(ruleBeside('04:00', 'WEEK MONDAY 04:00')).toBe(beside)
    expect(ruleBeside('05:00', 'WEEK MONDAY 04:00')).toBe(rule)
  })
})
