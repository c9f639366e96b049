import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  MAX_DWELL_IN_MS,
  MAX_SEQUENCE_STEPS,
  MIN_DWELL_IN_MS,
  type SequenceStep,
  type TileContent,
} from '#contract/wall/document.ts'
import { cameraOfContent } from '../../wall/tile-content.ts'
import { tileOf } from '../../wall/wall-document.ts'
import { Picker } from '../picker.tsx'
import { useServices, useWall } from '../services.ts'
import { Window } from '../window.tsx'

/** Long enough to look at a picture, short enough that the next one is not forgotten. */
const USUAL_DWELL_IN_MS = 10_000

/** The cameras of a tile one after the other, each with its seconds. */
export function SequenceWindow({ onClose }: { readonly onClose: () => void }) {
  const { run } = useServices()
  const tile = useWall(({ document }) => document.selected)
  const content = useWall(({ document }) => tileOf(document, document.selected).content)
  const cameras = useWall((wall) => wall.cameras)
  const [steps, setSteps] = useState(() => firstSteps(content))
  const lastDwellInMs = steps.at(-1)?.dwellInMs ?? USUAL_DWELL_IN_MS
  const isFull = steps.length >= MAX_SEQUENCE_STEPS

  function keep(event: FormEvent): void {
    event.preventDefault()
    if (steps.length === 0 || !steps.every(isDwell)) return
    onClose()
    run({ kind: 'show-content', content: { kind: 'sequence', steps: [...steps] } })
  }

  return (
    <Window title={`Sequence in tile ${tile + 1}`} size="middle" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the whole form */}
      <form
        className="form"
        onSubmit={keep}
        onKeyDown={(event) => {
          if (!event.ctrlKey || event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <div className="field">
          <Picker
            label="Add a camera"
            choices={cameras.map(({ id, number, name, group }) => ({
              id,
              words: `${number} ${name}`,
              ...(group === '' ? {} : { detail: group }),
            }))}
            chosen={noneChosen}
            isFirst
            placeholder={
              isFull ? `${MAX_SEQUENCE_STEPS} cameras, no more fit` : 'Number or name of a camera, then Enter'
            }
            onChange={([cameraId]) => {
              if (cameraId !== undefined && !isFull) {
                setSteps([...steps, { cameraId, dwellInMs: lastDwellInMs }])
              }
            }}
          />
        </div>
        <ol className="sequence-steps" aria-label="Cameras in their order">
          {steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a camera may come twice, and a step is its place
            <Step key={at} at={at} step={step} steps={steps} onChange={setSteps} />
          ))}
        </ol>
        {steps.length === 0 && (
          <p className="window-note">No camera yet. Each one gets the seconds of the one before it.</p>
        )}
        <div className="form-end">
          <button type="submit" className="button button-main" disabled={steps.length === 0}>
            Show the sequence
          </button>
          <small className="field-hint">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> does it from anywhere here. On a row <kbd>Alt</kbd> <kbd>↑</kbd>{' '}
            <kbd>↓</kbd> move it, <kbd>Alt</kbd> <kbd>Delete</kbd> removes it.
          </small>
        </div>
      </form>
    </Window>
  )
}

function Step({
  at,
  step,
  steps,
  onChange,
}: {
  readonly at: number
  readonly step: SequenceStep
  readonly steps: readonly SequenceStep[]
  readonly onChange: (steps: readonly SequenceStep[]) => void
}) {
  const camera = useWall(({ cameraById }) => cameraById.get(step.cameraId))
  const name = camera === undefined ? 'not in the platform’s list' : `${camera.number} ${camera.name}`
  const remove = () => onChange(steps.filter((_, other) => other !== at))
  const move = (by: number) => {
    const to = at + by
    const other = steps[to]
    if (other !== undefined) onChange(steps.with(to, step).with(at, other))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is in it
    <li
      onKeyDown={(event) => {
        if (!event.altKey) return
        if (event.key === 'Delete') remove()
        if (event.key === 'ArrowUp') move(-1)
        if (event.key === 'ArrowDown') move(1)
      }}
    >
      <b className="sequence-place">{at + 1}</b>
      <span className="sequence-camera" data-tone={camera === undefined ? 'attention' : undefined}>
        {name}
      </span>
      <label>
        <input
          type="number"
          aria-label={`Seconds of ${name}`}
          min={MIN_DWELL_IN_MS / 1_000}
          max={MAX_DWELL_IN_MS / 1_000}
          step={1}
          required
          value={Number.isNaN(step.dwellInMs) ? '' : step.dwellInMs / 1_000}
          onChange={({ currentTarget }) =>
            onChange(steps.with(at, { ...step, dwellInMs: currentTarget.valueAsNumber * 1_000 }))
          }
        />{' '}
        s
      </label>
      <button type="button" className="icon-button" aria-label={`${name} earlier`} onClick={() => move(-1)}>
        <ArrowUp aria-hidden size="1em" />
      </button>
      <button type="button" className="icon-button" aria-label={`${name} later`} onClick={() => move(1)}>
        <ArrowDown aria-hidden size="1em" />
      </button>
      <button type="button" className="icon-button" aria-label={`Without ${name}`} onClick={remove}>
        <X aria-hidden size="1em" />
      </button>
    </li>
  )
}

const noneChosen: readonly string[] = []

function isDwell({ dwellInMs }: SequenceStep): boolean {
  return Number.isInteger(dwellInMs) && dwellInMs >= MIN_DWELL_IN_MS && dwellInMs <= MAX_DWELL_IN_MS
}

/** Those of the sequence that is there, or the camera that is shown. */
function firstSteps(content: TileContent): readonly SequenceStep[] {
  if (content.kind === 'sequence') return content.steps
  const cameraId = cameraOfContent(content)
  return cameraId === undefined ? [] : [{ cameraId, dwellInMs: USUAL_DWELL_IN_MS }]
}
