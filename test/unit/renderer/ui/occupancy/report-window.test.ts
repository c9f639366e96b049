// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { OccupancyAnswer, OccupancyDictionaries } from '#contract/wall/occupancy.ts'
import { zonesHint } from '#renderer/ui/occupancy/report-choices.ts'
import { FakeShell } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

const known: OccupancyDictionaries = {
  entrances: [
    { id: 'door', name: 'Main entrance', cameraIds: ['camera-1'] },
    { id: 'gate', name: 'Garden gate', cameraIds: [] },
  ],
  zones: [{ id: 'hall', name: 'Hall', cameraIds: ['camera-2'], capacity: 80 }],
  schedules: [],
}
const bare: OccupancyAnswer = { average: 3.25, maximum: 9 }

/** The page of a platform that answers so. */
async function openReport(
  answer: Result<OccupancyAnswer, WallError> = ok(bare),
  dictionaries: Result<OccupancyDictionaries, WallError> = ok(known),
) {
  const shell = new FakeShell({
    'occupancy.dictionaries': () => dictionaries,
    'occupancy.report': () => answer,
  })
  const page = await openPage(shell)
  await page.press('o')
  const text = () => page.find('dialog')?.textContent ?? ''
  const combobox = '[role="combobox"][aria-label="Entrances and zones"]'
  const sources = () => page.find(combobox)
  const options = () => [...page.container.querySelectorAll('[role="option"]')].map((row) => row.textContent)
  const button = (name: string) =>
    [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
  const type = (words: string) => page.typeInto(combobox, words)
  const ask = () => page.submit('.grouped-form')
  async function askFor(words: string): Promise<void> {
    await type(words)
    await page.press('Enter')
    await ask()
  }
  return { ...page, text, sources, options, button, type, ask, askFor }
}

describe('a zone that is a source and a reset zone', () => {
  it('is warned of: platforms may count it twice', () => {
    const form = { sources: ['door', 'hall'], resetZoneIds: ['yard'] }
    expect(zonesHint(known, form)).toBe('Together, as they count at that moment')
    expect(zonesHint(known, { ...form, resetZoneIds: ['hall'] })).toContain('hall counts as a source already')
  })
})

describe('choosing what is counted', () => {
  it('finds by a few letters, by arrows and Enter, and takes back by Backspace', async () => {
    const page = await openReport()
    expect(document.activeElement).toBe(page.sources())
    await page.type('ga')
    expect(page.options()[0]).toContain('Garden gate')
    await page.press('Enter')
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.press(key)
    expect(page.find('button[aria-label="Without Garden gate"]')).not.toBeNull()
    expect(page.find('button[aria-label="Without Hall"]')).not.toBeNull()
    await page.press('Backspace')
    expect(page.find('button[aria-label="Without Hall"]')).toBeNull()
  })

  it('closes the list and not the window by Esc', async () => {
    const page = await openReport()
    await page.type('ga')
    await page.press('Escape')
    expect(page.options()).toEqual([])
    expect(page.find('dialog')).not.toBeNull()
  })

  it('takes ids as they are typed where the platform lists none', async () => {
    const page = await openReport(ok(bare), ok({}))
    expect(page.text()).toContain('This platform does not list what it counts')
    await page.askFor('door-7')
    expect(page.shell.inputsOf('occupancy.report')).toMatchObject([
      { definition: { entrancesAndExits: ['door-7'] } },
    ])
  })

  it('takes ids as they are typed where it does not list their kind, and says so', async () => {
    const { entrances } = known
    const page = await openReport(ok(bare), ok({ entrances }))
    expect(page.text()).toContain('2 entrances to choose from; zones are not listed: type their ids in')
    await page.askFor('zone-7')
    expect(page.shell.inputsOf('occupancy.report')).toMatchObject([
      { definition: { entrancesAndExits: ['zone-7'] } },
    ])
  })
})

describe('what is shown of an answer', () => {
  it('is the average and the maximum where a platform tells no curve', async () => {
    const page = await openReport()
    await page.askFor('main')
    expect(page.find('.report-head h3')?.textContent).toBe('Main entrance')
    expect(page.find('.report-figures')?.textContent).toMatch(/Average3\.3Maximum9.*estimate/i)
    expect(page.text()).toContain('no curve')
    expect(page.button('PNG')?.disabled).toBe(true)
  })

  it('is said to be nobody where nobody was counted', async () => {
    const page = await openReport(ok({ average: 0, maximum: 0 }))
    await page.askFor('main')
    expect(page.text()).toContain('Nobody was counted in this time')
  })

  it.each([
    ['occupancy_unavailable', 'Live view, playback and events are not affected.'],
    ['key_rejected', 'another credential for occupancy'],
    ['not_allowed', 'only for the organization that its credential permits'],
  ] as const)('of %s is what it means, and the way to the connection page', async (code, words) => {
    const page = await openReport(fail(wallError(code)))
    await page.askFor('main')
    expect(page.text()).toContain(wallError(code).message)
    expect(page.text()).toContain(words)
    await page.change(() => page.button('Connection…')?.click())
    expect(page.find('dialog h2')?.textContent).toBe('Connection')
  })

  it('of a platform that does not answer is the same question again', async () => {
    const page = await openReport(fail(wallError('timeout')))
    await page.askFor('main')
    await page.change(() => page.button('Ask again')?.click())
    expect(page.shell.inputsOf('occupancy.report')).toHaveLength(2)
  })

  it('of a refusal is the member that it names, marked', async () => {
    const refusal = {
      ...wallError('refused', 'entrancesAndExits.0: is closed.'),
      member: 'entrancesAndExits.0',
    }
    const page = await openReport(fail(refusal))
    await page.askFor('main')
    expect(page.sources()?.getAttribute('aria-invalid')).toBe('true')
    expect(page.find('[data-wrong]')?.textContent).toContain('Main entrance')
    const described = page.sources()?.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent).join()).toContain('is closed.')
  })
})

describe('a name under which a report is kept', () => {
  it('stays in its field when it is refused, and leaves it when it is taken', async () => {
    const page = await openReport()
    const openSaved = () =>
      page.change(() =>
        page
          .find('.tab-list [role="tab"]:last-child')
          ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })),
      )
    const field = () => page.find('.name-form input') as HTMLInputElement
    const send = (name: string) =>
      page.change(() => {
        field().value = name
        field().form?.requestSubmit()
      })
    const shown = () => ({ isRefused: page.find('.refusal') !== null, name: field().value })
    await page.askFor('main')
    await openSaved()
    await send('Doors')
    expect(shown()).toEqual({ isRefused: false, name: '' })
    await send('doors')
    expect(shown()).toEqual({ isRefused: true, name: 'doors' })

    await page.change(() => page.find('button[aria-label="Rename Doors"]')?.click())
    await send(' ')
    expect(shown()).toEqual({ isRefused: true, name: ' ' })
  })
})
