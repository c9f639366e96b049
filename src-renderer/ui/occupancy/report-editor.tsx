import { useMemo } from 'react'
import { useStore } from 'zustand'
import { capacityOfZones } from '../../occupancy/report/report-cameras.ts'
import { Chord } from '../chord.tsx'
import { Picker } from '../picker.tsx'
import { useServices, useWall } from '../services.ts'
import { sourceChoices, sourcesHint, timeZoneChoices } from './report-choices.ts'
import { Member } from './report-member.tsx'
import { ResetRule, ResetValue } from './report-resets.tsx'

/** Every member of a report, grouped as a person thinks: what is counted, when, how it resets, and to which value. */
export function ReportEditor() {
  const { report } = useServices()
  const isLoading = useStore(report.store, (state) => state.isLoading)
  return (
    <form
      className="report-form"
      aria-label="Report"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void report.ask()
      }}
    >
      <fieldset>
        <legend>What is counted</legend>
        <Counted />
      </fieldset>
      <fieldset>
        <legend>When</legend>
        <ReportWhen />
      </fieldset>
      <fieldset>
        <legend>How it resets</legend>
        <ResetRule />
      </fieldset>
      <fieldset>
        <legend>To which value</legend>
        <ResetValue />
      </fieldset>
      <div className="report-actions">
        <button type="submit" className="button button-main" disabled={isLoading}>
          Show the report
        </button>
        <button type="button" className="button" onClick={() => report.clear()}>
          New
        </button>
        <span className="search-note">
          <Chord chord="Enter" /> in any field
        </span>
      </div>
    </form>
  )
}

function Counted() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  const dictionaries = useStore(report.store, (state) => state.dictionaries)
  const cameras = useWall((wall) => wall.cameras)
  const ofZones = dictionaries === undefined ? undefined : capacityOfZones(form.sources, dictionaries)
  return (
    <>
      <Member member="entrancesAndExits" label="Entrances and zones" hint={<Dictionaries />}>
        {(control, faults) => (
          <Picker
            {...control}
            label="Entrances and zones"
            isFirst
            takesOthers
            placeholder="Entrance, zone or id"
            choices={sourceChoices(dictionaries)}
            chosen={form.sources}
            wrong={faults.flatMap(({ at }) => at ?? [])}
            onChange={(sources) => report.edit({ sources })}
          />
        )}
      </Member>
      <div className="form-pair">
        <Member member="objectType" label="Counts">
          {(control) => (
            <select
              {...control}
              value={form.objectType}
              onChange={() => report.edit({ objectType: 'PEOPLE' })}
            >
              <option value="PEOPLE">People</option>
            </select>
          )}
        </Member>
        <Member member="capacity" label="Capacity">
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              value={form.capacity}
              placeholder={ofZones === undefined ? 'how many may be there' : `the zones hold ${ofZones}`}
              onChange={({ target }) => report.edit({ capacity: target.value })}
            />
          )}
        </Member>
      </div>
      <div className="field">
        <span className="field-label">Cameras that show a moment of it</span>
        <Picker
          label="Cameras that show a moment of it"
          placeholder="Those of the entrances and zones"
          choices={cameras.map(({ id, number, name, group }) => ({
            id,
            number,
            words: `${number} ${name}`,
            ...(group === '' ? {} : { detail: group }),
          }))}
          chosen={form.cameraIds}
          onChange={(cameraIds) => report.edit({ cameraIds })}
        />
      </div>
    </>
  )
}

/** Where ids come from, or why there are none to choose from. */
function Dictionaries() {
  const { report } = useServices()
  const dictionaries = useStore(report.store, (state) => state.dictionaries)
  const error = useStore(report.store, (state) => state.dictionariesError)
  if (error !== undefined) return `${error.message} Ids can be typed in.`
  if (dictionaries === undefined) return 'Asking the platform what it counts…'
  return sourcesHint(dictionaries)
}

const windows: readonly (readonly [label: string, typed: string])[] = [
  ['Today', 'today'],
  ['Yesterday', 'yesterday'],
  ['Last 24 hours', 'last:24h'],
  ['Last 7 days', 'last:7d'],
  ['Last 4 weeks', 'last:4w'],
  ['Last year', 'last:365d'],
]

/** The time of a report by words, and the zone whose clock is meant. */
function ReportWhen() {
  const { report } = useServices()
  const form = useStore(report.store, (state) => state.form)
  const zones = useMemo(() => timeZoneChoices(), [])
  return (
    <>
      <Member member="timeRange" label="Time">
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
            <div className="search-chips">
              {windows.map(([label, typed]) => (
                <button
                  key={typed}
                  type="button"
                  className="search-chip"
                  aria-pressed={form.window.trim() === typed}
                  onClick={() => report.edit({ window: typed })}
                >
                  {label}
                </button>
              ))}
            </div>
          </>
        )}
      </Member>
      <Member member="timezone" label="Time zone">
        {(control) => (
          <Picker
            {...control}
            label="Time zone"
            isSingle
            takesOthers
            placeholder="Find a time zone"
            choices={zones}
            chosen={form.timezone === '' ? [] : [form.timezone]}
            onChange={([timezone = '']) => report.edit({ timezone })}
          />
        )}
      </Member>
    </>
  )
}
