import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FootageExport } from '#contract/wall/evidence.ts'
import { clockText } from '../../timeline/axis/time-words.ts'
import { rangeWords } from '../../wall/export-range.ts'
import { cameraIdOf } from '../../wall/wall-document.ts'
import { Chord } from '../chord.tsx'
import { FormError } from '../form-parts.tsx'
import { usePlayback, useServices, useWall } from '../services.ts'
import { useCall } from '../use-call.ts'
import { Window } from '../window.tsx'
import { exportWords } from './export-words.ts'

/** Footage of a range as signed files, and what became of the exports before. */
export function ExportWindow({ onClose }: { readonly onClose: () => void }) {
  const { exports: watch } = useServices()
  const evidence = useStore(watch.store, (state) => state.evidence)
  useEffect(() => void watch.refresh(), [watch])
  return (
    <Window title="Export footage" size="wide" onClose={onClose}>
      <NewExport />
      {evidence !== undefined && (
        <section className="export-past">
          <h3>Exports</h3>
          <p>
            {evidence.exports.length === 0 && 'None yet. '}Folder: <code>{evidence.folder}</code>
          </p>
          <ul className="export-list">
            {evidence.exports.map((one) => (
              <ExportRow key={one.exportId} one={one} />
            ))}
          </ul>
        </section>
      )}
    </Window>
  )
}

function NewExport() {
  const { zone, keymap } = useServices()
  const range = usePlayback((state) => state.range)
  const tiles = usePlayback((state) => state.tiles)
  const document = useWall((wall) => wall.document)
  const cameraById = useWall((wall) => wall.cameraById)
  const [which, setWhich] = useState<'selected' | 'playback'>('selected')
  const start = useCall('evidence.export')

  const selectedId = cameraIdOf(document, document.selected)
  const camera = selectedId === undefined ? undefined : cameraById.get(selectedId)
  const pastIds = [...new Set(tiles.flatMap((tile) => cameraIdOf(document, tile) ?? []))]
  const cameraIds = which === 'playback' ? pastIds : selectedId === undefined ? [] : [selectedId]
  const chord = (name: 'rangeStart' | 'rangeEnd') => keymap().chordsByAction.get(name)?.[0] ?? ''
  const words = rangeWords(range, (ms) => clockText(zone(), ms, 'second'))
  const isWhole = range.startMs !== undefined && range.endMs !== undefined

  function begin() {
    const { startMs, endMs } = range
    if (startMs === undefined || endMs === undefined || cameraIds.length === 0) return
    void start.run({ cameraIds, startMs, endMs, timeZone: zone().id })
  }

  return (
    <form
      className="form export-form"
      onSubmit={(event) => {
        event.preventDefault()
        begin()
      }}
    >
      {isWhole ? (
        <p>Range: {words}</p>
      ) : (
        <p>
          {words === undefined ? 'No range yet' : `Range: ${words}`}. In playback,{' '}
          <Chord chord={chord('rangeStart')} /> sets its beginning and <Chord chord={chord('rangeEnd')} /> its
          end.
        </p>
      )}
      <fieldset>
        <legend className="field-label">Cameras</legend>
        <label>
          <input
            type="radio"
            name="export-cameras"
            checked={which === 'selected'}
            onChange={() => setWhich('selected')}
          />{' '}
          {camera === undefined
            ? 'The selected tile shows no camera'
            : `The selected one: ${camera.number} ${camera.name}`}
        </label>
        <label>
          <input
            type="radio"
            name="export-cameras"
            checked={which === 'playback'}
            onChange={() => setWhich('playback')}
          />{' '}
          All in playback: {pastIds.length}
        </label>
      </fieldset>
      <FormError error={start.error} />
      <div className="form-end">
        <button
          type="submit"
          className="button button-main"
          data-first-focus
          disabled={!isWhole || cameraIds.length === 0 || start.isBusy}
        >
          Export {cameraIds.length === 1 ? '1 camera' : `${cameraIds.length} cameras`}
        </button>
      </div>
    </form>
  )
}

function ExportRow({ one }: { readonly one: FootageExport }) {
  const { exports: watch } = useServices()
  const cancel = useCall('evidence.cancel')
  const resume = useCall('evidence.resume')
  const discard = useCall('evidence.discard')
  const [isDoubted, setDoubted] = useState(false)
  const { exportId, state, name, progress } = one
  const isRunning = state === 'reading' || state === 'writing'
  return (
    <li data-state={state}>
      <b>{name}</b>
      {isRunning && <progress value={progress} max={1} aria-label={name} />}
      <span role="status">{exportWords(one)}</span>
      {isRunning && (
        <button type="button" className="button" onClick={() => void cancel.run({ exportId })}>
          Cancel
        </button>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <>
          <button type="button" className="button" onClick={() => void resume.run({ exportId })}>
            Go on
          </button>
          <button
            type="button"
            className="button"
            data-tone={isDoubted ? 'fault' : undefined}
            onBlur={() => setDoubted(false)}
            onClick={() => {
              setDoubted(!isDoubted)
              if (isDoubted) void discard.run({ exportId }).then(() => watch.refresh())
            }}
          >
            {isDoubted ? 'Delete it for good' : 'Delete…'}
          </button>
        </>
      )}
      <FormError error={cancel.error ?? resume.error ?? discard.error} />
    </li>
  )
}
