import type { Clock } from '../clock.ts'

/** The pointer is no part of the picture: gone after this rest, back with the first movement. */
const POINTER_REST_IN_MS = 3_000

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
