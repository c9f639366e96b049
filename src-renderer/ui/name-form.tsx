import { Form, textOf } from './form-parts.tsx'

/** A name for something that is kept, and the button that keeps it. */
export function NameForm({
  label,
  name,
  verb,
  isFirst = false,
  onName,
}: {
  readonly label: string
  readonly name: string
  readonly verb: string
  /** Gets the keys when it appears, with the name selected. */
  readonly isFirst?: boolean
  readonly onName: (name: string) => Promise<void>
}) {
  return (
    <Form
      className="search-name"
      onSend={async (data, form) => {
        await onName(textOf(data, 'name'))
        form.reset()
      }}
    >
      <input
        ref={isFirst ? select : undefined}
        name="name"
        aria-label={label}
        placeholder={label}
        defaultValue={name}
        spellCheck={false}
      />
      <button type="submit" className="button">
        {verb}
      </button>
    </Form>
  )
}

function select(input: HTMLInputElement | null): void {
  input?.select()
}
