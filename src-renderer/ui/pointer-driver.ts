import type { Clock } from '../clock.ts'

/** The pointer is no part of the picture: gone after this rest, back with the first movement. */
const POINTER_REST_IN_MS = 3_000

/** Where and how soon a press is the second one of a double click: what systems usually take. */
const DOUBLE_CLICK_IN_MS = 500
const doubleClickPx = 10

/** Marks the element while the pointer rests. Returns the function that stops. */
export function hidePointerAtRest(target: Window, marked: HTMLElement, clock: Clock): () => void {
  let callOff: (() => void) | undefined
  function moved(): void {
    callOff?.()
    delete marked.dataset['pointer']
    callOff = clock.after(POINTER_REST_IN_MS, () => {
      marked.dataset['pointer'] = 'resting'
    })
  }
  const listening = new AbortController()
  for (const type of ['pointermove', 'pointerdown'])
    target.addEventListener(type, moved, { signal: listening.signal })
  moved()
  return () => {
    listening.abort()
    callOff?.()
    delete marked.dataset['pointer']
  }
}

/**
 * The second half of a double click belongs to what the first half was on: it presses no button again, and nothing that
 * has come under the pointer since. A button of which each quick press counts has `data-steps`.
 */
export function driveClicks(target: Window): () => void {
  let first: MouseEvent | undefined
  let began: Element | null = null
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  const hasGone = () => began?.isConnected === false
  function onClick(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target.closest(pressable) : null
    if (event.detail === 1) {
      first = event
      began = pressed
    } else if (event.detail > 1) {
      const isPressedAgain = pressed?.matches('button:not([data-steps])') === true
      if (hasGone() || isPressedAgain) swallow(event)
    }
  }
  // The press itself does not say which one of several it is.
  function onPress({ timeStamp, clientX, clientY }: PointerEvent): boolean {
    if (first === undefined || !hasGone()) return false
    const isNear = Math.hypot(clientX - first.clientX, clientY - first.clientY) < doubleClickPx
    return isNear && timeStamp - first.timeStamp < DOUBLE_CLICK_IN_MS
  }
  target.addEventListener('pointerdown', (event) => onPress(event) && swallow(event), options)
  target.addEventListener('click', onClick, options)
  target.addEventListener('dblclick', onClick, options)
  target.addEventListener('focusin', onFocus, options)
  return () => listening.abort()
}

/** A number that has the focus would be changed by the wheel, by somebody who only wants to scroll on. */
function onFocus({ target: field }: FocusEvent): void {
  if (field instanceof HTMLInputElement && field.type === 'number')
    field.addEventListener('wheel', keepNumber, { passive: false })
}

function keepNumber(event: WheelEvent): void {
  if (event.currentTarget === document.activeElement) event.preventDefault()
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** What may go when it is clicked. */
const pressable = 'button, [role="option"], dialog'
