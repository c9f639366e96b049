import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { wallError } from '#contract/errors.ts'
import { type WallEventTag, wallEventTagSchema } from '#contract/wall/events.ts'
import { readTagFields, tagFieldsText, withTag } from '../../events/typed-tags.ts'
import { Field, FormError, textOf } from '../form-parts.tsx'
import { useServices, useSession } from '../services.ts'
import { useCall } from '../use-call.ts'

/** The kinds of events: as the platform lists them, or else as they are typed in here. */
export function EventTagsPanel() {
  const { events } = useServices()
  const { tags, source, error } = useStore(events.store)
  if (source === 'settings') return <TypedTags />
  if (source === undefined) return <p className="window-note">{error?.message ?? 'Asking the platform…'}</p>
  return (
    <>
      <p className="window-note">
        {tags.length === 0 ? 'The platform has no event tags.' : 'The platform lists these event tags.'}
      </p>
      <TagLines tags={tags} />
    </>
  )
}

function TypedTags() {
  const { session, events } = useServices()
  const tags = useSession(({ settings }) => settings.eventTags)
  const save = useCall('settings.save')
  const [wrong, setWrong] = useState<string>()

  async function keep(eventTags: readonly WallEventTag[]): Promise<boolean> {
    const settings = { ...session.getState().settings, eventTags: [...eventTags] }
    if (!(await save.run(settings))) return false
    session.actions.setSettings(settings)
    await events.refresh()
    return true
  }

  async function add(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const fields = readTagFields(textOf(data, 'fields'))
    if (!fields.ok) return setWrong(fields.error)
    const tag = wallEventTagSchema.safeParse({
      id: textOf(data, 'id'),
      name: textOf(data, 'name'),
      fields: fields.value,
    })
    if (!tag.success) return setWrong('A tag needs its id and its name, of up to 200 characters each.')
    setWrong(undefined)
    if (await keep(withTag(tags, tag.data))) form.reset()
  }

  return (
    <>
      <p className="window-note">
        This platform does not list its event tags. Enter those that this wall shall show and send, as the
        platform’s own pages show them.
      </p>
      <TagLines
        tags={tags}
        onRemove={(id) => void keep(tags.filter((tag) => tag.id !== id))}
        isBusy={save.isBusy}
      />
      <form
        className="form"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          void add(event.currentTarget)
        }}
      >
        <Field label="Id" name="id" required hint="The event type id that the platform has given it." />
        <Field label="Name" name="name" required hint="Marks are sent as “Operator mark”." />
        <Field
          label="Fields"
          name="fields"
          hint="Name and type each, such as: amount decimal EUR, note text"
        />
        <FormError error={wrong === undefined ? save.error : wallError('refused', wrong)} />
        <div className="form-end">
          <button type="submit" className="button button-main" disabled={save.isBusy}>
            Add this tag
          </button>
        </div>
      </form>
    </>
  )
}

function TagLines({
  tags,
  onRemove,
  isBusy = false,
}: {
  readonly tags: readonly WallEventTag[]
  readonly onRemove?: (id: string) => void
  readonly isBusy?: boolean
}) {
  if (tags.length === 0) return null
  return (
    <ul className="lines event-tags">
      {tags.map(({ id, name, fields }) => (
        <li key={id}>
          <b>{name}</b>
          <span>{tagFieldsText(fields)}</span>
          <span className="code">{id}</span>
          {onRemove !== undefined && (
            <button type="button" className="button" disabled={isBusy} onClick={() => onRemove(id)}>
              Remove<span className="unseen"> {name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
