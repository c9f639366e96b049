import { useStore } from 'zustand'
import type { WallError } from '#contract/errors.ts'
import { MAX_ALARM_REASON_CHARS } from '#contract/wall/alarms.ts'
import { Field, Form, FormError, textOf } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { useTry } from '../use-call.ts'
import { Window } from '../window.tsx'
import { Priority } from './priority.tsx'
import { causeWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'

/** The reason that a rule wants; the wall goes on behind it. */
export function AcknowledgeWindow() {
  const { alarms } = useServices()
  const pending = useStore(alarms.store, (state) => state.pending)
  const { isBusy, problem, attempt } = useTry<WallError>()
  if (pending === undefined) return null
  return (
    <Window title={t('alarms.acknowledge.title')} size="middle" onClose={() => alarms.leaveReason()}>
      <Form
        className="form"
        onSend={(data) => !isBusy && attempt(alarms.keep(pending, textOf(data, 'reason')))}
      >
        <p className="alarm-headline line large">
          <Priority value={pending.priority} /> <b>{pending.title}</b>
        </p>
        <p className="dim">{causeWords(pending)}</p>
        {pending.instruction !== '' && <p className="alarm-instruction rounded">{pending.instruction}</p>}
        <Field
          label={t('alarms.acknowledge.reason')}
          name="reason"
          required
          maxLength={MAX_ALARM_REASON_CHARS}
          autoComplete="off"
          data-first-focus
        />
        <FormError error={problem} />
        <p className="small-note">{rich('alarms.acknowledge.keys', { kbd })}</p>
      </Form>
    </Window>
  )
}
