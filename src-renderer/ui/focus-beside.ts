const focusable = 'button, input, select, textarea'

/**
 * Before an entry of a list goes, and the focus in it: the entry after it gets the keys, or the one before it, or what
 * stands behind the list. In a panel beside the wall they would be the wall's.
 */
export function focusBeside(entry: Element | null): void {
  const beside =
    entry?.nextElementSibling ?? entry?.previousElementSibling ?? entry?.parentElement?.nextElementSibling
  const next = beside?.matches(focusable) === true ? beside : beside?.querySelector(focusable)
  if (next instanceof HTMLElement) next.focus()
}

/** Of what comes in the place of a form that had the keys. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}
