// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import type { KeyboardStore } from '#renderer/keyboard/keyboard-store.ts'
import { driveKeyboard } from '#renderer/ui/keyboard-driver.ts'

/** What the browser makes of it: pressed is a button, and sent is a form, by each Enter that nobody has taken. */
function pressOn(name: string, init: KeyboardEventInit) {
  const press = vi.fn(() => false)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it presses alone
  onTestFinished(driveKeyboard(window, { actions: { press } } as unknown as KeyboardStore))
  const element = document.body.appendChild(document.createElement(name))
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
  element.dispatchEvent(event)
  element.remove()
  return event.defaultPrevented
}

it.each(['button', 'input'])('presses a %s once by an Enter that is held', (name) => {
  expect(pressOn(name, { key: 'Enter' })).toBe(false)
  expect(pressOn(name, { key: 'Enter', repeat: true })).toBe(true)
})

it('writes one line after the other by an Enter that is held', () => {
  expect(pressOn('textarea', { key: 'Enter', repeat: true })).toBe(false)
})

it('lets no browser go back to another page, but its text fields have their keys', () => {
  expect(pressOn('input', { key: 'ArrowLeft', altKey: true })).toBe(true)
  expect(pressOn('input', { key: 'ArrowLeft' })).toBe(false)
  expect(pressOn('input', { key: 'z', ctrlKey: true })).toBe(false)
})
