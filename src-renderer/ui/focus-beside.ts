const focusable = 'button, input, select, textarea'

/**
 * To be called before an entry of a list goes: moves the focus to the entry after it, the one before it, or what
 * follows the list. Otherwise, in a panel beside the wall, the wall would get the keys.
 */
export function focusBeside(entry: Element | null): void {
  const beside =
    entry?.nextElementSibling ?? entry?.previousElementSibling ?? entry?.parentElement?.nextElementSibling
  focusInside(beside)
}

/** Focuses an entry, or the first thing in it that can be. */
export function focusInside(entry: Element | null | undefined): void {
  const next = entry?.matches(focusable) === true ? entry : entry?.querySelector(focusable)
  if (next instanceof HTMLElement) next.focus()
}

/** A ref for what takes the place of a form that had the focus. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}

/** A ref for what takes the place of the last entry of a list: what followed it may have gone along. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) focusInside(element)
}

/** A ref for what is chosen, or is to be read first. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
