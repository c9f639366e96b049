import { useStore } from 'zustand'
import { resetDays, resetIntervals, resetTimes } from '#contract/platform/occupancy.ts'
import { resetDayText } from '../../occupancy/report/report-words.ts'
import { OptionSelect } from '../form-parts.tsx'
import { Picker } from '../picker.tsx'
import { RadioChoices } from '../radio-choices.tsx'
import { useServices } from '../services.ts'
import { scheduleChoices, zoneChoices, zonesHint } from './report-choices.ts'
import { Member } from './report-member.tsx'
import { t } from '../../language/language.ts'

const intervalWords = { DAY: 'occupancy.rule.daily', WEEK: 'occupancy.rule.weekly' } as const

/** At which boundary the counter begins anew. */
export function ResetRule() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  return (
    <>
      <RadioChoices
        aria-label={`${t('occupancy.form.resets')}: resetMode`}
        value={form.resetMode}
        choices={[
          { value: 'TIME', label: t('occupancy.resets.clock') },
          { value: 'SCHEDULE', label: t('occupancy.resets.schedule') },
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
      <Member member="resetInterval" label={t('occupancy.resets.often')}>
        {(control) => (
          <OptionSelect
            {...control}
            value={form.resetInterval}
            options={resetIntervals}
            words={(interval) => t(intervalWords[interval])}
            onChange={(resetInterval) => report.edit({ resetInterval })}
          />
        )}
      </Member>
      {form.resetInterval === 'WEEK' && (
        <Member member="resetDay" label={t('occupancy.resets.on')}>
          {(control) => (
            <OptionSelect
              {...control}
              value={form.resetDay}
              options={resetDays}
              words={resetDayText}
              onChange={(resetDay) => report.edit({ resetDay })}
            />
          )}
        </Member>
      )}
      <Member member="resetTime" label={t('form.at')}>
        {(control) => (
          <OptionSelect
            {...control}
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
  const resets = t(isUnlisted ? 'occupancy.schedule.unlisted' : 'occupancy.schedule.resets')
  return (
    <Member
      member="resetScheduleId"
      label={t('occupancy.schedule')}
      hint={clock === undefined ? resets : t('occupancy.schedule.byClock', { resets, clock })}
    >
      {(control) => (
        <Picker
          {...control}
          label={t('occupancy.schedule')}
          isSingle
          takesOthers
          placeholder={t('occupancy.schedule.find')}
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
      <RadioChoices
        aria-label={`${t('occupancy.form.toValue')}: resetValueMode`}
        value={form.resetValueMode}
        choices={[
          { value: 'FIXED', label: t('occupancy.value.fixed') },
          { value: 'BY_ZONE_COUNTING', label: t('occupancy.value.byZones') },
        ]}
        onChange={(resetValueMode) => report.edit({ resetValueMode })}
      />
      {form.resetValueMode === 'FIXED' ? (
        <Member member="resetToValue" label={t('occupancy.value.number')}>
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
        <Member member="resetZoneIds" label={t('occupancy.value.zones')} hint={zonesHint(dictionaries, form)}>
          {(control, faults) => (
            <Picker
              {...control}
              label={t('occupancy.value.zones')}
              takesOthers
              placeholder={t('occupancy.value.findZone')}
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
