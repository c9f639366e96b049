import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useId, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { WallEvent } from '#contract/wall/events.ts'
import type { ResultState } from '../../events/search/result-list.ts'
import { clockText, dateText } from '../../timeline/axis/time-words.ts'
import { Cap, Chord, rich } from '../rich-text.tsx'
import { Button } from '../form-parts.tsx'
import { isOfEntry } from '../keyboard-driver.ts'
import { rowsDown } from '../list-keys.ts'
import { useServices, useWall, useZone } from '../services.ts'
import { Fields } from './receipt-overlay.tsx'
import { ResultRow } from './result-row.tsx'
import { numberedName, numberText, t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'

/** The rows grow with the screen like everything else. */
const rowRem = 3.25
const rowsBeyond = 8

/** What was found, newest first: as many rows as there are, and as many elements as are seen. */
export function ResultList({ list }: { readonly list: RefObject<HTMLDivElement | null> }) {
  const { search, eventSteps } = useServices()
  const { results } = search
  const state = useStore(results.store)
  const { rows, selectedId, isSearching } = state
  const selected = rows.find(({ id }) => id === selectedId)
  const asked = useStore(search.store, (now) => now.asked)
  const listId = useId()
  const rowPx = Math.round(rowRem * useRootFontPx())
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is memoized
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowPx,
    overscan: rowsBeyond,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  useEffect(() => virtual.measure(), [virtual, rowPx])
  const items = virtual.getVirtualItems()
  const lastSeen = items.at(-1)?.index ?? 0
  useEffect(() => results.seen(lastSeen), [results, lastSeen, rows])
  useEffect(() => {
    const index = results.store.getState().rows.findIndex(({ id }) => id === selectedId)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [results, virtual, selectedId])
  useEffect(() => {
    list.current?.scrollTo({ top: 0 })
  }, [list, asked])

  const takeIn = () => {
    // The button for it goes, and must not leave the keys to the wall.
    list.current?.focus()
    void search.takeIn()
    list.current?.scrollTo({ top: 0 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfEntry(event) || event.ctrlKey || event.altKey || event.metaKey) return
    const rowsSeen = Math.floor((list.current?.clientHeight ?? 0) / rowPx)
    const down = rowsDown(event.key, Math.max(1, rowsSeen - 1))
    // Home is the wall's, which goes on beside the list, and the list has no end that is known.
    if (down !== undefined && Number.isFinite(down)) {
      event.preventDefault()
      const isTop = rows[0]?.id === selectedId
      if (event.key === 'ArrowUp' && isTop && state.waiting.length + state.missed > 0) takeIn()
      results.step(down)
    } else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      // Also while nothing can be played: the wall would show its tile large.
      event.preventDefault()
      if (results.selected !== undefined) eventSteps.show(results.selected, event.shiftKey ? 'stand' : 'play')
    }
  }

  return (
    <>
      <Status state={state} onTakeIn={takeIn} />
      <div
        className="results grow low"
        ref={list}
        id={listId}
        // A list box without an option is none.
        role={rows.length === 0 ? 'region' : 'listbox'}
        aria-label={t('events.results.label')}
        tabIndex={0}
        aria-activedescendant={selectedId === undefined ? undefined : `${listId}-${selectedId}`}
        onKeyDown={onKeyDown}
      >
        <div className="results-all" inert={isSearching} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const event = rows[index]
            if (event === undefined) return null
            return (
              <ResultRow
                key={event.id}
                id={`${listId}-${event.id}`}
                event={event}
                conditions={(isSearching ? undefined : asked?.query.conditions) ?? noConditions}
                topPx={start}
                heightPx={rowPx}
                isSelected={event.id === selectedId}
              />
            )
          })}
        </div>
        {rows.length === 0 && <Nothing state={state} isAsked={asked !== undefined} />}
      </div>
      {rows.length > 0 && state.error !== undefined && (
        <div className="results-end" role="status">
          <span>{t('events.results.noFurther', { why: errorWords(state.error) })}</span>
          <Button onClick={() => void results.more()}>{t('events.results.loadAgain')}</Button>
        </div>
      )}
      {selected !== undefined && <ResultCard event={selected} isOld={isSearching} />}
    </>
  )
}

const noConditions: readonly never[] = []

/** One line that is always there, so that nothing moves when it has something to say. */
function Status({ state, onTakeIn }: { readonly state: ResultState; readonly onTakeIn: () => void }) {
  const { eventController } = useServices()
  const feed = useStore(eventController.store, (now) => now.feed.state)
  const waiting = state.waiting.length + state.missed
  return (
    <div className="results-status" role="status">
      <span>{countWords(state)}</span>
      {waiting > 0 && (
        <button type="button" className="results-new rounded bright" onClick={onTakeIn}>
          {newWords(state)} <Chord chord="Alt+ArrowUp" />
        </button>
      )}
      {waiting === 0 && feed === 'unavailable' && <i>{t('events.results.noNewEvents')}</i>}
      {waiting === 0 && feed === 'waiting' && <i>{t('events.results.reconnecting')}</i>}
    </div>
  )
}

/** Whether what was missed would have been found is not known. */
function newWords({ waiting, missed }: ResultState): string {
  if (waiting.length === 0) return t('events.results.searchNew')
  return t(missed > 0 ? 'events.results.newOrMore' : 'events.results.new', { count: waiting.length })
}

function countWords({ rows, total, isLoading, isSearching, hasMore }: ResultState): string {
  if (rows.length === 0 || isSearching) return isLoading ? t('events.results.searching') : ''
  const isMore = total === undefined && hasMore
  return t(isMore ? 'events.results.countOrMore' : 'events.count', {
    count: Math.max(total ?? 0, rows.length),
  })
}

function Nothing({ state, isAsked }: { readonly state: ResultState; readonly isAsked: boolean }) {
  const { search, eventController } = useServices()
  const { source, tags } = useStore(eventController.store)
  if (state.isLoading || !isAsked) return null
  if (state.error === undefined)
    return <p className="results-nothing stack dim">{t('events.results.none')}</p>
  return (
    <div className="results-nothing stack dim">
      <p>{errorWords(state.error)}</p>
      {state.error.code === 'events_unavailable' ? (
        source === 'settings' && tags.length === 0 && <p>{t('events.results.noTags')}</p>
      ) : (
        <Button onClick={() => void search.search()}>{t('events.results.again')}</Button>
      )}
    </div>
  )
}

function useRootFontPx(): number {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed)
      return () => window.removeEventListener('resize', changed)
    },
    () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  )
}

function clockWords(offsetMs: number): string {
  const length = numberText(Math.abs(offsetMs) / 1_000, { useGrouping: false })
  return t('events.results.clock', { seconds: `${offsetMs > 0 ? '+' : '−'}${length}` })
}

/** All of one event: its typed fields, and to the millisecond when it was. */
function ResultCard({ event, isOld }: { readonly event: WallEvent; readonly isOld: boolean }) {
  const { eventController } = useServices()
  const zone = useZone()
  const camera = useWall(({ cameraById }) => cameraById.get(event.cameraId))
  const offsetMs = eventController.clockOffsetMsOf(event)
  return (
    <div className="result-card rigid small" inert={isOld}>
      <header className="row">
        <i className="event-hue" style={eventController.markOf(event.eventTypeId)} />
        <b>{eventController.nameOf(event.eventTypeId)}</b>
        <span className="cut">{camera === undefined ? t('events.otherCamera') : numberedName(camera)}</span>
      </header>
      <p className="dim">
        {clockText(zone, event.timestampMs, 'millisecond')} · {dateText(zone, event.timestampMs)}
        {offsetMs !== 0 && ` · ${clockWords(offsetMs)}`}
      </p>
      <Fields rows={eventController.rowsOf(event)} />
      <footer>
        <span>{rich('events.results.play', { chord: <Cap name="Enter" /> })}</span>
        <span>{rich('events.results.picture', { chord: <Chord chord="Shift+Enter" /> })}</span>
        <span>
          {rich('events.results.steps', {
            chord: (
              <>
                <Chord chord="Alt+ArrowLeft" /> <kbd>→</kbd>
              </>
            ),
          })}
        </span>
      </footer>
    </div>
  )
}
