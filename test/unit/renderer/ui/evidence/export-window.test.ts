// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail } from '#contract/result.ts'
import { Timeline } from '#renderer/timeline/timeline.ts'
import { FakeShell } from '../../fake-shell.ts'
import { openPage } from '../page.ts'

it('says of which day the range is that stands since yesterday', async () => {
  // It draws in a worker.
  vi.spyOn(Timeline, 'open').mockReturnValue(new Promise(() => undefined))
  const shell = new FakeShell({ 'playback.open': () => fail(wallError('unreachable')) })
  const { press, find, change, clock } = await openPage(shell)
  await press('r')
  await press('[')
  await press({ key: 'ArrowRight', shiftKey: true })
  await press(']')
  const open = () => press({ key: 'X', shiftKey: true })
  const range = () => find('dialog form p')?.textContent
  await open()
  expect(range()).toMatch(/^Range: 14:31:\d\d to 14:31:\d\d \(/)
  await open()
  await change(() => clock.advance(86_400_000))
  await open()
  expect(range()).toMatch(/^Range: Fri 20 Nov 14:31:\d\d to Fri 20 Nov 14:31:\d\d \(/)
})

it('opens without a range with the keys in the window, not on the button that closes it', async () => {
  const { press, find } = await openPage()
  await press({ key: 'X', shiftKey: true })
  expect(find('dialog form button:disabled')).not.toBeNull()
  expect(document.activeElement).toBe(find('dialog'))
})
