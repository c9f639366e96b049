import type { WallError } from '#contract/errors.ts'
import { Label, RadioGroup } from 'radix-ui'
import { type ComponentProps, useId } from 'react'
import { RadioItem } from './radio-item.tsx'

/** A labelled input without React state: what is typed is read once, when the form is sent. */
export function Field({
  label,
  hint,
  ...input
}: { readonly label: string; readonly hint?: string } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <Label.Root htmlFor={id}>{label}</Label.Root>
      <input
        id={id}
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...input}
      />
      {hint !== undefined && (
        <small id={`${id}-hint`} className="field-hint">
          {hint}
        </small>
      )}
    </div>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

export function Choices({
  label,
  name,
  choices,
  defaultValue,
}: {
  readonly label: string
  readonly name: string
  readonly choices: readonly Choice[]
  readonly defaultValue: string
}) {
  const id = useId()
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <RadioGroup.Root className="choices" name={name} defaultValue={defaultValue} aria-labelledby={id}>
        {choices.map((choice) => (
          <RadioItem key={choice.value} className="choice" value={choice.value}>
            <span className="choice-mark" aria-hidden />
            <span>
              {choice.label}
              {choice.hint !== undefined && <small className="field-hint">{choice.hint}</small>}
            </span>
          </RadioItem>
        ))}
      </RadioGroup.Root>
    </div>
  )
}

export function FormError({ error }: { readonly error: WallError | undefined }) {
  return (
    <p className={error === undefined ? 'unseen' : 'form-error'} role="alert">
      {error?.message}
    </p>
  )
}

/** A text of a sent form, without its blanks; `''` when the form has no such field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
