import { useState } from 'react'
import { receiptCorners, receiptSizes } from '#contract/wall/document.ts'
import { eventSourceKey, type WallEventTag } from '#contract/wall/events.ts'
import { useStore } from 'zustand'
import { cameraIdOf, receiptOf } from '../../wall/wall-document.ts'
import { Field, Problem } from '../form-parts.tsx'
import { useServices, useSession, useWall } from '../services.ts'
import { useSaveSettings } from '../use-call.ts'
import { Window } from '../window.tsx'
import { Choices } from '../radio-choices.tsx'
import { numberedName, t } from '../../language/language.ts'

/** Which events lie over the picture of the selected tile, where, how large, and by which clocks. */
export function ReceiptWindow({ onClose }: { readonly onClose: () => void }) {
  const { run, eventController } = useServices()
  const tile = useWall(({ document }) => document.selected)
  const receipt = useWall(({ document }) => receiptOf(document, document.selected))
  const camera = useWall(({ document, cameraById }) =>
    cameraById.get(cameraIdOf(document, document.selected) ?? ''),
  )
  const tags = useStore(eventController.store, (state) => state.tags)
  return (
    <Window title={t('events.receipt.title', { tile: tile + 1 })} size="middle" onClose={onClose}>
      <div className="receipt-form">
        <Choices
          label={t('events.receipt.over')}
          value={receipt.isShown ? 'shown' : 'hidden'}
          choices={(['shown', 'hidden'] as const).map((value) => ({
            value,
            label: t(`events.receipt.${value}`),
          }))}
          isFirst
          onChange={(value) => run({ kind: 'set-receipts', change: { isShown: value === 'shown' } })}
        />
        <Choices
          label={t('events.receipt.corner')}
          value={receipt.corner}
          choices={receiptCorners.map((value) => ({ value, label: t(`palette.corner.${value}`) }))}
          onChange={(corner) => run({ kind: 'set-receipts', change: { corner } })}
        />
        <Choices
          label={t('events.receipt.size')}
          value={receipt.size}
          choices={receiptSizes.map((value) => ({ value, label: t(`palette.size.${value}`) }))}
          onChange={(size) => run({ kind: 'set-receipts', change: { size } })}
        />
        <TagChoice tags={tags} chosen={receipt.tags} />
        {camera !== undefined && (
          <Clocks cameraId={camera.id} cameraLabel={numberedName(camera)} tags={tags} />
        )}
      </div>
    </Window>
  )
}

/** None chosen is all of them, those that come later too. */
function TagChoice(props: { readonly tags: readonly WallEventTag[]; readonly chosen: readonly string[] }) {
  const { tags, chosen } = props
  const { eventController, run } = useServices()
  const all = tags.map(({ id }) => id)
  const shown = chosen.length === 0 ? all : chosen
  return (
    <fieldset className="field tag-choice">
      <legend className="field-label">
        {t(chosen.length === 0 ? 'events.receipt.allTags' : 'events.receipt.tags')}
      </legend>
      {tags.map(({ id, name }) => (
        <label key={id} className="row">
          <input
            type="checkbox"
            checked={shown.includes(id)}
            onChange={({ target }) => {
              const next = target.checked ? [...shown, id] : shown.filter((other) => other !== id)
              run({ kind: 'set-receipts', change: { tags: next.length === all.length ? [] : next } })
            }}
            // At least one tag stays chosen.
            disabled={shown.length === 1 && shown.includes(id)}
          />
          <i className="receipt-hue" style={eventController.markOf(id)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

function Clocks(props: {
  readonly cameraId: string
  readonly cameraLabel: string
  readonly tags: readonly WallEventTag[]
}) {
  const { cameraId, cameraLabel, tags } = props
  const { eventController } = useServices()
  const settings = useSession((session) => session.settings)
  const save = useSaveSettings()
  const usual = eventController.usualOffsetMs(cameraId)
  const [isWrong, setWrong] = useState(false)
  return (
    <section>
      <h3>{t('events.receipt.clocks', { camera: cameraLabel })}</h3>
      <p className="window-note">{t('events.receipt.clocksNote')}</p>
      <div className="clock-fields stack">
        {tags.map(({ id, name }) => {
          const key = eventSourceKey({ eventTypeId: id, cameraId })
          const known = settings.eventClockOffsetsMs[key] ?? usual
          return (
            <Field
              key={`${key} ${known}`}
              label={t('events.receipt.clock', { name })}
              type="number"
              step={1}
              min={-86_400_000}
              max={86_400_000}
              defaultValue={known}
              onBlur={({ target }) => {
                const isGood = target.validity.valid && target.value !== ''
                setWrong(!isGood)
                if (!isGood || target.valueAsNumber === known) return
                const typedMs = target.valueAsNumber
                void save.run(({ eventClockOffsetsMs }) => {
                  const { [key]: _, ...others } = eventClockOffsetsMs
                  return { eventClockOffsetsMs: typedMs === usual ? others : { ...others, [key]: typedMs } }
                })
              }}
              onKeyDown={({ key: pressed, currentTarget }) => {
                if (pressed === 'Enter') currentTarget.blur()
              }}
            />
          )
        })}
      </div>
      {isWrong && <p className="form-error">{t('events.receipt.wholeMs')}</p>}
      <Problem text={save.problem} />
    </section>
  )
}
