import { RadioGroup } from 'radix-ui'
import type { ComponentProps, FocusEvent } from 'react'

/** One choice of a `RadioGroup.Root`, chosen by the arrow that brings the focus to it. */
export function RadioItem(props: Omit<ComponentProps<typeof RadioGroup.Item>, 'onFocus'>) {
  return <RadioGroup.Item {...props} onFocus={chooseByArrow} />
}

/** Radix looks a moment later whether the arrow is still down, and chooses nothing when it was only tapped. */
function chooseByArrow(event: FocusEvent<HTMLButtonElement>): void {
  const { currentTarget, relatedTarget } = event
  const group = currentTarget.closest('[role="radiogroup"]')
  // Tab never leads from one choice of a group to another.
  const isFromSibling =
    relatedTarget?.getAttribute('role') === 'radio' && group?.contains(relatedTarget) === true
  if (!isFromSibling) return
  event.preventDefault()
  currentTarget.click()
}
