import { MAX_EVENT_CAMERAS } from '#contract/platform/limits.ts'
import type { ArrivedEvents, WallEvent } from '#contract/wall/events.ts'
import type { Page } from '../wall-main.ts'
import { eventDefaults } from './defaults.ts'

/** Empty ids: of all. */
export interface EventWatch {
  readonly cameraIds: readonly string[]
  readonly eventTypeIds: readonly string[]
}

/** The events that all pages together subscribe to; undefined: none. */
export interface FeedWish extends EventWatch {
  /** Somebody may be looking. */
  readonly isVisible: boolean
}

export interface EventWatchersOptions {
  readonly publish: (page: Page, arrived: ArrivedEvents) => void
  /** After every change. */
  readonly onWish: (wish: FeedWish | undefined) => void
}

interface Watcher {
  readonly page: Page
  watches: readonly EventWatch[]
  isVisible: boolean
  waiting: WallEvent[]
  skipped: number
  chunk: number
  /** The last chunk that the page has dealt with. */
  taken: number
}

/** Delivers new events to the pages that watch for them, to each no faster than it takes them. */
export class EventWatchers {
  readonly #options: EventWatchersOptions
  readonly #watchers = new Map<string, Watcher>()

  constructor(options: EventWatchersOptions) {
    this.#options = options
  }

  get wish(): FeedWish | undefined {
    const active = [...this.#watchers.values()].filter(({ watches }) => watches.length > 0)
    const watches = active.flatMap((watcher) => watcher.watches)
    if (watches.length === 0) return undefined
    return {
      cameraIds: union(watches.map(({ cameraIds }) => cameraIds)),
      eventTypeIds: union(watches.map(({ eventTypeIds }) => eventTypeIds)),
      isVisible: active.some(({ isVisible }) => isVisible),
    }
  }

  /** A page has been opened. Returns the function for its end. */
  join(page: Page): () => void {
    this.#watchers.set(page.id, {
      page,
      watches: [],
      isVisible: false,
      waiting: [],
      skipped: 0,
      chunk: 0,
      taken: 0,
    })
    return () => {
      if (this.#watchers.delete(page.id)) this.#options.onWish(this.wish)
    }
  }

  /** Nothing for a page that has gone meanwhile. */
  watch({ id }: Page, watches: readonly EventWatch[], isVisible: boolean): void {
    const watcher = this.#watchers.get(id)
    if (watcher === undefined) return
    watcher.watches = watches
    watcher.isVisible = isVisible
    watcher.waiting = watcher.waiting.filter((event) => isWatched(event, watches))
    this.#options.onWish(this.wish)
  }

  /** The page has dealt with this chunk and all before it. */
  taken({ id }: Page, chunk: number): void {
    const watcher = this.#watchers.get(id)
    if (watcher === undefined || chunk > watcher.chunk) return
    watcher.taken = Math.max(watcher.taken, chunk)
    this.#send(watcher)
  }

  arrived(events: readonly WallEvent[]): void {
    const { waiting: limit } = eventDefaults.page
    for (const watcher of this.#watchers.values()) {
      watcher.waiting.push(...events.filter((event) => isWatched(event, watcher.watches)))
      const tooMany = watcher.waiting.length - limit
      if (tooMany > 0) {
        watcher.waiting.splice(0, tooMany)
        watcher.skipped += tooMany
      }
      this.#send(watcher)
    }
  }

  #send(watcher: Watcher): void {
    const { chunk: size, openChunks } = eventDefaults.page
    while (watcher.waiting.length > 0 && watcher.chunk - watcher.taken < openChunks) {
      watcher.chunk += 1
      const { chunk, skipped, page } = watcher
      watcher.skipped = 0
      this.#options.publish(page, { chunk, events: watcher.waiting.splice(0, size), skipped })
    }
  }
}

function isWatched({ cameraId, eventTypeId }: WallEvent, watches: readonly EventWatch[]): boolean {
  return watches.some(
    ({ cameraIds, eventTypeIds }) =>
      (cameraIds.length === 0 || cameraIds.includes(cameraId)) &&
      (eventTypeIds.length === 0 || eventTypeIds.includes(eventTypeId)),
  )
}

/** Empty, which stands for all, as soon as one of them is, or together they are more than one question names. */
function union(lists: readonly (readonly string[])[]): readonly string[] {
  const ids = lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())].toSorted()
  return ids.length > MAX_EVENT_CAMERAS ? [] : ids
}
