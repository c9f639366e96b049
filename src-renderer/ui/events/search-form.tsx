import { Plus, X } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { fieldChoices, type FormProblem, type FormRow, operatorsOf, rowFor } from '../../events/query/form.ts'
import { focusBeside } from '../focus-beside.ts'
import { Button, IconButton, Options, OptionSelect } from '../form-parts.tsx'
import { cameraChoices, Picker } from '../picker.tsx'
import { useServices, useWall } from '../services.ts'
import { SearchFormTime } from './search-form-time.tsx'
import { t } from '../../language/language.ts'

/** The same search as fields to fill in. Every change is in the text at once, and the other way round. */
export function SearchForm() {
  const { search, eventController } = useServices()
  const form = useStore(search.store, (state) => state.form)
  const problems = useStore(search.store, (state) => state.formProblems)
  const tags = useStore(eventController.store, (state) => state.tags)
  const cameras = useWall((wall) => wall.cameras)
  const choices = useMemo(() => cameraChoices(cameras), [cameras])
  const toggleTag = (id: string) =>
    search.edit({
      ...form,
      tags: form.tags.includes(id) ? form.tags.filter((other) => other !== id) : [...form.tags, id],
    })
  const setRow = (at: number, row: FormRow) => search.edit({ ...form, rows: form.rows.with(at, row) })
  return (
    <fieldset className="search-form stack">
      <legend className="unseen">{t('events.form.title')}</legend>
      <div className="search-form-line">
        <span className="small-note">{t('events.form.tags')}</span>
        <div className="pills row wrap">
          {tags.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              className="pill small-note rounded"
              aria-pressed={form.tags.includes(id)}
              onClick={() => toggleTag(id)}
            >
              <i className="event-hue" style={eventController.markOf(id)} />
              {name}
            </button>
          ))}
          {tags.length === 0 && <span className="small-note">{t('events.form.noTags')}</span>}
        </div>
      </div>
      <div className="search-form-line">
        <span className="small-note">{t('form.cameras')}</span>
        <Picker
          label={t('contents.sequence.add')}
          placeholder={t(form.cameras.length === 0 ? 'events.form.allCameras' : 'events.form.add')}
          choices={choices}
          chosen={form.cameras}
          onChange={(chosen) => search.edit({ ...form, cameras: chosen })}
        />
      </div>
      <div className="search-form-line">
        <span className="small-note">{t('form.time')}</span>
        <SearchFormTime time={form.time} onTime={(time) => search.edit({ ...form, time })} />
      </div>
      {form.rows.map((row, at) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, and none is moved
          key={at}
          row={row}
          problem={problems.find((problem) => problem.row === at)}
          onRow={(next) => setRow(at, next)}
          onRemove={() => search.edit({ ...form, rows: form.rows.toSpliced(at, 1) })}
        />
      ))}
      <Button
        look="text"
        onClick={() => {
          const [first] = fieldChoices(form, search.catalogue)
          if (first !== undefined) search.edit({ ...form, rows: [...form.rows, rowFor(first)] })
        }}
      >
        <Plus aria-hidden size="1em" /> {t('events.form.condition')}
      </Button>
    </fieldset>
  )
}

function ConditionRow(props: {
  readonly row: FormRow
  readonly problem: FormProblem | undefined
  readonly onRow: (row: FormRow) => void
  readonly onRemove: () => void
}) {
  const { row, problem, onRow, onRemove } = props
  const { search } = useServices()
  const form = useStore(search.store, (state) => state.form)
  const choices = fieldChoices(form, search.catalogue)
  const unit = choices.find(({ name, kind }) => name === row.field && kind === row.kind)?.unit
  return (
    <div className="search-condition row wrap">
      <select
        aria-label={t('events.form.field')}
        value={`${row.kind} ${row.field}`}
        onChange={({ target }) => {
          const choice = choices.find(({ name, kind }) => `${kind} ${name}` === target.value)
          if (choice !== undefined) onRow(rowFor(choice))
        }}
      >
        <Options of={choices.map(({ name, kind }) => [`${kind} ${name}`, name])} />
      </select>
      <OptionSelect
        aria-label={t('events.form.condition')}
        value={row.operator}
        options={operatorsOf(row.kind)}
        words={(operator) => t(`events.form.operator.${operator}`)}
        onChange={(operator) => onRow({ ...row, operator })}
      />
      {row.kind === 'boolean' ? (
        <select
          aria-label={t('events.form.value')}
          value={row.value}
          onChange={({ target }) => onRow({ ...row, value: target.value })}
        >
          <option value="true">{t('events.yes')}</option>
          <option value="false">{t('events.no')}</option>
        </select>
      ) : (
        <input
          aria-label={t('events.form.value')}
          value={row.value}
          spellCheck={false}
          inputMode={row.kind === 'number' ? 'decimal' : 'text'}
          aria-invalid={problem?.part === 'value'}
          onChange={({ target }) => onRow({ ...row, value: target.value })}
        />
      )}
      {row.operator === 'between' && (
        <input
          aria-label={t('events.form.to')}
          value={row.value2}
          inputMode="decimal"
          aria-invalid={problem?.part === 'value2'}
          onChange={({ target }) => onRow({ ...row, value2: target.value })}
        />
      )}
      {unit !== undefined && <span className="small-note">{unit}</span>}
      <IconButton
        Icon={X}
        label={t('events.form.removeCondition')}
        onClick={({ currentTarget }) => {
          // Rows are keyed by index: only the last element goes, the others take over the content of the next one.
          const row = currentTarget.closest('.search-condition')
          if (row?.nextElementSibling?.matches('.search-condition') !== true) focusBeside(row)
          onRemove()
        }}
      />
      {problem !== undefined && <p className="refusal">{problem.message}</p>}
    </div>
  )
}
