// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { wallSettingsSchema } from '#contract/wall/settings.ts'
import { FakeShell } from '../fake-shell.ts'
import { openPage } from './page.ts'

const fixedChord: KeyboardEventInit = { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }

async function openKeys() {
  const shell = new FakeShell()
  const page = await openPage(shell)
  await page.press(fixedChord)
  const row = (action: string) => page.find(`dialog [data-action="${action}"]`)
  const click = (action: string, label: string) =>
    act(async () => {
      const buttons = [...(row(action)?.querySelectorAll('button') ?? [])]
      buttons.find(({ textContent }) => textContent === label)?.click()
    })
  const kept = () => shell.inputsOf('settings.save').map(({ to }) => to.keymap)
  return { ...page, row, click, kept }
}

describe('the window of keys', () => {
  it('gives a command the key that is pressed, here and in the help', async () => {
    const { click, press, kept, row, find, container } = await openKeys()
    await click('layout', 'Change')
    await press('y')
    expect(kept()).toEqual([{ layout: ['Y'] }])
    expect(row('layout')?.textContent).toContain('Y')
    await press(fixedChord, 'y')
    expect(find('dialog h2')?.textContent).toBe('Layout')
    await press('y', { key: '?' })
    const help = [...container.querySelectorAll('.help li')].find((li) => li.textContent?.endsWith('Layout'))
    expect(help?.textContent).toBe('YLayout')
  })

  it('says who has a key already, and replaces or leaves it as the operator decides', async () => {
    const { click, press, kept, row } = await openKeys()
    await click('layout', 'Change')
    await press('f')
    expect(row('layout')?.querySelector('[role="alert"]')?.textContent).toBe('F is “Full screen” now.')
    await click('layout', 'Cancel')
    expect(kept()).toEqual([])
    await click('layout', 'Change')
    await press('f')
    await click('layout', 'Replace')
    expect(kept()).toEqual([{ layout: ['F'], fullScreen: ['F11'] }])
  })

  it('leaves what another monitor has changed while it asked', async () => {
    const { click, press, kept, shell, change } = await openKeys()
    await click('layout', 'Change')
    await press('f')
    await change(() => shell.push('settings', wallSettingsSchema.parse({ keymap: { palette: ['F9'] } })))
    await click('layout', 'Replace')
    expect(kept()).toEqual([{ palette: ['F9'], layout: ['F'], fullScreen: ['F11'] }])
  })

  it('brings back all keys that were reset, or came with a CCTV keyboard', async () => {
    const { click, press, kept, find, saying, change, shell } = await openKeys()
    const button = (words: string) => change(() => saying('dialog button', words)?.click())
    await click('layout', 'Change')
    await press('y')
    await button('Reset all')
    expect(kept().at(-1)).toEqual({})
    await button('Take it back')
    expect(kept().at(-1)).toEqual({ layout: ['Y'] })
    expect(find('dialog [role="status"]')?.textContent).toBe('Saved.')
    expect(document.activeElement).toBe(find('dialog input[type="search"]'))
    await button('CCTV keyboard')
    expect(kept().at(-1)).toMatchObject({ layout: ['Y', 'F2'], help: expect.arrayContaining(['F1']) })
    await change(() => shell.push('settings', wallSettingsSchema.parse({ keymap: { palette: ['F9'] } })))
    await button('Take it back')
    expect(find('dialog [role="alert"]')?.textContent).toMatch(/^Keys have been changed on another monitor/)
  })

  it('leaves the keys to the field while a row that was changed comes back into the list', async () => {
    const { click, press, find, change, typeInto } = await openKeys()
    await click('layout', 'Change')
    await press('y')
    const field = find('dialog input[type="search"]') as HTMLInputElement
    for (const words of ['full screen', 'layout']) {
      await change(() => field.focus())
      await typeInto('dialog input[type="search"]', words)
    }
    expect(document.activeElement).toBe(field)
  })

  it('keeps digits for camera numbers and Escape for leaving', async () => {
    const { click, press, kept, row } = await openKeys()
    await click('layout', 'Add')
    await press('7')
    expect(row('layout')?.textContent).toContain('7 belongs to camera numbers')
    await press('Escape')
    expect(row('layout')?.textContent).toContain('Change')
    expect(kept()).toEqual([])
  })

  it('finds commands by name', async () => {
    const { typeInto, container } = await openKeys()
    await typeInto('dialog input[type="search"]', 'full screen')
    expect(container.querySelector<HTMLElement>('.keymap li')?.dataset['action']).toBe('fullScreen')
  })
})
