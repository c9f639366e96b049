/** A name for something that is kept, and the button that keeps it. */
export function NameForm({
  label,
  name,
  verb,
  onName,
}: {
  readonly label: string
  readonly name: string
  readonly verb: string
  readonly onName: (name: string) => Promise<void>
}) {
  return (
    <form
      className="search-name"
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const typed = new FormData(form).get('name')
        if (typeof typed === 'string') void onName(typed).then(() => form.reset())
      }}
    >
      <input name="name" aria-label={label} placeholder={label} defaultValue={name} spellCheck={false} />
      <button type="submit" className="button">
        {verb}
      </button>
    </form>
  )
}
