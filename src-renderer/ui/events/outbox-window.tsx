import { useStore } from 'zustand'
import type { EventOutboxState } from '#contract/wall/events.ts'
import type { DeadLetters } from '../../events/mark/outbox-watch.ts'
import { Button, FormError, SureButton } from '../form-parts.tsx'
import { useNowMs, useServices, useSession, useWall } from '../services.ts'
import { pastTime } from '../playback-look.ts'
import { useCall } from '../use-call.ts'
import { Window } from '../window.tsx'
import { elsewhereWords, refusedWords, waitingWords } from './outbox-words.ts'
import { numberedName, t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'

/** What waits on this machine for the platform, and what the platform did not take. */
export function OutboxWindow({ onClose }: { readonly onClose: () => void }) {
  const { outbox: watch } = useServices()
  const outbox = useStore(watch.store, (state) => state.outbox)
  const nowMs = useNowMs()
  const platforms = useSession(({ connection }) => connection.platforms)
  const discard = useCall('events.discard')
  return (
    <Window title={t('events.outbox.title')} size="wide" onClose={onClose}>
      {outbox === undefined ? (
        <p>{t('events.outbox.noAnswer')}</p>
      ) : (
        <>
          <p>
            {errorWords(outbox.unavailable) ??
              waitingWords(outbox, nowMs) ??
              t(outbox.deadLetterCount > 0 ? 'events.outbox.empty' : 'events.outbox.allTaken')}
          </p>
          {elsewhereWords(outbox, platforms).map(({ platform, count, isKnown, words }) => (
            <p key={platform}>
              {words}{' '}
              {!isKnown && (
                <SureButton
                  isBusy={discard.isBusy}
                  words={wordsFor(count).discard}
                  sureWords={wordsFor(count).discardForGood}
                  onSure={() => void discard.run({ platform })}
                />
              )}
            </p>
          ))}
          <FormError error={discard.error} />
          {outbox.deadLetterCount > 0 && <Refused outbox={outbox} />}
        </>
      )}
    </Window>
  )
}

const wordsFor = (count: number) => ({
  send: t('events.outbox.send', { count }),
  discard: t('events.outbox.discard', { count }),
  discardForGood: t('events.outbox.discardForGood', { count }),
})

function Refused({ outbox }: { readonly outbox: EventOutboxState }) {
  const { eventController, zone, platformClock } = useServices()
  const cameraById = useWall((wall) => wall.cameraById)
  const retry = useCall('events.retry')
  const discard = useCall('events.discard')
  const isBusy = retry.isBusy || discard.isBusy
  const { deadLetterCount: count } = outbox

  function actionsFor(letters: DeadLetters, words: ReturnType<typeof wordsFor>) {
    return (
      <span className="outbox-actions">
        <Button isBusy={isBusy} onClick={() => void retry.run(letters)}>
          {words.send}
        </Button>
        <SureButton
          isBusy={isBusy}
          words={words.discard}
          sureWords={words.discardForGood}
          onSure={() => void discard.run(letters)}
        />
      </span>
    )
  }

  return (
    <section>
      <h3>{refusedWords(outbox)}</h3>
      {count > 1 && actionsFor({ all: true, count }, wordsFor(count))}
      <FormError error={retry.error ?? discard.error} />
      <ul className="outbox-letters">
        {outbox.deadLetters.map((letter) => {
          const { id, cameraId, eventTypeId, timestampMs, why } = letter
          const { time, day } = pastTime(zone(), timestampMs, platformClock.nowMs(), false)
          const camera = cameraById.get(cameraId)
          return (
            <li key={id}>
              <b>{eventController.nameOf(eventTypeId)}</b>
              <span>{camera === undefined ? t('tile.notListed') : numberedName(camera)}</span>
              <time>
                {day} {time}
              </time>
              <span className="outbox-text">{eventController.textOf(letter)}</span>
              <span className="outbox-reason">
                {why.tries !== undefined && `${t('events.outbox.setAside', { tries: why.tries })} `}
                {errorWords(why.error)}
              </span>
              {actionsFor({ ids: [id] }, wordsFor(1))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
