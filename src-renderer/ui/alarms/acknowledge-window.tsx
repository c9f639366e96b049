import { useState } from 'react'
import { useStore } from 'zustand'
import type { WallError } from '#contract/errors.ts'
import { MAX_ALARM_REASON_CHARS } from '#contract/wall/alarms.ts'
import { Field, Form, FormError, textOf } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { Window } from '../window.tsx'
import { Priority } from './priority.tsx'
import { causeWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'
import { rich } from '../rich-text.ts'
import { kbd } from '../chord.tsx'

/** The reason that a rule wants; the wall goes on behind it. */
export function AcknowledgeWindow({ onClose }: { readonly onClose: () => void }) {
  const { alarms } = useServices().alarms
  const pending = useStore(alarms.store, (state) => state.pending)
  const [error, setError] = useState<WallError>()
  const [isBusy, setBusy] = useState(false)
  if (pending === undefined) return null

  async function keep(alarm: NonNullable<typeof pending>, data: FormData): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(await alarms.keep(alarm, textOf(data, 'reason')))
    setBusy(false)
  }

  return (
    <Window title={t('alarms.acknowledge.title')} size="middle" onClose={onClose}>
      <Form className="form" onSend={(data) => keep(pending, data)}>
        <p className="alarm-headline">
          <Priority value={pending.priority} /> <b>{pending.title}</b>
        </p>
        <p className="alarm-dim">{causeWords(pending)}</p>
        {pending.instruction !== '' && <p className="alarm-instruction">{pending.instruction}</p>}
        <Field
          label={t('alarms.acknowledge.reason')}
          name="reason"
          required
          maxLength={MAX_ALARM_REASON_CHARS}
          autoComplete="off"
          data-first-focus
        />
        <FormError error={error} />
        <p className="search-note">{rich('alarms.acknowledge.keys', { kbd })}</p>
      </Form>
    </Window>
  )
}
