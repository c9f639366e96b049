import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { type WallEventTag, wallEventTagSchema } from '#contract/wall/events.ts'
import { readTagFields, tagFieldsText, withTag } from '../../events/typed-tags.ts'
import { Button, Field, Form, Problem, SendButton, textOf } from '../form-parts.tsx'
import { useServices, useSession } from '../services.ts'
import { useSaveSettings } from '../use-call.ts'
import { t } from '../../language/language.ts'
import { rich } from '../rich-text.tsx'
import { errorWords } from '../../language/error-words.ts'

/** The kinds of events: as the platform lists them, or else as they are typed in here. */
export function EventTagsPanel() {
  const { eventController } = useServices()
  const { tags, source, error } = useStore(eventController.store)
  if (source === 'settings') return <TypedTags />
  if (source === undefined)
    return <p className="window-note">{errorWords(error) ?? t('events.tags.asking')}</p>
  return (
    <>
      <p className="window-note">{t(tags.length === 0 ? 'events.tags.none' : 'events.tags.listed')}</p>
      <TagLines tags={tags} />
    </>
  )
}

function TypedTags() {
  const { eventController } = useServices()
  const tags = useSession(({ settings }) => settings.eventTags)
  const save = useSaveSettings()
  const [wrong, setWrong] = useState<string>()

  async function keep(change: (tags: readonly WallEventTag[]) => WallEventTag[]): Promise<boolean> {
    if (!(await save.run(({ eventTags }) => ({ eventTags: change(eventTags) })))) return false
    await eventController.refresh()
    return true
  }

  async function add(data: FormData, form: HTMLFormElement): Promise<void> {
    const fields = readTagFields(textOf(data, 'fields'))
    if (!fields.ok) return setWrong(fields.error)
    const tag = wallEventTagSchema.safeParse({
      id: textOf(data, 'id'),
      name: textOf(data, 'name'),
      fields: fields.value,
    })
    if (!tag.success) return setWrong(t('events.tags.needs'))
    setWrong(undefined)
    if (await keep((all) => withTag(all, tag.data))) form.reset()
  }

  return (
    <>
      <p className="window-note">{t('events.tags.unlisted')}</p>
      <TagLines
        tags={tags}
        onRemove={(id) => void keep((all) => all.filter((tag) => tag.id !== id))}
        isBusy={save.isBusy}
      />
      <Form className="form" onSend={add}>
        <Field label={t('events.tags.id')} name="id" required hint={t('events.tags.idHint')} />
        <Field label={t('form.name')} name="name" required hint={t('events.tags.nameHint')} />
        <Field label={t('events.tags.fields')} name="fields" hint={t('events.tags.fieldsHint')} />
        <Problem text={wrong ?? save.problem} />
        <div className="form-end row">
          <SendButton isBusy={save.isBusy}>{t('events.tags.add')}</SendButton>
        </div>
      </Form>
    </>
  )
}

const unseen = (parts: ReactNode[]) => <span className="unseen">{parts}</span>

function TagLines(props: {
  readonly tags: readonly WallEventTag[]
  readonly onRemove?: (id: string) => void
  readonly isBusy?: boolean
}) {
  const { tags, onRemove, isBusy = false } = props
  if (tags.length === 0) return null
  return (
    <ul className="lines event-tags">
      {tags.map(({ id, name, fields }) => (
        <li key={id}>
          <b>{name}</b>
          <span>{tagFieldsText(fields)}</span>
          <span className="code">{id}</span>
          {onRemove !== undefined && (
            <Button isBusy={isBusy} onClick={() => onRemove(id)}>
              {rich('events.tags.remove', {
                name,
                unseen,
              })}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
