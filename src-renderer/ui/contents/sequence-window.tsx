import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import {
  MAX_DWELL_IN_MS,
  MAX_SEQUENCE_STEPS,
  MIN_DWELL_IN_MS,
  type SequenceStep,
  type TileContent,
} from '#contract/wall/document.ts'
import { cameraOfContent } from '../../wall/tile-content.ts'
import { focusBeside } from '../focus-beside.ts'
import { cameraChoices, Picker } from '../picker.tsx'
import { useServices, useWall } from '../services.ts'
import { Window } from '../window.tsx'
import { useOpenedTile } from './use-opened-tile.ts'
import { numberedName, t } from '../../language/language.ts'
import { kbd, rich } from '../rich-text.tsx'
import { Form, FormEnd, IconButton, Problem, SendButton } from '../form-parts.tsx'

/** Long enough to look at a picture, short enough that the next one is not forgotten. */
const USUAL_DWELL_IN_MS = 10_000

/** The cameras of a tile one after the other, each with its seconds. */
export function SequenceWindow({ onClose }: { readonly onClose: () => void }) {
  const { run } = useServices()
  const { tile, content, isThere } = useOpenedTile()
  const cameras = useWall((wall) => wall.cameras)
  const [steps, setSteps] = useState(() => firstSteps(content))
  const lastDwellInMs = steps.at(-1)?.dwellInMs ?? USUAL_DWELL_IN_MS
  const isFull = steps.length >= MAX_SEQUENCE_STEPS

  function keep(): void {
    if (steps.length === 0 || !steps.every(isDwell) || !isThere()) return
    onClose()
    run({ kind: 'show-content', tile, content: { kind: 'sequence', steps: [...steps] } })
  }

  return (
    <Window title={t('contents.sequence.title', { tile: tile + 1 })} size="middle" onClose={onClose}>
      <Form
        className="form"
        onSend={keep}
        onKeyDown={(event) => {
          if (!event.ctrlKey || event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <div className="field">
          <Picker
            label={t('contents.sequence.add')}
            choices={cameraChoices(cameras)}
            chosen={noneChosen}
            isFirst
            placeholder={
              isFull ? t('contents.sequence.full', { most: MAX_SEQUENCE_STEPS }) : t('contents.sequence.type')
            }
            onChange={([cameraId]) => {
              if (cameraId !== undefined && !isFull)
                setSteps([...steps, { cameraId, dwellInMs: lastDwellInMs }])
            }}
          />
        </div>
        <ol className="sequence-steps scrolls" aria-label={t('contents.sequence.cameras')}>
          {steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a camera may come twice, and a step is its place
            <Step key={at} at={at} step={step} steps={steps} onChange={setSteps} />
          ))}
        </ol>
        {steps.length === 0 && <p className="window-note">{t('contents.sequence.none')}</p>}
        <Problem />
        <FormEnd hint={rich('contents.sequence.keys', { kbd })}>
          <SendButton disabled={steps.length === 0}>{t('contents.sequence.show')}</SendButton>
        </FormEnd>
      </Form>
    </Window>
  )
}

function Step(props: {
  readonly at: number
  readonly step: SequenceStep
  readonly steps: readonly SequenceStep[]
  readonly onChange: (steps: readonly SequenceStep[]) => void
}) {
  const { at, step, steps, onChange } = props
  const camera = useWall(({ cameraById }) => cameraById.get(step.cameraId))
  const name = camera === undefined ? t('contents.sequence.unlisted') : numberedName(camera)
  const remove = (entry: Element | null) => {
    // Rows are keyed by index: only the last element goes, the others take over the content of the next one.
    if (at === steps.length - 1) focusBeside(entry)
    onChange(steps.filter((_, other) => other !== at))
  }
  const move = (by: 1 | -1, entry: Element | null) => {
    const to = at + by
    const other = steps[to]
    if (other === undefined) return
    onChange(steps.with(to, step).with(at, other))
    // The focus goes along, on the same control, for the next key press.
    const control = controlsOf(entry).findIndex((one) => one === document.activeElement)
    controlsOf(by === 1 ? entry?.nextElementSibling : entry?.previousElementSibling)[control]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is in it
    <li
      className="row"
      onKeyDown={(event) => {
        if (!event.altKey) return
        if (event.key === 'Delete') remove(event.currentTarget)
        if (event.key === 'ArrowUp') move(-1, event.currentTarget)
        if (event.key === 'ArrowDown') move(1, event.currentTarget)
      }}
    >
      <b className="sequence-place dim end">{at + 1}</b>
      <span className="sequence-camera cut grow" data-tone={camera === undefined ? 'attention' : undefined}>
        {name}
      </span>
      <label>
        <input
          type="number"
          aria-label={t('contents.sequence.seconds', { name })}
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
      <IconButton
        Icon={ArrowUp}
        label={t('contents.sequence.earlier', { name })}
        onClick={({ currentTarget }) => move(-1, currentTarget.closest('li'))}
      />
      <IconButton
        Icon={ArrowDown}
        label={t('contents.sequence.later', { name })}
        onClick={({ currentTarget }) => move(1, currentTarget.closest('li'))}
      />
      <IconButton
        Icon={X}
        label={t('picker.without', { words: name })}
        onClick={({ currentTarget }) => remove(currentTarget.closest('li'))}
      />
    </li>
  )
}

const noneChosen: readonly string[] = []

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('input, button') ?? [])]
}

function isDwell({ dwellInMs }: SequenceStep): boolean {
  return Number.isInteger(dwellInMs) && dwellInMs >= MIN_DWELL_IN_MS && dwellInMs <= MAX_DWELL_IN_MS
}

/** Those of the sequence that is there, or the camera that is shown. */
function firstSteps(content: TileContent): readonly SequenceStep[] {
  if (content.kind === 'sequence') return content.steps
  const cameraId = cameraOfContent(content)
  return cameraId === undefined ? [] : [{ cameraId, dwellInMs: USUAL_DWELL_IN_MS }]
}
