import { wallError } from '#contract/errors.ts'
import { type FormEvent, useState } from 'react'
import { changedNumbers } from '../wall/camera-numbers.ts'
import { FormError } from './form-parts.tsx'
import { CameraImport } from './platform/camera-import.tsx'
import { useServices, useSession, useWall } from './services.ts'
import { useCall } from './use-call.ts'

/** Which cameras there are and which number is which: the platform only proposes, the operators decide. */
export function CamerasPanel() {
  return (
    <>
      <CameraNumbers />
      <CameraImport />
    </>
  )
}

function CameraNumbers() {
  const listing = useSession((session) => session.connection.findings.cameraList?.verdict)
  const { session, run } = useServices()
  const cameras = useWall((wall) => wall.cameras)
  const save = useCall('settings.save')
  const [wrong, setWrong] = useState<string>()

  async function send(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const typed = new Map(
      [...data].map(([cameraId, text]) => [cameraId, typeof text === 'string' ? text : '']),
    )
    const changed = changedNumbers(cameras, typed)
    setWrong(changed.ok ? undefined : changed.error)
    if (!changed.ok) return
    const { settings } = session.getState()
    const cameraNumbers = { ...settings.cameraNumbers, ...changed.value }
    if (await save.run({ ...settings, cameraNumbers }))
      session.actions.setSettings({ ...settings, cameraNumbers })
  }

  if (cameras.length === 0) {
    return (
      <p className="window-note">
        {listing === 'absent'
          ? 'This platform does not list its cameras. Give the wall a list of them here.'
          : 'The platform has named no cameras yet.'}
      </p>
    )
  }
  return (
    <form
      className="form camera-numbers"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <ul className="lines">
        {cameras.map((camera) => (
          // The number is part of the key: a number that came from elsewhere must be seen in its input.
          <li key={`${camera.id} ${camera.number}`}>
            <input
              name={camera.id}
              defaultValue={camera.number}
              inputMode="numeric"
              aria-label={`Number of ${camera.name}`}
            />
            <b>{camera.name}</b>
            <span>{camera.group}</span>
          </li>
        ))}
      </ul>
      <FormError error={wrong === undefined ? save.error : wallError('refused', wrong)} />
      <div className="form-end">
        <button type="submit" className="button button-main" disabled={save.isBusy}>
          Use these numbers
        </button>
        <button type="button" className="button" onClick={() => run({ kind: 'refresh-cameras' })}>
          Ask the platform again
        </button>
        {save.value !== undefined && wrong === undefined && <span className="form-done">Saved.</span>}
      </div>
    </form>
  )
}
