import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { WallError } from '#contract/errors.ts'
import { MAX_MARK_NOTE_CHARS } from '#contract/wall/events.ts'
import { Field, FormError, textOf } from '../form-parts.tsx'
import { pastTime } from '../playback-look.ts'
import { useServices, useWall } from '../services.ts'
import { Window } from '../window.tsx'

/** A note to the picture that was shown when the key was pressed; the wall goes on beside it. */
export function MarkWindow({ onClose }: { readonly onClose: () => void }) {
  const { marks, zone, clock } = useServices()
  const pending = useStore(marks.store, (state) => state.pending)
  const camera = useWall(({ cameraById }) => cameraById.get(pending?.cameraId ?? ''))
  const [error, setError] = useState<WallError>()
  const [isBusy, setBusy] = useState(false)
  if (pending === undefined) return null
  const { time, day } = pastTime(zone(), pending.atMs, clock.nowMs(), true)

  async function keep(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(await marks.keep(textOf(new FormData(event.currentTarget), 'note')))
    setBusy(false)
  }

  return (
    <Window
      title="Mark this picture"
      size="narrow"
      hasTitleBar={false}
      onClose={onClose}
      overTile={pending.tile}
    >
      <form className="mark-form" onSubmit={(event) => void keep(event)}>
        <p className="mark-what">
          <span>Mark</span>
          <b className="camera-number">{camera?.number}</b> {camera?.name}
          <time>
            {day} {time}
          </time>
        </p>
        <Field label="Note" name="note" maxLength={MAX_MARK_NOTE_CHARS} autoComplete="off" data-first-focus />
        <FormError error={error} />
        <p className="mark-keys">
          <kbd>Enter</kbd> keeps the mark, <kbd>Esc</kbd> does not.
        </p>
      </form>
    </Window>
  )
}
