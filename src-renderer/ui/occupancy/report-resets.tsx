import { useStore } from 'zustand'
import { resetDays, resetIntervals, resetTimes } from '#contract/platform/occupancy.ts'
import { Picker } from '../picker.tsx'
import { useServices } from '../services.ts'
import { scheduleChoices, zoneChoices, zonesHint } from './report-choices.ts'
import { Member, Ways } from './report-member.tsx'

const intervalWords = { DAY: 'every day', WEEK: 'every week' } as const
const dayWords = (day: string) => `${day.charAt(0)}${day.slice(1).toLowerCase()}`

/** At which boundary the counter begins anew. */
export function ResetRule() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  return (
    <>
      <Ways
        label="How it resets: resetMode"
        value={form.resetMode}
        ways={[
          { value: 'TIME', label: 'By the clock' },
          { value: 'SCHEDULE', label: 'By a schedule' },
        ]}
        onChange={(resetMode) => report.edit({ resetMode })}
      />
      {form.resetMode === 'SCHEDULE' ? <Schedule /> : <Clock />}
    </>
  )
}

function Clock() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  return (
    <div className="report-clock">
      <Member member="resetInterval" label="How often">
        {(control) => (
          <Select
            control={control}
            value={form.resetInterval}
            options={resetIntervals}
            words={(interval) => intervalWords[interval]}
            onChange={(resetInterval) => report.edit({ resetInterval })}
          />
        )}
      </Member>
      {form.resetInterval === 'WEEK' && (
        <Member member="resetDay" label="On">
          {(control) => (
            <Select
              control={control}
              value={form.resetDay}
              options={resetDays}
              words={dayWords}
              onChange={(resetDay) => report.edit({ resetDay })}
            />
          )}
        </Member>
      )}
      <Member member="resetTime" label="At">
        {(control) => (
          <Select
            control={control}
            value={form.resetTime}
            options={resetTimes}
            words={(hour) => `${hour}:00`}
            onChange={(resetTime) => report.edit({ resetTime })}
          />
        )}
      </Member>
    </div>
  )
}

function Schedule() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  const dictionaries = useStore(report.store, (state) => state.dictionaries)
  const clock = dictionaries?.schedules?.find(({ id }) => id === form.resetScheduleId)?.timezone
  const isUnlisted = dictionaries !== undefined && dictionaries.schedules === undefined
  const resets = `Resets where its hours begin and end${isUnlisted ? '; schedules are not listed: type its id in' : ''}`
  return (
    <Member
      member="resetScheduleId"
      label="Schedule"
      hint={clock === undefined ? resets : `${resets}, by the clock of ${clock}`}
    >
      {(control) => (
        <Picker
          {...control}
          label="Schedule"
          isSingle
          takesOthers
          placeholder="Find a schedule, or type its id"
          choices={scheduleChoices(dictionaries)}
          chosen={form.resetScheduleId === '' ? [] : [form.resetScheduleId]}
          onChange={([resetScheduleId = '']) => report.edit({ resetScheduleId })}
        />
      )}
    </Member>
  )
}

/** What the counter takes at a boundary. */
export function ResetValue() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  const dictionaries = useStore(report.store, (state) => state.dictionaries)
  return (
    <>
      <Ways
        label="To which value: resetValueMode"
        value={form.resetValueMode}
        ways={[
          { value: 'FIXED', label: 'A number' },
          { value: 'BY_ZONE_COUNTING', label: 'What zones count then' },
        ]}
        onChange={(resetValueMode) => report.edit({ resetValueMode })}
      />
      {form.resetValueMode === 'FIXED' ? (
        <Member member="resetToValue" label="Number">
          {(control) => (
            <input
              {...control}
              className="short"
              inputMode="decimal"
              value={form.resetToValue}
              onChange={({ target }) => report.edit({ resetToValue: target.value })}
            />
          )}
        </Member>
      ) : (
        <Member member="resetZoneIds" label="Zones" hint={zonesHint(dictionaries, form)}>
          {(control, faults) => (
            <Picker
              {...control}
              label="Zones"
              takesOthers
              placeholder="Find a zone, or type its id"
              choices={zoneChoices(dictionaries)}
              chosen={form.resetZoneIds}
              wrong={faults.flatMap(({ at }) => at ?? [])}
              onChange={(resetZoneIds) => report.edit({ resetZoneIds })}
            />
          )}
        </Member>
      )}
    </>
  )
}

function Select<Value extends string>({
  control,
  value,
  options,
  words,
  onChange,
}: {
  readonly control: object
  readonly value: Value
  readonly options: readonly Value[]
  readonly words: (value: Value) => string
  readonly onChange: (value: Value) => void
}) {
  return (
    <select
      {...control}
      value={value}
      onChange={({ target }) => {
        const option = options.find((known) => known === target.value)
        if (option !== undefined) onChange(option)
      }}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {words(option)}
        </option>
      ))}
    </select>
  )
}
