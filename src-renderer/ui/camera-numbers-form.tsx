import type { WallCamera } from '#contract/wall/camera.ts'
import { useMemo, useState } from 'react'
import { changedNumbers } from '../wall/camera-numbers.ts'
import { unlistedWords } from '../wall/unlisted-words.ts'
import { Button, Form, Problem, SendButton } from './form-parts.tsx'
import { rank } from './rank.ts'
import { useServices, useWall } from './services.ts'
import { useSaveSettings } from './use-call.ts'
import { t } from '../language/language.ts'

/** Ten thousand inputs take seconds to draw; more than these are found by a few letters. */
const MOST_ROWS = 100

/** The number of each camera, to be typed over. */
export function CameraNumbersForm() {
  const { run, zone, platformClock } = useServices()
  const cameras = useWall((wall) => wall.cameras)
  const save = useSaveSettings()
  const [wrong, setWrong] = useState<string>()
  const [query, setQuery] = useState('')
  /** By camera; of those that are not shown any more, too. */
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())

  async function send(data: FormData): Promise<void> {
    const shown = [...data].map(
      ([cameraId, text]) => [cameraId, typeof text === 'string' ? text : ''] as const,
    )
    const changed = changedNumbers(cameras, new Map([...typed, ...shown]))
    setWrong(changed.ok ? undefined : changed.error)
    if (!changed.ok) return
    const isSaved = await save.run(({ cameraNumbers }) => ({
      cameraNumbers: { ...cameraNumbers, ...changed.value },
    }))
    if (isSaved) setTyped(new Map())
  }

  const isLong = cameras.length > MOST_ROWS
  const findable = useMemo(() => cameras.map(findableOf), [cameras])
  const rows = useMemo(
    () => (isLong ? rank(findable, query, MOST_ROWS) : findable),
    [isLong, findable, query],
  )
  return (
    <>
      {isLong && (
        <input
          className="camera-find"
          type="search"
          spellCheck={false}
          aria-label={t('cameraNumbersForm.findCamera')}
          placeholder={t('cameraNumbersForm.findOneCameras', { length: cameras.length })}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <Form className="form camera-numbers" onSend={send}>
        <ul className="lines">
          {rows.map(({ camera }) => (
            <li key={camera.id}>
              <input
                name={camera.id}
                value={typed.get(camera.id) ?? camera.number}
                inputMode="numeric"
                aria-label={t('cameraNumbersForm.number', { name: camera.name })}
                onChange={({ currentTarget }) => setTyped(new Map(typed).set(camera.id, currentTarget.value))}
              />
              <b>{camera.name}</b>
              <span>
                {[camera.group, unlistedWords(camera, zone(), platformClock) ?? '']
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
        <Problem text={wrong ?? save.problem} />
        <div className="form-end row">
          <SendButton isBusy={save.isBusy}>{t('cameraNumbersForm.useTheseNumbers')}</SendButton>
          <Button onClick={() => run({ kind: 'refresh-cameras' })}>
            {t('cameraNumbersForm.askPlatformAgain')}
          </Button>
          {save.isSaved && wrong === undefined && <span className="form-done">{t('form.saved')}</span>}
        </div>
      </Form>
    </>
  )
}

function findableOf(camera: WallCamera) {
  const { number, name: words, group, id } = camera
  return { camera, number, words, detail: `${group} ${id}` }
}
