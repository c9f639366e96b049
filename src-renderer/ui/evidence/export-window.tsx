import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { EvidenceState, FootageExport } from '#contract/wall/evidence.ts'
import { type ExportRange, rangeWords } from '../../wall/export-range.ts'
import { cameraIdOf } from '../../wall/wall-document.ts'
import { KeyOf, rich } from '../rich-text.tsx'
import { Button, Form, FormError, SendButton, SureButton } from '../form-parts.tsx'
import { pastTime } from '../playback-look.ts'
import { Choices } from '../radio-choices.tsx'
import { usePlayback, useServices, useSession, useWall } from '../services.ts'
import { useCall } from '../use-call.ts'
import { Window } from '../window.tsx'
import { exportWords } from './export-words.ts'
import { currentLanguage, listText, numberedName, t } from '../../language/language.ts'

/** Footage of a range as signed files, and what became of the exports before. */
export function ExportWindow({ onClose }: { readonly onClose: () => void }) {
  const { exports: watch } = useServices()
  const evidence = useStore(watch.store, (state) => state.evidence)
  useEffect(() => void watch.refresh(), [watch])
  return (
    <Window title={t('evidence.title')} size="wide" onClose={onClose}>
      <NewExport />
      {evidence !== undefined && (
        <section className="export-past">
          <h3>{t('evidence.exports')}</h3>
          <ExportFolder evidence={evidence} />
          {evidence.fingerprint !== undefined && (
            <p>{rich('evidence.signedBy', { fingerprint: evidence.fingerprint, path })}</p>
          )}
          {evidence.exports.length === 0 && <p>{t('evidence.noneYet')}</p>}
          <ul className="export-list stack">
            {evidence.exports.map((one) => (
              <ExportRow key={one.exportId} one={one} />
            ))}
          </ul>
        </section>
      )}
    </Window>
  )
}

/** Where files go, and the way to another folder. */
function ExportFolder({ evidence }: { readonly evidence: EvidenceState }) {
  const choose = useCall('evidence.chooseFolder')
  const isLocked = useSession(({ lock }) => lock?.isLocked === true)
  const { folder, folderBy, canChoose, problem } = evidence

  return (
    <div className="export-folder line wrap">
      <p>{rich(folderBy === 'start' ? 'evidence.folderOfStart' : 'evidence.folder', { folder, path })}</p>
      {canChoose && !isLocked && (
        <Button isBusy={choose.isBusy} onClick={() => void choose.run({ how: 'window' })}>
          {t('evidence.chooseFolder')}
        </Button>
      )}
      {canChoose && !isLocked && folderBy === 'operator' && (
        <Button isBusy={choose.isBusy} onClick={() => void choose.run({ how: 'usual' })}>
          {t('evidence.usualFolder')}
        </Button>
      )}
      <FormError error={choose.error ?? problem} />
    </div>
  )
}

const path = (parts: ReactNode[]) => <code>{parts}</code>

function useRangeWords() {
  const { zone, platformClock } = useServices()
  return (range: ExportRange) =>
    rangeWords(range, (ms) => {
      const { time, day } = pastTime(zone(), ms, platformClock.nowMs(), false)
      return `${day} ${time}`.trim()
    })
}

function NewExport() {
  const { zone } = useServices()
  const range = usePlayback((state) => state.range)
  const tiles = usePlayback((state) => state.tiles)
  const document = useWall((wall) => wall.document)
  const cameraById = useWall((wall) => wall.cameraById)
  const [which, setWhich] = useState<'selected' | 'playback'>('selected')
  const start = useCall('evidence.export')

  // As the window opens: a sequence or a hotspot may go on to another camera.
  const [selectedId] = useState(cameraIdOf(document, document.selected))
  const camera = selectedId === undefined ? undefined : cameraById.get(selectedId)
  const pastIds = [...new Set(tiles.flatMap((tile) => cameraIdOf(document, tile) ?? []))]
  const cameraIds = which === 'playback' ? pastIds : selectedId === undefined ? [] : [selectedId]
  const words = useRangeWords()(range)
  const rangeText = words === undefined ? t('evidence.noRange') : t('evidence.range', { range: words })
  const isWhole = range.startMs !== undefined && range.endMs !== undefined

  function begin() {
    const { startMs, endMs } = range
    if (startMs === undefined || endMs === undefined || cameraIds.length === 0) return
    void start.run({ cameraIds, startMs, endMs, timeZone: zone().id, language: currentLanguage() })
  }

  return (
    <Form className="form" onSend={begin}>
      <p>
        {isWhole
          ? rangeText
          : rich('evidence.setRange', {
              range: rangeText,
              replay: <KeyOf action="replay" />,
              start: <KeyOf action="rangeStart" />,
              end: <KeyOf action="rangeEnd" />,
            })}
      </p>
      <Choices
        label={t('form.cameras')}
        value={which}
        choices={[
          {
            value: 'selected',
            label:
              camera === undefined
                ? t('evidence.noSelected')
                : t('evidence.selected', { camera: numberedName(camera) }),
          },
          { value: 'playback', label: t('evidence.allInPlayback', { count: pastIds.length }) },
        ]}
        onChange={setWhich}
      />
      <FormError error={start.error} />
      <div className="form-end row">
        <SendButton data-first-focus isBusy={start.isBusy} disabled={!isWhole || cameraIds.length === 0}>
          {t('evidence.export', { count: cameraIds.length })}
        </SendButton>
      </div>
    </Form>
  )
}

function ExportRow({ one }: { readonly one: FootageExport }) {
  const { exports: watch } = useServices()
  const cancel = useCall('evidence.cancel')
  const resume = useCall('evidence.resume')
  const discard = useCall('evidence.discard')
  const cameraById = useWall((wall) => wall.cameraById)
  const rangeText = useRangeWords()(one)
  const { exportId, state, name, progress } = one
  const isRunning = state === 'reading' || state === 'writing'
  const cameras = one.cameraIds.map((id) => {
    const camera = cameraById.get(id)
    return camera === undefined ? id : numberedName(camera)
  })
  return (
    <li className="row wrap" data-state={state}>
      <b className="cut">{listText(cameras)}</b>
      <span>{rangeText}</span>
      {isRunning && <progress value={progress} max={1} aria-label={name} />}
      <small className="code">{name}</small>
      <span role="status">{exportWords(one)}</span>
      {one.folder !== undefined && (
        <span className="export-elsewhere dim">{rich('evidence.liesIn', { folder: one.folder, path })}</span>
      )}
      {isRunning && <Button onClick={() => void cancel.run({ exportId })}>{t('form.cancel')}</Button>}
      {(state === 'failed' || state === 'cancelled') && (
        <>
          <Button onClick={() => void resume.run({ exportId })}>{t('evidence.goOn')}</Button>
          <SureButton
            words={t('form.delete')}
            sureWords={t('form.deleteForGood')}
            onSure={() => void discard.run({ exportId }).then(() => watch.refresh())}
          />
        </>
      )}
      <FormError error={cancel.error ?? resume.error ?? discard.error} />
    </li>
  )
}
