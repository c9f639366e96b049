import { RadioGroup } from 'radix-ui'
import { type ComponentProps, type FocusEvent, useId } from 'react'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

type ChoicesProps<Value extends string> = Omit<ComponentProps<typeof RadioGroup.Root>, 'onChange'> & {
  readonly choices: readonly Choice<Value>[]
  /** With `value`. With `name` and `defaultValue` a form reads what is chosen. */
  readonly onChange?: (value: Value) => void
  /** The chosen one gets the keys when its window opens. */
  readonly isFirst?: boolean
}

/** One of a few, all seen at once; each is chosen by the arrow that brings the focus to it. */
export function RadioChoices<Value extends string>({
  choices,
  onChange,
  isFirst = false,
  ...group
}: ChoicesProps<Value>) {
  return (
    <RadioGroup.Root
      className="choices"
      onValueChange={(next) => {
        const choice = choices.find(({ value }) => value === next)
        if (choice !== undefined) onChange?.(choice.value)
      }}
      {...group}
    >
      {choices.map(({ value, label, hint }) => (
        <RadioGroup.Item
          key={value}
          className="choice"
          value={value}
          data-first-focus={(isFirst && value === group.value) || undefined}
          onFocus={chooseByArrow}
        >
          <span className="choice-mark" aria-hidden />
          <span>
            {label}
            {hint !== undefined && <small className="field-hint">{hint}</small>}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

/** The same as a field, under its label. */
export function Choices<Value extends string>({
  label,
  ...choices
}: { readonly label: string } & ChoicesProps<Value>) {
  const id = useId()
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <RadioChoices aria-labelledby={id} {...choices} />
    </div>
  )
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
