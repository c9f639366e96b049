import type { KeyboardEvent } from 'react'
import type { ActionName } from '../keyboard/actions.ts'
import { chordOfPress } from './keyboard-driver.ts'
import { useServices } from './services.ts'

/** Whether a key press would type something into a field. */
export function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !altKey && !metaKey
}

/** Whether a key stays the wall's in a window where names are typed: that of the help, and those that the window shows. */
export function useWallKeys(...shown: readonly ActionName[]): (event: KeyboardEvent) => boolean {
  const { keymap } = useServices()
  return (event) => {
    const action = keymap().actionByChord.get(chordOfPress(event) ?? '')
    return action !== undefined && ['help', ...shown].includes(action)
  }
}
