import type { EventQuery } from '#contract/wall/event-query.ts'
import type { ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { searchNameKey } from '#contract/wall/saved-search.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore } from 'zustand/vanilla'
import type { Zone } from '../../timeline/axis/zone.ts'
import type { AreaOptions } from '../../wall/area-options.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import type { EventCatalogue } from '../query/catalogue.ts'
import { isBack } from '../feed-words.ts'
import { matches } from '../query/matches.ts'
import type { QueryReader } from '../query/reading/read-query.ts'
import { toSearchBody } from '../query/search-body.ts'
import { t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'
import { onChangeOf } from '../../wall/on-change-of.ts'

const { first, most, retryMs, forgetEveryMs } = eventDefaults.feed

export interface FeedState {
  /** Newest first. */
  readonly events: readonly WallEvent[]
  /** Whether the platform has answered. */
  readonly isRead: boolean
  /** Why it is not what it should be, in words. */
  readonly problem: string | undefined
}

export interface FeedListOptions extends Pick<AreaOptions, 'wall' | 'session' | 'zone' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly eventController: EventController
  readonly reader: QueryReader
}

interface Asked {
  readonly query: EventQuery
  readonly body: ResolvedEventQuery
}

const everything: EventQuery = { tags: [], cameras: [], time: { kind: 'all' }, conditions: [] }

export type FeedList = ReturnType<typeof feedListOf>

/** The newest events of a saved search, or of all, and each new one as it comes. */
export function feedListOf(options: FeedListOptions, search: string | undefined) {
  const { shell, wall, session, zone, clock, eventController, reader } = options
  const store = createStore<FeedState>(() => ({ events: [], isRead: false, problem: undefined }))
  let stopWatching: (() => void) | undefined
  let callOff: (() => void) | undefined
  let callOffForget: (() => void) | undefined
  /** What the present list was made from. */
  let madeFrom = ''
  let shown: EventQuery | undefined
  let generation = 0

  function catalogue(): EventCatalogue {
    return { tags: eventController.store.getState().tags, cameras: wall.getState().cameras }
  }

  /** The same search means something else once it, or what it names, has changed. */
  function follow(): void {
    const source = JSON.stringify([textOf(), catalogue(), session.getState().settings.timeZone])
    if (source === madeFrom) return
    madeFrom = source
    stopWatching?.()
    stopWatching = undefined
    callOffForget?.()
    callOffLoad()
    generation += 1
    const asked = read(zone())
    shown = asked.ok ? asked.value.query : undefined
    store.setState({ events: [], isRead: false, problem: asked.ok ? undefined : asked.error })
    if (!asked.ok) return
    const { cameraIds, eventTypeIds } = asked.value.body
    stopWatching = eventController.watch({ cameraIds, eventTypeIds }, (events, skipped) => {
      take(events)
      if (skipped > 0) loadLater()
    })
    if (asked.value.query.time.kind !== 'all') forgetLater()
    void load()
  }

  /** What is too old for the search by now. */
  function forgetLater(): void {
    callOffForget = clock.after(forgetEveryMs, () => {
      take([])
      forgetLater()
    })
  }

  function textOf(): string | undefined {
    if (search === undefined) return ''
    const key = searchNameKey(search)
    const { savedSearches } = session.getState().settings
    return savedSearches.find(({ name }) => searchNameKey(name) === key)?.text
  }

  function read(of: Zone): Result<Asked, string> {
    const nowMs = clock.nowMs()
    const text = textOf()
    const name = search ?? ''
    if (text === undefined) return fail(t('events.feed.noSearch', { name }))
    if (text === '') return withBody(everything, catalogue(), of, nowMs)
    const query = reader.parse(text, catalogue(), of, nowMs)
    if (query.ok) return withBody(query.value, catalogue(), of, nowMs)
    return fail(t('events.feed.unreadable', { name, why: query.error[0]?.message ?? '' }))
  }

  async function load(): Promise<void> {
    callOffLoad()
    // The end of a search goes with the time.
    const asked = read(zone())
    if (!asked.ok) return
    const asking = ++generation
    const answer = await shell.call('events.search', { ...asked.value.body, order: 'desc', limit: first })
    if (asking !== generation) return
    if (answer.ok) {
      store.setState({ isRead: true, problem: undefined })
      take(answer.value.events)
    } else {
      store.setState({ problem: errorWords(answer.error) })
      loadLater()
    }
  }

  /** Once for a flood of them. */
  function loadLater(): void {
    callOff ??= clock.after(retryMs, () => void load())
  }

  function callOffLoad(): void {
    callOff?.()
    callOff = undefined
  }

  function take(events: readonly WallEvent[]): void {
    const query = shown
    if (query === undefined) return
    const zoneNow = zone()
    const nowMs = clock.nowMs()
    const byId = new Map([...store.getState().events, ...events].map((event) => [event.id, event]))
    const kept = [...byId.values()]
      .filter((event) => matches(query, event, zoneNow, nowMs))
      .sort((one, other) => other.timestampMs - one.timestampMs || (one.id < other.id ? 1 : -1))
    store.setState({ events: kept.slice(0, most) })
  }

  const stops = [
    onChangeOf(wall, 'cameras', follow),
    onChangeOf(session, 'settings', follow),
    eventController.store.subscribe((now, before) => {
      if (now.tags !== before.tags) follow()
      if (isBack(now.feed, before.feed)) void load()
    }),
  ]
  follow()
  return {
    store,
    dispose(): void {
      generation += 1
      for (const stop of stops) stop()
      stopWatching?.()
      callOff?.()
      callOffForget?.()
    },
  }
}

function withBody(
  query: EventQuery,
  catalogue: EventCatalogue,
  zone: Zone,
  nowMs: number,
): Result<Asked, string> {
  const body = toSearchBody(query, catalogue, zone, nowMs)
  return body.ok ? ok({ query, body: body.value }) : body
}
