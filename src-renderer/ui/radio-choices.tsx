import { useId } from 'react'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
}

interface ChoicesProps<Value extends string> {
  readonly choices: readonly Choice<Value>[]
  /** With `onChange`. With `name` and `defaultValue` a form reads what is chosen. */
  readonly value?: Value
  readonly onChange?: (value: Value) => void
  readonly name?: string
  readonly defaultValue?: Value
  /** The chosen one gets the keys when its window opens. */
  readonly isFirst?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-labelledby'?: string
}

/** One of a few, all seen at once. The browser's own: an arrow chooses, `Enter` sends their form. */
export function RadioChoices<Value extends string>(props: ChoicesProps<Value>) {
  const { choices, value: chosen, onChange, name, defaultValue, isFirst = false, ...labels } = props
  const ownName = useId()
  return (
    <div role="radiogroup" className="choices wrap" {...labels}>
      {choices.map(({ value, label, hint }) => (
        <label key={value} className="choice line">
          <input
            type="radio"
            name={name ?? ownName}
            value={value}
            data-first-focus={(isFirst && value === chosen) || undefined}
            {...(chosen === undefined
              ? { defaultChecked: value === defaultValue }
              : { checked: value === chosen, onChange: () => onChange?.(value) })}
          />
          <span>
            {label}
            {hint !== undefined && <small className="field-hint">{hint}</small>}
          </span>
        </label>
      ))}
    </div>
  )
}

/** The same as a field, under its label. */
export function Choices<Value extends string>(props: { readonly label: string } & ChoicesProps<Value>) {
  const { label, ...choices } = props
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
