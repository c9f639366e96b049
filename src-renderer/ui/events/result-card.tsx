import type { WallEvent } from '#contract/wall/events.ts'
import { clockText, dateText } from '../../timeline/axis/time-words.ts'
import { Chord } from '../chord.tsx'
import { useServices, useWall } from '../services.ts'

/** All of one event: its typed fields, and to the millisecond when it was. */
export function ResultCard({ event }: { readonly event: WallEvent }) {
  const { events, zone } = useServices()
  const camera = useWall(({ cameraById }) => cameraById.get(event.cameraId))
  const offsetMs = events.clockOffsetMsOf(event)
  return (
    <div className="result-card">
      <header>
        <i className="event-hue" style={{ background: events.colourOf(event.eventTypeId) }} />
        <b>{events.nameOf(event.eventTypeId)}</b>
        <span>{camera === undefined ? 'another camera' : `${camera.number} ${camera.name}`}</span>
      </header>
      <p className="result-card-time">
        {clockText(zone(), event.timestampMs, 'millisecond')} · {dateText(zone(), event.timestampMs)}
        {offsetMs !== 0 && ` · clock ${offsetMs > 0 ? '+' : '−'}${Math.abs(offsetMs) / 1_000} s`}
      </p>
      <dl>
        {events.rowsOf(event).map(({ field, words, unit, type }) => (
          <div key={field} data-type={type}>
            <dt>{field}</dt>
            <dd>
              {words}
              {unit !== undefined && <small> {unit}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <footer>
        <span>
          <kbd>Enter</kbd> play
        </span>
        <span>
          <Chord chord="Shift+Enter" /> its picture
        </span>
        <span>
          <Chord chord="Alt+ArrowLeft" /> <kbd>→</kbd> earlier, later
        </span>
      </footer>
    </div>
  )
}
