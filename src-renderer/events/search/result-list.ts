import { createStore } from 'zustand/vanilla'
import type { Result } from '#contract/result.ts'
import { type WallError, wallError } from '#contract/errors.ts'
import type { FoundEvents, ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import { eventDefaults } from '../defaults.ts'
import { t } from '../../language/language.ts'

export interface ResultState {
  /** Newest first. No row moves before `takeIn` is called; pages are added at the end. */
  readonly rows: readonly WallEvent[]
  /** How many there are in all; undefined until that is known. */
  readonly total: number | undefined
  readonly isLoading: boolean
  /** The rows are those of the search before: the first page of this one is still to come. */
  readonly isSearching: boolean
  readonly hasMore: boolean
  /** Why the last question was not answered. */
  readonly error: WallError | undefined
  /** Arrived since and not taken in yet, in the order of their arrival. */
  readonly waiting: readonly WallEvent[]
  /** Arrived but not kept: only another search finds those of them that are hits. */
  readonly missed: number
  readonly selectedId: string | undefined
}

const nothing: ResultState = {
  rows: [],
  total: undefined,
  isLoading: false,
  isSearching: false,
  hasMore: false,
  error: undefined,
  waiting: [],
  missed: 0,
  selectedId: undefined,
}

export interface ResultListOptions {
  readonly shell: Pick<WallShell, 'call'>
  /** Of every page and every arrival. */
  readonly onEvents: (events: readonly WallEvent[]) => void
}

/** What a search has found so far: its pages, and what arrives while somebody looks. The newest question wins. */
export class ResultList {
  readonly store = createStore<ResultState>(() => nothing)
  readonly #options: ResultListOptions
  #query: ResolvedEventQuery | undefined
  #cursor: string | undefined
  /** Counts questions: answers to older ones are of no use. */
  #asked = 0

  constructor(options: ResultListOptions) {
    this.#options = options
  }

  /**
   * Ends with its first page and their count, unless another search begins meanwhile.
   * @param selectedId of a search that is repeated: stays selected if it is there. Where no page comes, the rows stay.
   * @param reachesBack further pages, as far as to that row; after a bounded way the last one is selected
   */
  async search(query: ResolvedEventQuery, selectedId?: string, reachesBack = false): Promise<void> {
    this.#query = query
    this.#cursor = undefined
    // The rows of the search before stay until the new ones are there: nothing flickers.
    this.store.setState({ isLoading: true, isSearching: true, error: undefined, waiting: [], missed: 0 })
    const isReaching = reachesBack && selectedId !== undefined
    const limit = eventDefaults.results[isReaching ? 'page' : 'firstPage']
    let events: readonly WallEvent[] = []
    let cursor: string | undefined
    for (;;) {
      const answer = await this.#page(query, limit, cursor)
      if (answer === undefined) return
      if (!answer.ok) {
        const rest = selectedId === undefined ? { rows: [], total: undefined, hasMore: false } : { missed: 1 }
        this.store.setState({ isLoading: false, isSearching: false, error: answer.error, ...rest })
        break
      }
      const { nextCursor, total } = answer.value
      const before = events.length
      events = withPage(events, answer.value.events)
      const isThere = events.some(({ id }) => id === selectedId)
      const isWorthMore = events.length > before && events.length < eventDefaults.results.rows / 2
      if (!isReaching || isThere || nextCursor === undefined || !isWorthMore) {
        const nearestId = events.at(isReaching ? -1 : 0)?.id
        this.#show(events, nextCursor, cursor, { total, selectedId: isThere ? selectedId : nearestId })
        break
      }
      cursor = nextCursor
    }
    await this.#count(query)
  }

  clear(): void {
    this.#asked += 1
    this.#query = undefined
    this.#cursor = undefined
    this.store.setState(nothing)
  }

  /** To be called with the last row that is seen. */
  seen(index: number): void {
    const { rows, hasMore, isLoading, error } = this.store.getState()
    // After an error only somebody who asks for it gets the next try.
    if (!hasMore || isLoading || error !== undefined) return
    if (index + eventDefaults.results.aheadRows >= rows.length) void this.more()
  }

  /** The next page; after a search that was not answered, that search. */
  async more(): Promise<void> {
    const query = this.#query
    const { isLoading, selectedId } = this.store.getState()
    if (query === undefined || isLoading) return
    const cursor = this.#cursor
    if (cursor === undefined) return this.search(query, selectedId, true)
    this.store.setState({ isLoading: true, error: undefined })
    const answer = await this.#page(query, eventDefaults.results.page, cursor)
    if (answer === undefined) return
    if (!answer.ok) return this.store.setState({ isLoading: false, error: answer.error })
    this.#show(withPage(this.store.getState().rows, answer.value.events), answer.value.nextCursor, cursor)
  }

  /** @param skipped how many before these were not delivered */
  arrived(events: readonly WallEvent[], skipped = 0): void {
    if (this.#query === undefined || events.length + skipped === 0) return
    this.#options.onEvents(events)
    this.store.setState(({ rows, waiting, missed }) => {
      const known = new Set([...rows, ...waiting].map(({ id }) => id))
      const all = [...waiting, ...events.filter(({ id }) => !known.has(id))]
      const dropped = Math.max(0, all.length - eventDefaults.results.waiting)
      return { waiting: all.slice(dropped), missed: missed + skipped + dropped }
    })
    // Where nothing is, nothing moves.
    const { rows, isLoading } = this.store.getState()
    if (rows.length === 0 && !isLoading) this.takeIn()
  }

  /** Sorts arrivals into the rows; missed ones stay missing. */
  takeIn(): void {
    if (this.store.getState().isSearching) return
    this.store.setState(({ rows, waiting, hasMore, total, selectedId }) => {
      const all = withArrivals(rows, waiting, hasMore)
      return {
        rows: all,
        waiting: [],
        total: total === undefined ? undefined : total + waiting.length,
        selectedId: selectedId ?? all[0]?.id,
      }
    })
  }

  select(id: string | undefined): void {
    this.store.setState({ selectedId: id })
  }

  get selected(): WallEvent | undefined {
    const { rows, selectedId, isSearching } = this.store.getState()
    return isSearching ? undefined : rows.find(({ id }) => id === selectedId)
  }

  /**
   * Beyond the last row, a page that did not come is asked for again.
   * @param by rows down. @returns the row that is selected now
   */
  step(by: number): WallEvent | undefined {
    const { rows, selectedId, isSearching, error } = this.store.getState()
    if (isSearching) return undefined
    const at = rows.findIndex(({ id }) => id === selectedId)
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))
    this.select(rows[next]?.id)
    if (error === undefined) this.seen(next)
    else if (by > 0 && next === at) void this.more()
    return rows[next]
  }

  /** @returns undefined where another search was begun meanwhile */
  async #page(
    query: ResolvedEventQuery,
    limit: number,
    cursor: string | undefined,
  ): Promise<Result<FoundEvents, WallError> | undefined> {
    const asked = ++this.#asked
    const from = cursor === undefined ? {} : { cursor }
    const answer = await this.#options.shell.call('events.search', {
      ...query,
      order: 'desc',
      limit,
      ...from,
    })
    if (asked !== this.#asked) return undefined
    if (answer.ok) this.#options.onEvents(answer.value.events)
    return answer
  }

  /** Counts all hits after the first page is shown. */
  async #count(query: ResolvedEventQuery): Promise<void> {
    const { total, hasMore } = this.store.getState()
    if (this.#query !== query || total !== undefined || !hasMore) return
    const startMs = Math.min(query.endMs - 1, Math.max(query.startMs, eventDefaults.results.earliestMs))
    const whole = { ...query, startMs, bucketMs: query.endMs - startMs }
    const answer = await this.#options.shell.call('events.histogram', whole)
    if (this.#query !== query || !answer.ok || answer.value.countedFromMs !== undefined) return
    this.store.setState({ total: answer.value.buckets.reduce((sum, { count }) => sum + count, 0) })
  }

  /** @param cursor of the page that was read last */
  #show(
    rows: readonly WallEvent[],
    nextCursor: string | undefined,
    cursor: string | undefined,
    ofSearch: Partial<Pick<ResultState, 'total' | 'selectedId'>> = {},
  ): void {
    this.#cursor = nextCursor
    // The same page would be requested for ever.
    const isRepeated = nextCursor !== undefined && nextCursor === cursor
    this.store.setState({
      rows,
      hasMore: nextCursor !== undefined,
      isLoading: false,
      isSearching: false,
      error: isRepeated ? wallError('bad_answer', t('events.results.repeated')) : undefined,
      ...ofSearch,
    })
  }
}

/** Newest first; of the same instant in the order in which they came. */
const newestFirst = (one: WallEvent, other: WallEvent): number => other.timestampMs - one.timestampMs

/** Appends a page without the events that are there already. */
function withPage(rows: readonly WallEvent[], page: readonly WallEvent[]): WallEvent[] {
  const known = new Set(rows.map(({ id }) => id))
  const added = page.filter(({ id }) => !known.has(id))
  const last = rows.at(-1)
  const joined = [...rows, ...added]
  const isInOrder = last === undefined || added.every((event) => event.timestampMs <= last.timestampMs)
  return isInOrder ? joined : joined.toSorted(newestFirst)
}

/** Merges arrivals into the rows. With `hasMore`, those older than the last row are left to the next pages. */
function withArrivals(
  rows: readonly WallEvent[],
  arrivals: readonly WallEvent[],
  hasMore: boolean,
): WallEvent[] {
  const known = new Set(rows.map(({ id }) => id))
  const last = rows.at(-1)
  const oldestMs = hasMore && last !== undefined ? last.timestampMs : Number.NEGATIVE_INFINITY
  const added = arrivals.filter(({ id, timestampMs }) => !known.has(id) && timestampMs > oldestMs)
  return [...added, ...rows].toSorted(newestFirst)
}
