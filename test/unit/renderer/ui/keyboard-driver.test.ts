// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import type { KeyboardStore } from '#renderer/keyboard/keyboard-store.ts'
import { driveKeyboard } from '#renderer/ui/keyboard-driver.ts'

/** What the browser makes of it: pressed is a button, and sent is a form, by each Enter that nobody has taken. */
function pressOn(name: string, repeat: boolean) {
  const press = vi.fn(() => false)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it presses alone
  onTestFinished(driveKeyboard(window, { actions: { press } } as unknown as KeyboardStore))
  const element = document.body.appendChild(document.createElement(name))
  const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true })
  element.dispatchEvent(event)
  element.remove()
  return event.defaultPrevented
}

it.each(['button', 'input'])('presses a %s once by an Enter that is held', (name) => {
  expect(pressOn(name, false)).toBe(false)
  expect(pressOn(name, true)).toBe(true)
})

it('writes one line after the other by an Enter that is held', () => {
  expect(pressOn('textarea', true)).toBe(false)
})
