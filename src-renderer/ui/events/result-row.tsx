import { memo } from 'react'
import type { EventCondition } from '#contract/wall/event-query.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { EventPart } from '../../events/event-words.ts'
import { type MarkedPiece, markMatches } from '../../events/search/match-marks.ts'
import { clockText, dayUnless } from '../../timeline/axis/time-words.ts'
import { useServices, useToday, useWall, useZone } from '../services.ts'
import { numberedName, t } from '../../language/language.ts'

export interface ResultRowProps {
  readonly id: string
  readonly event: WallEvent
  readonly conditions: readonly EventCondition[]
  readonly topPx: number
  readonly heightPx: number
  readonly isSelected: boolean
}

/** One event: when, of what, before which camera, and what it says in one line. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { id, event, conditions, topPx, heightPx, isSelected } = props
  const { search, eventSteps, eventController } = useServices()
  const zone = useZone()
  const day = dayUnless(useToday(), zone, event.timestampMs)
  const camera = useWall(({ cameraById }) => cameraById.get(event.cameraId))
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list does that
    <div
      id={id}
      className="result"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      style={{ transform: `translateY(${topPx}px)`, height: heightPx }}
      // The list keeps the keys.
      onPointerDown={(press) => press.preventDefault()}
      onClick={() => search.results.select(event.id)}
      onDoubleClick={() => eventSteps.show(event, 'play')}
    >
      <time className="result-time" dateTime={new Date(event.timestampMs).toISOString()}>
        <b>{clockText(zone, event.timestampMs, 'second')}</b>
        {day !== '' && <small>{day}</small>}
      </time>
      <i className="event-hue" style={eventController.markOf(event.eventTypeId)} />
      <span className="result-tag">{eventController.nameOf(event.eventTypeId)}</span>
      <span className="result-camera cut dim end">
        {camera === undefined ? t('events.otherCamera') : numberedName(camera)}
      </span>
      <span className="result-fields cut dim">
        {eventController.partsOf(event).map((part) => (
          <Part key={part.field} part={part} conditions={conditions} />
        ))}
      </span>
    </div>
  )
})

function Part(props: { readonly part: EventPart; readonly conditions: readonly EventCondition[] }) {
  const { part, conditions } = props
  const pieces = markMatches(part.field, part.words, conditions)
  return (
    <span>
      {startingAtMatch(pieces).map(({ text, isMatch, at }) =>
        isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}
    </span>
  )
}

/** Shown of a long text before a match. */
const charsBefore = 12

/** One line does not hold all of a receipt: it begins a little before the match. */
function startingAtMatch(pieces: readonly MarkedPiece[]): (MarkedPiece & { readonly at: number })[] {
  let at = 0
  return pieces.map((piece, index) => {
    const isLead = index === 0 && !piece.isMatch && pieces.length > 1 && piece.text.length > charsBefore * 2
    const text = isLead ? `…${piece.text.slice(-charsBefore)}` : piece.text
    const placed = { ...piece, text, at }
    at += piece.text.length
    return placed
  })
}
