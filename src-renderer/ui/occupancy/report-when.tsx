import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Picker } from '../picker.tsx'
import { useServices } from '../services.ts'
import { timeZoneChoices } from './report-choices.ts'
import { Member } from './report-member.tsx'

const windows: readonly (readonly [label: string, typed: string])[] = [
  ['Today', 'today'],
  ['Yesterday', 'yesterday'],
  ['Last 24 hours', 'last:24h'],
  ['Last 7 days', 'last:7d'],
  ['Last 4 weeks', 'last:4w'],
  ['Last year', 'last:365d'],
]

/** The time of a report by words, and the zone whose clock is meant. */
export function ReportWhen() {
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
