import { useMemo } from 'react'
import { useStore } from 'zustand'
import { capacityOfZones } from '../../occupancy/report/report-cameras.ts'
import { Chord, rich } from '../rich-text.tsx'
import { Button, Form, SendButton } from '../form-parts.tsx'
import { CamerasField, Picker } from '../picker.tsx'
import { useServices } from '../services.ts'
import { sourceChoices, sourcesHint, timeZoneChoices } from './report-choices.ts'
import { Member } from './report-member.tsx'
import { ResetRule, ResetValue } from './report-resets.tsx'
import { type PlainKey, t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'

/** Every member of a report, grouped as a person thinks: what is counted, when, how it resets, and to which value. */
export function ReportEditor() {
  const { report } = useServices()
  const isLoading = useStore(report.store, (state) => state.isLoading)
  return (
    <Form
      className="grouped-form"
      aria-label={t('occupancy.report')}
      noValidate
      onSend={async (_data, form) => {
        await report.ask()
        // What is wrong stands beside its member, which may be far above the button.
        form.querySelector('.refusal')?.scrollIntoView({ block: 'center' })
      }}
    >
      <fieldset className="stack">
        <legend>{t('occupancy.form.what')}</legend>
        <Counted />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('form.when')}</legend>
        <ReportWhen />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('occupancy.form.resets')}</legend>
        <ResetRule />
      </fieldset>
      <fieldset className="stack">
        <legend>{t('occupancy.form.toValue')}</legend>
        <ResetValue />
      </fieldset>
      <div className="form-actions row">
        <SendButton isBusy={isLoading}>{t('occupancy.form.show')}</SendButton>
        <Button onClick={() => report.clear()}>{t('occupancy.form.new')}</Button>
        <span className="small-note">{rich('occupancy.form.enter', { enter: <Chord chord="Enter" /> })}</span>
      </div>
    </Form>
  )
}

function Counted() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  const dictionaries = useStore(report.store, (state) => state.dictionaries)
  const ofZones = dictionaries === undefined ? undefined : capacityOfZones(form.sources, dictionaries)
  return (
    <>
      <Member member="entrancesAndExits" label={t('occupancy.form.sources')} hint={<Dictionaries />}>
        {(control, faults) => (
          <Picker
            {...control}
            label={t('occupancy.form.sources')}
            isFirst
            takesOthers
            placeholder={t('occupancy.form.source')}
            choices={sourceChoices(dictionaries)}
            chosen={form.sources}
            wrong={faults.flatMap(({ at }) => at ?? [])}
            onChange={(sources) => report.edit({ sources })}
          />
        )}
      </Member>
      <div className="form-pair">
        <Member member="objectType" label={t('occupancy.form.counts')}>
          {(control) => (
            <select
              {...control}
              value={form.objectType}
              onChange={() => report.edit({ objectType: 'PEOPLE' })}
            >
              <option value="PEOPLE">{t('occupancy.form.people')}</option>
            </select>
          )}
        </Member>
        <Member member="capacity" label={t('occupancy.form.capacity')}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              value={form.capacity}
              placeholder={
                ofZones === undefined
                  ? t('occupancy.form.howMany')
                  : t('occupancy.form.zonesHold', { capacity: ofZones })
              }
              onChange={({ target }) => report.edit({ capacity: target.value })}
            />
          )}
        </Member>
      </div>
      <CamerasField
        label={t('occupancy.form.cameras')}
        placeholder={t('occupancy.form.ownCameras')}
        chosen={form.cameraIds}
        onChange={(cameraIds) => report.edit({ cameraIds })}
      />
    </>
  )
}

/** Where ids come from, or why there are none to choose from. */
function Dictionaries() {
  const { report } = useServices()
  const dictionaries = useStore(report.store, (state) => state.dictionaries)
  const error = useStore(report.store, (state) => state.dictionariesError)
  if (error !== undefined) return t('occupancy.form.typeIds', { why: errorWords(error) })
  return dictionaries === undefined ? t('occupancy.form.asking') : sourcesHint(dictionaries)
}

const windows: readonly (readonly [label: PlainKey, typed: string])[] = [
  ['span.today', 'today'],
  ['span.yesterday', 'yesterday'],
  ['span.last24h', 'last:24h'],
  ['span.last7d', 'last:7d'],
  ['span.last4w', 'last:4w'],
  ['span.lastYear', 'last:365d'],
]

/** The time of a report by words, and the zone whose clock is meant. */
function ReportWhen() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  const zones = useMemo(() => timeZoneChoices(), [])
  return (
    <>
      <Member member="timeRange" label={t('form.time')}>
        {(control) => (
          <>
            <input
              {...control}
              className="code"
              value={form.window}
              placeholder="2026-11-20 08:00..18:00"
              spellCheck={false}
              autoCapitalize="none"
              onChange={({ target }) => report.edit({ window: target.value })}
            />
            <div className="pills row wrap">
              {windows.map(([label, typed]) => (
                <button
                  key={typed}
                  type="button"
                  className="pill small-note rounded"
                  aria-pressed={form.window.trim() === typed}
                  onClick={() => report.edit({ window: typed })}
                >
                  {t(label)}
                </button>
              ))}
            </div>
          </>
        )}
      </Member>
      <Member member="timezone" label={t('occupancy.form.zone')}>
        {(control) => (
          <Picker
            {...control}
            label={t('occupancy.form.zone')}
            isSingle
            takesOthers
            placeholder={t('occupancy.form.findZone')}
            choices={zones}
            chosen={form.timezone === '' ? [] : [form.timezone]}
            onChange={([timezone = '']) => report.edit({ timezone })}
          />
        )}
      </Member>
    </>
  )
}
