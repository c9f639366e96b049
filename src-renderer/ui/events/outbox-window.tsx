import { useState } from 'react'
import { useStore } from 'zustand'
import type { EventOutboxState } from '#contract/wall/events.ts'
import type { DeadLetters } from '../../events/mark/outbox-watch.ts'
import { FormError } from '../form-parts.tsx'
import { useNowMs } from '../second-ticker.ts'
import { useServices, useSession, useWall } from '../services.ts'
import { pastTime } from '../playback-look.ts'
import { useCall } from '../use-call.ts'
import { Window } from '../window.tsx'
import { elsewhereWords, refusedWords, waitingWords } from './outbox-words.ts'

/** What waits on this machine for the platform, and what the platform did not take. */
export function OutboxWindow({ onClose }: { readonly onClose: () => void }) {
  const { outbox: watch, ticker } = useServices()
  const outbox = useStore(watch.store, (state) => state.outbox)
  const nowMs = useNowMs(ticker, true)
  const platforms = useSession(({ connection }) => connection.platforms)
  const elsewhere = outbox === undefined ? undefined : elsewhereWords(outbox, platforms)
  return (
    <Window title="Outbox" size="wide" onClose={onClose}>
      {outbox === undefined ? (
        <p>The application in the background has not answered yet.</p>
      ) : (
        <>
          <p>
            {outbox.unavailable?.message ??
              waitingWords(outbox, nowMs) ??
              (outbox.deadLetterCount > 0
                ? 'Nothing waits.'
                : 'Nothing waits: the platform has all that was kept here.')}
          </p>
          {elsewhere !== undefined && <p>{elsewhere}</p>}
          {outbox.deadLetterCount > 0 && <Refused outbox={outbox} />}
        </>
      )}
    </Window>
  )
}

function Refused({ outbox }: { readonly outbox: EventOutboxState }) {
  const { events, zone, clock } = useServices()
  const cameraById = useWall((wall) => wall.cameraById)
  const retry = useCall('events.retry')
  const discard = useCall('events.discard')
  /** What has been asked to be discarded, and not confirmed yet. */
  const [doubted, setDoubted] = useState<string>()
  const isBusy = retry.isBusy || discard.isBusy

  function actionsFor(name: string, what: string, letters: DeadLetters) {
    const isDoubted = doubted === name
    return (
      <span className="outbox-actions">
        <button type="button" className="button" disabled={isBusy} onClick={() => void retry.run(letters)}>
          Send {what} again
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy}
          data-tone={isDoubted ? 'fault' : undefined}
          onBlur={() => setDoubted(undefined)}
          onClick={() => {
            setDoubted(isDoubted ? undefined : name)
            if (isDoubted) void discard.run(letters)
          }}
        >
          {isDoubted ? `Discard ${what} for good` : `Discard ${what}…`}
        </button>
      </span>
    )
  }

  return (
    <section>
      <h3>{refusedWords(outbox)}</h3>
      {outbox.deadLetterCount > 1 && actionsFor('all', `all ${outbox.deadLetterCount}`, { all: true })}
      <FormError error={retry.error ?? discard.error} />
      <ul className="outbox-letters">
        {outbox.deadLetters.map((letter) => {
          const { id, cameraId, eventTypeId, timestampMs, reason } = letter
          const { time, day } = pastTime(zone(), timestampMs, clock.nowMs(), false)
          const camera = cameraById.get(cameraId)
          return (
            <li key={id}>
              <b>{events.nameOf(eventTypeId)}</b>
              <span>{camera === undefined ? 'unknown camera' : `${camera.number} ${camera.name}`}</span>
              <time>
                {day} {time}
              </time>
              <span className="outbox-text">{events.textOf(letter)}</span>
              <span className="outbox-reason">{reason}</span>
              {actionsFor(id, 'it', { ids: [id] })}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
