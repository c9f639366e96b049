// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { driveClicks } from '#renderer/ui/pointer-driver.ts'

const heard = vi.fn()

beforeEach(() => {
  heard.mockClear()
  onTestFinished(driveClicks(window))
})

function placed(name: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const element = document.body.appendChild(document.createElement(name))
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  for (const type of ['pointerdown', 'click', 'dblclick']) element.addEventListener(type, () => heard(type))
  onTestFinished(() => element.remove())
  return element
}

function press(element: Element, detail: number): void {
  const init = { bubbles: true, cancelable: true, detail }
  element.dispatchEvent(new PointerEvent('pointerdown', { ...init, detail: 0 }))
  element.dispatchEvent(new MouseEvent('click', init))
  if (detail === 2) element.dispatchEvent(new MouseEvent('dblclick', init))
}

/** Whether a turn of the wheel was kept from it. */
function isKeptFrom(field: HTMLElement): boolean {
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 100 })
  field.dispatchEvent(event)
  return event.defaultPrevented
}

const acts = () => heard.mock.calls.flat().filter((type) => type !== 'pointerdown')

describe('a double click', () => {
  it('presses a button once', () => {
    const button = placed('button')
    press(button.appendChild(document.createElement('b')), 1)
    press(button, 2)
    expect(acts()).toEqual(['click'])
  })

  it('sends a form once', () => {
    const form = document.body.appendChild(document.createElement('form'))
    onTestFinished(() => form.remove())
    const sent = vi.fn((event: Event) => event.preventDefault())
    form.addEventListener('submit', sent)
    const button = placed('button', { type: 'submit' })
    form.append(button)
    press(button, 1)
    press(button, 2)
    expect(sent).toHaveBeenCalledOnce()
  })

  it('steps twice on a button that steps', () => {
    const button = placed('button', { 'data-steps': '' })
    press(button, 1)
    press(button, 2)
    expect(acts()).toEqual(['click', 'click', 'dblclick'])
  })

  it('is one where nothing is pressed', () => {
    const tile = placed('section')
    press(tile, 1)
    press(tile, 2)
    expect(acts()).toEqual(['click', 'click', 'dblclick'])
  })

  it.each(['button', 'dialog'])('does not fall through a %s that its first half has closed', (name) => {
    const tile = placed('section')
    const above = placed(name)
    press(above, 1)
    above.remove()
    heard.mockClear()
    press(tile, 2)
    expect(heard).not.toHaveBeenCalled()
  })
})

it.each([
  { words: 'elsewhere', afterMs: 100, clientX: 40 },
  { words: 'later', afterMs: 600, clientX: 0 },
])('lets a press $words through, which is none of a double click', ({ afterMs, clientX }) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const tile = placed('section')
  const above = placed('button')
  press(above, 1)
  above.remove()
  heard.mockClear()
  now.mockReturnValue(1_000 + afterMs)
  tile.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX }))
  expect(heard).toHaveBeenCalledOnce()
})

it('presses by keys as often as they are pressed', () => {
  const button = placed('button')
  button.click()
  button.click()
  expect(acts()).toEqual(['click', 'click'])
})

it('leaves a number alone when the wheel turns over its field, and lets it scroll what is around another one', () => {
  const number = placed('input', { type: 'number' })
  number.focus()
  expect(isKeptFrom(number)).toBe(true)
  const text = placed('input')
  text.focus()
  expect([isKeptFrom(text), isKeptFrom(number)]).toEqual([false, false])
})
