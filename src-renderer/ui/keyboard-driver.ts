import type { KeyboardStore } from '../keyboard/keyboard-store.ts'
import { chordOf, type Keystroke } from '../keyboard/keystroke.ts'

function keystrokeOf(event: KeyboardEvent): Keystroke {
  return {
    key: event.key,
    code: event.code,
    ctrl: event.ctrlKey,
    alt: event.altKey,
    shift: event.shiftKey,
    meta: event.metaKey,
    altGraph: event.getModifierState('AltGraph'),
    repeat: event.repeat,
    composing: event.isComposing,
  }
}

/** Of a key press that a window handles itself. */
export function chordOfPress({ nativeEvent }: { readonly nativeEvent: KeyboardEvent }): string | undefined {
  return chordOf(keystrokeOf(nativeEvent))
}

/** Whether the key is part of an entry on the wall, wherever the focus is; on the numpad it may come as an arrow. */
export function isOfEntry({ code }: { readonly code: string }): boolean {
  return /^Numpad[0-9]$/.test(code) || document.querySelector('.entry-preview[data-typing]') !== null
}

const textless: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'radio',
  'range',
  'submit',
  'reset',
  'color',
])

/** Whether the element takes what is typed. */
export function isTextField(element: Element | null): boolean {
  if (element === null) return false
  if (element instanceof HTMLInputElement) return !textless.has(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  return element instanceof HTMLElement && element.isContentEditable
}

/** Browsers press a button, and send a form, over and over while Enter is held: also one that asks twice. */
function onHeldEnter(event: KeyboardEvent): void {
  const isPress = event.target instanceof HTMLButtonElement || event.target instanceof HTMLInputElement
  if (event.key !== 'Enter' || !event.repeat || !isPress) return
  event.preventDefault()
  event.stopPropagation()
}

/** A browser's own keys for back and on, also while somebody types; on a Mac they go from word to word. */
function leavesPage({ altKey, ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  const isAlone = altKey && !ctrlKey && !metaKey && !navigator.userAgent.includes('Mac')
  return isAlone && (key === 'ArrowLeft' || key === 'ArrowRight')
}

/** Brings the window's keys to the grammar; what it takes, the browser does not get. Returns the function that stops. */
export function driveKeyboard(target: Window, keyboard: KeyboardStore): () => void {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    if (keyboard.actions.press(keystrokeOf(event)) || leavesPage(event)) event.preventDefault()
  }
  target.addEventListener('keydown', onKeyDown)
  target.addEventListener('keydown', onHeldEnter, true)
  return () => {
    target.removeEventListener('keydown', onKeyDown)
    target.removeEventListener('keydown', onHeldEnter, true)
  }
}
