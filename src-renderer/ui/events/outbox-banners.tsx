import { Inbox } from 'lucide-react'
import { useStore } from 'zustand'
import { Chord } from '../chord.tsx'
import { useNowMs } from '../second-ticker.ts'
import { useServices, useSession } from '../services.ts'
import { refusedWords, waitingWords } from './outbox-words.ts'

/** On one screen only: what waits for the platform waits for this machine, not for a monitor. */
export function OutboxBanner() {
  const { outbox: watch, ticker, keymap } = useServices()
  const outbox = useStore(watch.store, (state) => state.outbox)
  const isWaiting = useStore(watch.store, (state) => state.isWaiting)
  const isFirst = useSession((session) => session.monitor === 1)
  const nowMs = useNowMs(ticker, isWaiting)
  if (outbox === undefined || !isFirst) return null
  const waiting = isWaiting ? waitingWords(outbox, nowMs) : undefined
  const refused = refusedWords(outbox)
  const says = [outbox.unavailable?.message, refused, waiting].filter((words) => words !== undefined)
  if (says.length === 0) return null
  const chord = keymap().chordsByAction.get('outbox')?.[0]
  const isQuiet = outbox.unavailable === undefined && refused === undefined
  return (
    <p className="banner" data-tone={isQuiet ? 'quiet' : 'attention'} data-banner="outbox" role="status">
      <Inbox aria-hidden size="1.25em" />
      <span>{says.join(' ')}</span>
      {chord !== undefined && <Chord chord={chord} />}
    </p>
  )
}

/** What became of the operator's mark, for a while. */
export function MarkBanner() {
  const { marks } = useServices()
  const said = useStore(marks.store, (state) => state.said)
  return said === undefined ? null : (
    <p className="banner" data-tone="quiet" data-banner="mark" role="status">
      <span>{said}</span>
    </p>
  )
}
