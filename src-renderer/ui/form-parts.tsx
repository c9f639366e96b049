import type { WallError } from '#contract/errors.ts'
import { MAX_ID_CHARS } from '#contract/platform/limits.ts'
import type { LucideIcon } from 'lucide-react'
import { Label } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'

/** Its fields are read when it is sent. `onSend` gets the form too, for what is then cleared or focused in it. */
export function Form({
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  readonly onSend: (data: FormData, form: HTMLFormElement) => unknown
}) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(new FormData(event.currentTarget), event.currentTarget)
      }}
    />
  )
}

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

const looks = { plain: 'button', main: 'button button-main', text: 'text-button' }

/** While busy it does nothing when pressed: a disabled button would lose the focus. */
export function Button({
  look = 'plain',
  isBusy = false,
  onClick,
  ...button
}: Omit<ComponentProps<'button'>, 'className'> & {
  readonly look?: keyof typeof looks
  readonly isBusy?: boolean
}) {
  return (
    <button
      type="button"
      className={looks[look]}
      {...button}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/**
 * For what cannot be undone: the first press asks, the second one does it. When its words have changed in between, it
 * asks again.
 */
export function SureButton({
  words,
  sureWords,
  onSure,
  ...button
}: Pick<ComponentProps<typeof Button>, 'isBusy'> & {
  readonly words: string
  readonly sureWords: string
  readonly onSure: () => void
}) {
  const [asked, setAsked] = useState<string>()
  const isAsked = asked === words
  return (
    <Button
      {...button}
      data-tone={isAsked ? 'fault' : undefined}
      onBlur={() => setAsked(undefined)}
      onClick={() => {
        setAsked(isAsked ? undefined : words)
        if (isAsked) onSure()
      }}
    >
      {isAsked ? sureWords : words}
    </Button>
  )
}

export function SendButton(button: ComponentProps<typeof Button>) {
  return <Button type="submit" look="main" {...button} />
}

/** A button with an icon only. */
export function IconButton({
  Icon,
  label,
  size = '1em',
  ...button
}: { readonly Icon: LucideIcon; readonly label: string; readonly size?: string } & ComponentProps<'button'>) {
  return (
    <button type="button" className="icon-button" aria-label={label} {...button}>
      <Icon aria-hidden size={size} />
    </button>
  )
}

/** One that is too long is refused in words: cut off, it would be another one's. */
export function OrganizationField(input: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label={t('form.organization')}
      name="orgId"
      pattern={`.{1,${MAX_ID_CHARS}}`}
      title={t('form.organizationTooLong', { most: MAX_ID_CHARS })}
      {...input}
    />
  )
}

export function Select({
  label,
  children,
  ...select
}: { readonly label: string; readonly children: ReactNode } & ComponentProps<'select'>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select}>
        {children}
      </select>
    </div>
  )
}

/**
 * A choice among saved entries. One that is deleted meanwhile stays an option: the browser would silently choose the
 * first one.
 */
export function SavedSelect({
  choices,
  goneWords,
  defaultValue = choices[0]?.value ?? '',
  ...select
}: Omit<ComponentProps<typeof Select>, 'children' | 'defaultValue'> & {
  readonly choices: readonly { readonly value: string; readonly words: string }[]
  readonly goneWords: (value: string) => string
  readonly defaultValue?: string | undefined
}) {
  const [value, setValue] = useState(defaultValue)
  return (
    <Select {...select} value={value} onChange={({ currentTarget }) => setValue(currentTarget.value)}>
      {choices.every((choice) => choice.value !== value) && <option value={value}>{goneWords(value)}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.words}
        </option>
      ))}
    </Select>
  )
}

/** One of a few values, without a label of its own. */
export function OptionSelect<Value extends string>({
  options,
  words,
  onChange,
  ...select
}: Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly value: Value
  readonly options: readonly Value[]
  readonly words: (value: Value) => string
  readonly onChange: (value: Value) => void
}) {
  return (
    <select
      {...select}
      onChange={({ target }) => {
        const option = options.find((known) => known === target.value)
        if (option !== undefined) onChange(option)
      }}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {words(option)}
        </option>
      ))}
    </select>
  )
}

export function FormError({ error }: { readonly error: WallError | undefined }) {
  return <Problem text={errorWords(error)} />
}

/** What a window could not do, in words. */
export function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="form-error" role="alert">
      {text}
    </p>
  )
}

/** The last row of a form: its buttons, and which keys do the same. */
export function FormEnd({ hint, children }: { readonly hint: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="form-end">
      {children}
      <small className="field-hint">{hint}</small>
    </div>
  )
}

/** A text of a sent form, without its blanks; `''` when the form has no such field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
