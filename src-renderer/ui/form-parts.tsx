import type { WallError } from '#contract/errors.ts'
import { MAX_ID_CHARS } from '#contract/platform/limits.ts'
import type { LucideIcon } from 'lucide-react'
import { Label } from 'radix-ui'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { t } from '../language/language.ts'
import { errorWords } from '../language/error-words.ts'
import { intoView } from './focus-beside.ts'

/** Why the form around was not sent. */
const RefusalContext = createContext<string | undefined>(undefined)

/**
 * Its fields are read when it is sent. `onSend` gets the form too, for what is then cleared or focused in it. A field
 * that is not right gets the focus, and what it needs stands where the form says its problems: the browser's own words
 * are in the language of the system, over the fields below.
 */
export function Form({
  onSend,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  readonly onSend: (data: FormData, form: HTMLFormElement) => unknown
}) {
  const [refusal, setRefusal] = useState<string>()
  return (
    <RefusalContext value={refusal}>
      <form
        {...form}
        onInvalidCapture={(event) => {
          event.preventDefault()
          const fields = [...event.currentTarget.elements].filter(
            (field) => field instanceof HTMLInputElement,
          )
          const wrong = fields.find(({ validity }) => !validity.valid)
          wrong?.focus({ preventScroll: true })
          setRefusal(wrong && refusalOf(wrong))
        }}
        onSubmit={(event) => {
          event.preventDefault()
          setRefusal(undefined)
          onSend(new FormData(event.currentTarget), event.currentTarget)
        }}
      />
    </RefusalContext>
  )
}

function refusalOf(input: HTMLInputElement): string {
  const { type, validity, min, max, minLength } = input
  const field = input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent ?? ''
  if (type === 'checkbox') return t('form.unticked')
  if (type === 'number') return t('form.notInRange', { field, least: min, most: max })
  if (validity.valueMissing) return t('form.missing', { field })
  if (validity.tooShort) return t('form.tooShort', { field, least: minLength })
  if (validity.patternMismatch) return input.title
  return type === 'email'
    ? t('form.notEmail', { field })
    : t('form.notAddress', { field, example: input.placeholder })
}

/** A labelled input without React state: what is typed is read once, when the form is sent. */
export function Field(props: { readonly label: string; readonly hint?: string } & ComponentProps<'input'>) {
  const { label, hint, ...input } = props
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

/** A box to tick, and what it is for. */
export function TickBox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="tick-box row">
      <input type="checkbox" {...input} />
      {children}
    </label>
  )
}

const looks = { plain: 'button', main: 'button button-main', text: 'text-button rounded bright small' }

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
    <button type="button" className="icon-button rounded dim" aria-label={label} {...button}>
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

/** What a `select` offers: values, each with its words. */
export function Options(props: {
  readonly of: readonly (readonly [value: string | number, words: string])[]
}) {
  return props.of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
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
      <Options of={choices.map((choice) => [choice.value, choice.words])} />
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
      <Options of={options.map((option) => [option, words(option)])} />
    </select>
  )
}

export function FormError({ error }: { readonly error: WallError | undefined }) {
  return <Problem text={errorWords(error)} />
}

/** What a window could not do, in words; or why the form around was not sent. */
export function Problem({ text }: { readonly text?: string | undefined }) {
  const refusal = useContext(RefusalContext)
  const words = refusal ?? text
  if (words === undefined) return null
  // What is wrong is read first; the field comes into view by the first key.
  return (
    <p key={words} ref={intoView} className="form-error" role="alert">
      {words}
    </p>
  )
}

/** The last row of a form: its buttons, and which keys do the same. */
export function FormEnd({ hint, children }: { readonly hint: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="form-end row">
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
