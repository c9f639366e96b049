// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { noConnection } from '#renderer/wall/session-store.ts'
import { FakeShell, helloWith } from '../fake-shell.ts'
import { openPage } from './page.ts'

const connection: KeyboardEventInit = { key: ',', ctrlKey: true }
const keys: KeyboardEventInit = { key: 'K', ctrlKey: true, shiftKey: true }

async function openLocked(change: Parameters<typeof helloWith>[0] = {}) {
  const shell = new FakeShell({
    'wall.hello': () => ok(helloWith({ lock: { isLocked: true }, ...change })),
  })
  const page = await openPage(shell)
  const setLocked = (isLocked: boolean) => page.change(() => shell.push('lock', { isLocked }))
  return { ...page, setLocked }
}

describe('a locked kiosk', () => {
  it.each([
    ['connection', connection],
    ['API key', { key: 'K', shiftKey: true }],
    ['keys', keys],
    ['alarm rules', { key: 'A', ctrlKey: true, shiftKey: true }],
  ])('does not open the window of %s, and says why', async (_what, chord) => {
    const { press, find, container } = await openLocked()
    await press(chord)
    expect(find('dialog')).toBeNull()
    expect(container.textContent).toContain('This wall is locked.')
  })

  it('shows cameras as ever', async () => {
    const { press, tile } = await openLocked()
    await press('7', 'Enter')
    expect(tile(1)?.dataset['camera']).toBe('7')
  })

  it('is open as long as main says so: what is open when it locks is closed', async () => {
    const { press, find, setLocked, container } = await openLocked()
    await setLocked(false)
    expect(container.textContent).toContain('The settings are open for ten minutes')
    await press(connection)
    expect(find('dialog h2')?.textContent).toBe('Connection')
    await setLocked(true)
    expect(find('dialog')).toBeNull()
    await press(keys)
    expect(find('dialog')).toBeNull()
  })

  it.each([true, false])(
    'offers in the palette what it does not refuse (unlocked: %s)',
    async (isUnlocked) => {
      const { press, container, typeInto, setLocked } = await openLocked()
      await setLocked(!isUnlocked)
      await press({ key: 'k', ctrlKey: true })
      await typeInto('[cmdk-input]', 'Connection: platform')
      const rows = [...container.querySelectorAll('[cmdk-item]')].map(({ textContent }) => textContent)
      expect(rows.some((row) => row?.startsWith('Connection: platform'))).toBe(isUnlocked)
    },
  )

  it('opens no window for files', async () => {
    const { press, container, change } = await openLocked()
    await press({ key: 'S', shiftKey: true })
    const input = container.querySelector<HTMLInputElement>('dialog input[type="file"]')
    let isStopped: boolean | undefined
    input?.addEventListener('click', (event) => (isStopped = event.defaultPrevented))
    await change(() => input?.click())
    expect(isStopped).toBe(true)
  })

  it('asks nobody for a platform before it is unlocked', async () => {
    const { find, container, setLocked } = await openLocked({ connection: noConnection })
    expect(container.textContent).toContain('it is locked')
    expect(find('input')).toBeNull()
    await setLocked(false)
    expect(find('input')).not.toBeNull()
  })
})
