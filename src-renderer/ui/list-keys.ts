import type { KeyboardEvent } from 'react'
import type { ActionName } from '../keyboard/actions.ts'
import { focusInside } from './focus-beside.ts'
import { chordOfPress } from './keyboard-driver.ts'
import { useServices } from './services.ts'

/** A page of a list that does not measure how many rows are seen. */
const USUAL_PAGE_ROWS = 8

/** How many rows down a key moves in a list; infinite: to its end. What else a key may mean is its list's. */
export function rowsDown(key: string, pageRows = USUAL_PAGE_ROWS): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key]
}

/** A list stops at its ends: a key that is held must not lead back to where it began. */
export const withinList = (at: number, rows: number): number => Math.max(0, Math.min(at, rows - 1))

/** Moves the focus among the entries of a list whose rows are buttons. */
export function moveFocus(list: Element, by: number): void {
  const entries = [...list.children]
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  focusInside(entries[withinList(at + by, entries.length)])
}

/**
 * What a list under a field offers is gone round, as in the palette: Home and End are the field's.
 * @param none whether nothing of the list may be chosen, as -1
 */
export function offeredAfter(key: string, at: number, offers: number, none = false): number | undefined {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const from = none ? -1 : 0
  const places = offers - from
  return ((at - from + (key === 'ArrowDown' ? 1 : -1) + places) % places) + from
}

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
