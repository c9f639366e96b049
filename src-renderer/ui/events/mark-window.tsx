import { useStore } from 'zustand'
import type { WallError } from '#contract/errors.ts'
import { MAX_MARK_NOTE_CHARS } from '#contract/wall/events.ts'
import { Field, Form, FormError, textOf } from '../form-parts.tsx'
import { pastTime } from '../playback-look.ts'
import { useServices, useWall } from '../services.ts'
import { useTry } from '../use-call.ts'
import { Window } from '../window.tsx'
import { t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'

/** A note to the picture that was shown when the key was pressed; the wall goes on beside it. */
export function MarkWindow({ onClose }: { readonly onClose: () => void }) {
  const { marks, zone, platformClock } = useServices()
  const pending = useStore(marks.store, (state) => state.pending)
  const camera = useWall(({ cameraById }) => cameraById.get(pending?.cameraId ?? ''))
  const { isBusy, problem, attempt } = useTry<WallError>()
  if (pending === undefined) return null
  const { time, day } = pastTime(zone(), pending.atMs, platformClock.nowMs(), true)

  return (
    <Window
      title={t('events.mark.title')}
      size="narrow"
      hasTitleBar={false}
      onClose={onClose}
      overTile={pending.tile}
    >
      <Form className="stack" onSend={(data) => !isBusy && attempt(marks.keep(textOf(data, 'note')))}>
        <p className="mark-what line large">
          <span>{t('events.mark.verb')}</span>
          <b className="camera-number">{camera?.number}</b> {camera?.name}
          <time>
            {day} {time}
          </time>
        </p>
        <Field
          label={t('events.mark.note')}
          name="note"
          maxLength={MAX_MARK_NOTE_CHARS}
          autoComplete="off"
          data-first-focus
        />
        <FormError error={problem} />
        <p className="small-note">{rich('events.mark.keys', { kbd })}</p>
      </Form>
    </Window>
  )
}
