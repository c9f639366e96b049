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

/** The newest events of a saved search, or of all, and each new one as it comes. */
export class FeedList {
  readonly store = createStore<FeedState>(() => ({ events: [], isRead: false, problem: undefined }))
  readonly #options: FeedListOptions
  readonly #search: string | undefined
  readonly #unsubscribe: readonly (() => void)[]
  #stopWatching = (): void => {}
  #callOff: (() => void) | undefined
  #callOffForget = (): void => {}
  /** What the present list was made from. */
  #source = ''
  #query: EventQuery | undefined
  #generation = 0

  constructor(options: FeedListOptions, search: string | undefined) {
    this.#options = options
    this.#search = search
    this.#unsubscribe = [
      onChangeOf(options.wall, 'cameras', () => this.#follow()),
      onChangeOf(options.session, 'settings', () => this.#follow()),
      options.eventController.store.subscribe((now, before) => {
        if (now.tags !== before.tags) this.#follow()
        if (isBack(now.feed, before.feed)) void this.#load()
      }),
    ]
    this.#follow()
  }

  dispose(): void {
    this.#generation += 1
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#stopWatching()
    this.#callOff?.()
    this.#callOffForget()
  }

  get #catalogue(): EventCatalogue {
    return {
      tags: this.#options.eventController.store.getState().tags,
      cameras: this.#options.wall.getState().cameras,
    }
  }

  /** The same search means something else once it, or what it names, has changed. */
  #follow(): void {
    const { session, zone } = this.#options
    const { settings } = session.getState()
    const source = JSON.stringify([this.#textOf(), this.#catalogue, settings.timeZone])
    if (source === this.#source) return
    this.#source = source
    this.#stopWatching()
    this.#stopWatching = () => undefined
    this.#callOffForget()
    this.#callOffLoad()
    this.#generation += 1
    const asked = this.#read(zone())
    this.#query = asked.ok ? asked.value.query : undefined
    this.store.setState({ events: [], isRead: false, problem: asked.ok ? undefined : asked.error })
    if (!asked.ok) return
    const { cameraIds, eventTypeIds } = asked.value.body
    this.#stopWatching = this.#options.eventController.watch(
      { cameraIds, eventTypeIds },
      (events, skipped) => {
        this.#take(events)
        if (skipped > 0) this.#loadLater()
      },
    )
    if (asked.value.query.time.kind !== 'all') this.#forgetLater()
    void this.#load()
  }

  /** What is too old for the search by now. */
  #forgetLater(): void {
    this.#callOffForget = this.#options.clock.after(forgetEveryMs, () => {
      this.#take([])
      this.#forgetLater()
    })
  }

  #textOf(): string | undefined {
    if (this.#search === undefined) return ''
    const key = searchNameKey(this.#search)
    const { savedSearches } = this.#options.session.getState().settings
    return savedSearches.find(({ name }) => searchNameKey(name) === key)?.text
  }

  #read(zone: Zone): Result<Asked, string> {
    const nowMs = this.#options.clock.nowMs()
    const text = this.#textOf()
    const name = this.#search ?? ''
    if (text === undefined) return fail(t('events.feed.noSearch', { name }))
    if (text === '') return withBody(everything, this.#catalogue, zone, nowMs)
    const query = this.#options.reader.parse(text, this.#catalogue, zone, nowMs)
    if (query.ok) return withBody(query.value, this.#catalogue, zone, nowMs)
    const why = query.error[0]?.message ?? ''
    return fail(t('events.feed.unreadable', { name, why }))
  }

  async #load(): Promise<void> {
    const { shell, zone } = this.#options
    this.#callOffLoad()
    // The end of a search goes with the time.
    const asked = this.#read(zone())
    if (!asked.ok) return
    const generation = ++this.#generation
    const answer = await shell.call('events.search', { ...asked.value.body, order: 'desc', limit: first })
    if (generation !== this.#generation) return
    if (answer.ok) {
      this.store.setState({ isRead: true, problem: undefined })
      this.#take(answer.value.events)
    } else {
      this.store.setState({ problem: errorWords(answer.error) })
      this.#loadLater()
    }
  }

  /** Once for a flood of them. */
  #loadLater(): void {
    this.#callOff ??= this.#options.clock.after(retryMs, () => void this.#load())
  }

  #callOffLoad(): void {
    this.#callOff?.()
    this.#callOff = undefined
  }

  #take(events: readonly WallEvent[]): void {
    const query = this.#query
    if (query === undefined) return
    const zone = this.#options.zone()
    const nowMs = this.#options.clock.nowMs()
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
