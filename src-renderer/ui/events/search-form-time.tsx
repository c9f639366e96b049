import type { EventTime, Moment } from '#contract/wall/event-query.ts'
import { todayByClock } from '../../events/query/time-span.ts'
import { printTime } from '../../events/query/printing/print-time.ts'
import { Options } from '../form-parts.tsx'
import { useServices } from '../services.ts'
import { type PlainKey, t } from '../../language/language.ts'

const words: readonly (readonly [PlainKey, EventTime])[] = [
  ['span.all', { kind: 'all' }],
  ['span.last15m', { kind: 'last', amount: 15, unit: 'm' }],
  ['span.last1h', { kind: 'last', amount: 1, unit: 'h' }],
  ['span.last24h', { kind: 'last', amount: 24, unit: 'h' }],
  ['span.last7d', { kind: 'last', amount: 7, unit: 'd' }],
  ['span.last4w', { kind: 'last', amount: 4, unit: 'w' }],
  ['span.today', { kind: 'between', from: { day: 'today' }, until: { day: 'today' } }],
  ['span.yesterday', { kind: 'between', from: { day: 'yesterday' }, until: { day: 'yesterday' } }],
]

/** A time by words, or from one moment to another. Whatever else was typed stays as it is. */
export function SearchFormTime(props: {
  readonly time: EventTime
  readonly onTime: (time: EventTime) => void
}) {
  const { time, onTime } = props
  const { zone, platformClock } = useServices()
  const typed = printTime(time)
  const isWords = words.some(([, one]) => printTime(one) === typed)
  const range = rangeOf(time)
  return (
    <div className="pills row wrap">
      <select
        aria-label={t('form.time')}
        value={isWords ? typed : range === undefined ? 'typed' : 'range'}
        onChange={({ target }) => {
          const chosen = words.find(([, one]) => printTime(one) === target.value)
          if (chosen !== undefined) onTime(chosen[1])
          else if (target.value === 'range') onTime(todayByClock(zone(), platformClock.nowMs()))
        }}
      >
        <Options of={words.map(([label, one]) => [printTime(one), t(label)])} />
        <option value="range">{t('events.form.fromTo')}</option>
        {!isWords && range === undefined && <option value="typed">{typed}</option>}
      </select>
      {range !== undefined && !isWords && (
        <>
          <input
            type="datetime-local"
            aria-label={t('form.from')}
            value={range.from}
            onChange={({ target }) => changed(target.value, range.until, onTime)}
          />
          <input
            type="datetime-local"
            aria-label={t('events.form.to')}
            value={range.until}
            onChange={({ target }) => changed(range.from, target.value, onTime)}
          />
        </>
      )}
    </div>
  )
}

/** As the browser's fields write it; undefined for what they cannot. */
function rangeOf(time: EventTime): { readonly from: string; readonly until: string } | undefined {
  if (time.kind !== 'between') return undefined
  const from = fieldOf(time.from)
  const until = fieldOf(time.until)
  return from === undefined || until === undefined ? undefined : { from, until }
}

function fieldOf({ day, clock }: Moment): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(day)
  return isDate && clock !== undefined && /^\d\d:\d\d$/.test(clock) ? `${day}T${clock}` : undefined
}

function changed(from: string, until: string, onTime: (time: EventTime) => void): void {
  const [first, last] = [momentOf(from), momentOf(until)]
  if (first !== undefined && last !== undefined) onTime({ kind: 'between', from: first, until: last })
}

function momentOf(field: string): Moment | undefined {
  const [day, clock] = field.split('T')
  return day === undefined || clock === undefined ? undefined : { day, clock }
}
