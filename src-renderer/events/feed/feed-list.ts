import type { EventQuery } from '#contract/wall/event-query.ts'
import type { ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { searchNameKey } from '#contract/wall/saved-search.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../../clock.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import type { SessionStore } from '../../wall/session-store.ts'
import type { WallStore } from '../../wall/wall-store.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import type { EventCatalogue } from '../query/catalogue.ts'
import { matches } from '../query/matches.ts'
import type { QueryReader } from '../query/reading/read-query.ts'
import { toSearchBody } from '../query/search-body.ts'

const { first, most, retryMs } = eventDefaults.feed

export interface FeedState {
  /** Newest first. */
  readonly events: readonly WallEvent[]
  /** Whether the platform has answered. */
  readonly isRead: boolean
  /** Why it is not what it should be, in words. */
  readonly problem: string | undefined
}

export interface FeedListNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly wall: WallStore
  readonly session: SessionStore
  readonly eventController: EventController
  readonly zone: () => Zone
  readonly clock: Clock
  readonly reader: () => QueryReader
}

interface Asked {
  readonly query: EventQuery
  readonly body: ResolvedEventQuery
}

const everything: EventQuery = { tags: [], cameras: [], time: { kind: 'all' }, conditions: [] }

/** The newest events of a saved search, or of all, and each new one as it comes. */
export class FeedList {
  readonly store: StoreApi<FeedState>
  readonly #needs: FeedListNeeds
  readonly #search: string | undefined
  readonly #unsubscribe: readonly (() => void)[]
  #stopWatching = (): void => {}
  #callOff = (): void => {}
  /** What the present list was made from. */
  #source = ''
  #query: EventQuery | undefined
  #generation = 0

  constructor(needs: FeedListNeeds, search: string | undefined) {
    this.#needs = needs
    this.#search = search
    this.store = createStore<FeedState>(() => ({ events: [], isRead: false, problem: undefined }))
    this.#unsubscribe = [
      needs.wall.subscribe(({ cameras }, before) => {
        if (cameras !== before.cameras) this.#follow()
      }),
      needs.session.subscribe(({ settings }, before) => {
        if (settings !== before.settings) this.#follow()
      }),
      needs.eventController.store.subscribe((now, before) => {
        if (now.tags !== before.tags) this.#follow()
        const isBack = now.feed.state !== before.feed.state && now.feed.state === 'stream'
        if (isBack) void this.#load()
      }),
    ]
    this.#follow()
  }

  dispose(): void {
    this.#generation += 1
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#stopWatching()
    this.#callOff()
  }

  get #catalogue(): EventCatalogue {
    return {
      tags: this.#needs.eventController.store.getState().tags,
      cameras: this.#needs.wall.getState().cameras,
    }
  }

  /** The same search means something else once it, or what it names, has changed. */
  #follow(): void {
    const { session, zone } = this.#needs
    const { settings } = session.getState()
    const source = JSON.stringify([this.#textOf(), this.#catalogue, settings.timeZone])
    if (source === this.#source) return
    this.#source = source
    this.#stopWatching()
    this.#stopWatching = () => undefined
    const asked = this.#read(zone())
    this.#query = asked.ok ? asked.value.query : undefined
    this.store.setState({ events: [], isRead: false, problem: asked.ok ? undefined : asked.error })
    if (!asked.ok) return
    const { cameraIds, eventTypeIds } = asked.value.body
    this.#stopWatching = this.#needs.eventController.watch({ cameraIds, eventTypeIds }, (events, skipped) => {
      this.#take(events)
      if (skipped > 0) void this.#load()
    })
    void this.#load()
  }

  #textOf(): string | undefined {
    if (this.#search === undefined) return ''
    const key = searchNameKey(this.#search)
    const { savedSearches } = this.#needs.session.getState().settings
    return savedSearches.find(({ name }) => searchNameKey(name) === key)?.text
  }

  #read(zone: Zone): Result<Asked, string> {
    const nowMs = this.#needs.clock.nowMs()
    const text = this.#textOf()
    if (text === undefined) return fail(`There is no saved search “${this.#search}” any more.`)
    if (text === '') return withBody(everything, this.#catalogue, zone, nowMs)
    const query = this.#needs.reader().parse(text, this.#catalogue, zone, nowMs)
    if (query.ok) return withBody(query.value, this.#catalogue, zone, nowMs)
    const why = query.error[0]?.message ?? ''
    return fail(`The saved search “${this.#search}” cannot be read. ${why}`)
  }

  async #load(): Promise<void> {
    const { shell, clock, zone } = this.#needs
    // The end of a search goes with the time.
    const asked = this.#read(zone())
    if (!asked.ok) return
    const generation = ++this.#generation
    this.#callOff()
    const answer = await shell.call('events.search', { ...asked.value.body, order: 'desc', limit: first })
    if (generation !== this.#generation) return
    if (answer.ok) {
      this.store.setState({ isRead: true, problem: undefined })
      this.#take(answer.value.events)
    } else {
      this.store.setState({ problem: answer.error.message })
      this.#callOff = clock.after(retryMs, () => void this.#load())
    }
  }

  #take(events: readonly WallEvent[]): void {
    const query = this.#query
    if (query === undefined || events.length === 0) return
    const zone = this.#needs.zone()
    const nowMs = this.#needs.clock.nowMs()
    const byId = new Map([...this.store.getState().events, ...events].map((event) => [event.id, event]))
    const kept = [...byId.values()]
      .filter((event) => matches(query, event, zone, nowMs))
      .sort((one, other) => other.timestampMs - one.timestampMs || (one.id < other.id ? 1 : -1))
    this.store.setState({ events: kept.slice(0, most) })
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
