import { memo, useId, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { WallEvent } from '#contract/wall/events.ts'
import type { FeedController } from '../../events/feed/feed-controller.ts'
import type { FeedList } from '../../events/feed/feed-list.ts'
import { notLiveWords } from '../../events/feed-words.ts'
import { clockText, dayUnless } from '../../timeline/axis/time-words.ts'
import { isOfEntry } from '../keyboard-driver.ts'
import { rowsDown, withinList } from '../list-keys.ts'
import { useServices, useToday, useWall, useZone } from '../services.ts'
import { t } from '../../language/language.ts'

/** Events as they come, in the place of a picture. */
export function FeedTile({ tile, search }: { readonly tile: number; readonly search: string | undefined }) {
  const { feeds } = useServices()
  const [subscribe, read] = useMemo(() => borrower(feeds, search), [feeds, search])
  const list = useSyncExternalStore(subscribe, read)
  const name = search ?? t('events.feed.all')
  return (
    <div className="feed fill">
      <h2 className="feed-title cut">{name}</h2>
      {list !== undefined && <Entries tile={tile} list={list} name={name} />}
    </div>
  )
}

/** Has a list for as long as somebody listens. */
function borrower(feeds: FeedController, search: string | undefined) {
  let list: FeedList | undefined
  const borrow = (listener: () => void) => {
    const lent = feeds.lend(search)
    list = lent.list
    listener()
    return lent.giveBack
  }
  return [borrow, () => list] as const
}

function Entries(props: { readonly tile: number; readonly list: FeedList; readonly name: string }) {
  const { tile, list, name } = props
  const { feeds, eventController } = useServices()
  const { events, isRead, problem } = useStore(list.store)
  const feed = useStore(eventController.store, (state) => state.feed)
  const isEntered = useStore(feeds.store, ({ entered }) => entered === tile)
  const chosen = useStore(feeds.store, (state) => state.chosen)
  const element = useRef<HTMLUListElement>(null)
  const id = useId()
  // The entry that is chosen stays the chosen one while others come above it.
  const at = Math.max(
    0,
    events.findIndex((event) => event.id === chosen),
  )
  const active = isEntered ? events[at] : undefined

  useLayoutEffect(() => {
    if (isEntered) element.current?.focus()
    else element.current?.blur()
  }, [isEntered])
  useLayoutEffect(() => {
    if (active !== undefined && active.id !== chosen) feeds.choose(active.id)
  }, [feeds, active, chosen])
  useLayoutEffect(() => {
    if (active !== undefined)
      element.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    else element.current?.scrollTo({ top: 0 })
  }, [active])

  function onKeyDown(event: React.KeyboardEvent): void {
    if (isOfEntry(event) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const down = rowsDown(event.key)
    if (down !== undefined) feeds.choose(events[withinList(at + down, events.length)]?.id)
    else if (event.key === 'Enter' && active !== undefined) {
      feeds.choose(active.id)
      feeds.play(active)
    } else if (event.key === 'Escape') feeds.leave()
    else return
    event.preventDefault()
  }

  const notLive = problem ?? notLiveWords(feed)
  return (
    <>
      {notLive !== undefined && (
        <p className="feed-problem row" role="status">
          <strong className="chip">{t('events.feed.notLive')}</strong> <span>{notLive}</span>
        </p>
      )}
      {events.length === 0 && problem === undefined && (
        <p className="feed-empty faint">{t(isRead ? 'events.feed.none' : 'events.feed.reading')}</p>
      )}
      <ul
        ref={element}
        className="feed-entries stack low"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: entries to choose from
        role="listbox"
        aria-label={t('events.feed.label', { name })}
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={() => feeds.enter(tile)}
        onBlur={() => feeds.leave()}
        onDoubleClick={(click) => {
          if (active === undefined || click.target === click.currentTarget) return
          click.stopPropagation()
          // The entry that the first click has chosen: another one may have come under the pointer since.
          feeds.play(active)
        }}
      >
        {events.map((event) => (
          <Entry key={event.id} id={`${id}-${event.id}`} event={event} isActive={event === active} />
        ))}
      </ul>
    </>
  )
}

const Entry = memo(function Entry(props: {
  readonly id: string
  readonly event: WallEvent
  readonly isActive: boolean
}) {
  const { id, event, isActive } = props
  const { eventController, feeds } = useServices()
  const zone = useZone()
  const day = dayUnless(useToday(), zone, event.timestampMs)
  const camera = useWall(({ cameraById }) => cameraById.get(event.cameraId))
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has keys for it
    <li
      id={id}
      className="feed-entry nowrap"
      role="option"
      aria-selected={isActive}
      data-event={event.id}
      onClick={({ detail }) => detail < 2 && feeds.choose(event.id)}
    >
      <time className="dim">
        {day} {clockText(zone, event.timestampMs, 'second')}
      </time>
      <i className="receipt-hue" style={eventController.markOf(event.eventTypeId)} />
      <b className="cut">{eventController.nameOf(event.eventTypeId)}</b>
      <span className="feed-camera dim strong end">{camera?.number}</span>
      <span className="cut">{eventController.textOf(event)}</span>
    </li>
  )
})
