import type { OccupancyReading, OccupancyWatch } from '#contract/wall/occupancy.ts'
import type { Page } from '../wall-main.ts'
import type { FollowedReport, OccupancyState } from './occupancy-poll.ts'

/** By definition and window: the same report has one key whatever its id. `isVisible`: the page can be seen. */
export type OccupancyWish = ReadonlyMap<string, FollowedReport & { readonly isVisible: boolean }>

export interface OccupancyWatchersOptions {
  readonly publish: (page: Page, reading: OccupancyReading) => void
  /** After every change. */
  readonly onWish: (wish: OccupancyWish) => void
}

interface Watcher {
  readonly page: Page
  /** By the key of what is followed. */
  watches: ReadonlyMap<string, readonly OccupancyWatch[]>
  isVisible: boolean
}

/** The pages that show occupancy. A report that several of them show is polled once. */
export class OccupancyWatchers {
  readonly #options: OccupancyWatchersOptions
  readonly #watchers = new Map<string, Watcher>()
  readonly #states = new Map<string, OccupancyState>()

  constructor(options: OccupancyWatchersOptions) {
    this.#options = options
  }

  get wish(): OccupancyWish {
    const wish = new Map<string, FollowedReport & { readonly isVisible: boolean }>()
    for (const { watches, isVisible } of this.#watchers.values()) {
      for (const [key, [watch]] of watches) {
        if (watch === undefined) continue
        const { definition, window } = watch
        wish.set(key, { definition, window, isVisible: isVisible || wish.get(key)?.isVisible === true })
      }
    }
    return wish
  }

  /** A page has been opened. Returns the function for its end. */
  join(page: Page): () => void {
    this.#watchers.set(page.id, { page, watches: new Map(), isVisible: false })
    return () => {
      if (this.#watchers.delete(page.id)) this.#changed()
    }
  }

  /** Publishes what is known at once; does nothing for a page that has closed meanwhile. */
  watch({ id }: Page, watches: readonly OccupancyWatch[], isVisible: boolean): void {
    const watcher = this.#watchers.get(id)
    if (watcher === undefined) return
    const before = new Set([...watcher.watches.values()].flat().map(({ reportId }) => reportId))
    watcher.watches = Map.groupBy(watches, keyOf)
    watcher.isVisible = isVisible
    this.#changed()
    for (const watch of watches) {
      const state = this.#states.get(keyOf(watch))
      if (state !== undefined && !before.has(watch.reportId)) this.#publish(watcher, watch, state)
    }
  }

  state(key: string, state: OccupancyState): void {
    this.#states.set(key, state)
    for (const watcher of this.#watchers.values()) {
      for (const watch of watcher.watches.get(key) ?? []) this.#publish(watcher, watch, state)
    }
  }

  /** Forgets all readings: the platform or the key has changed. */
  forget(): void {
    this.#states.clear()
    for (const watcher of this.#watchers.values()) {
      for (const watch of [...watcher.watches.values()].flat()) this.#publish(watcher, watch, { trend: [] })
    }
  }

  #changed(): void {
    const { wish } = this
    for (const key of this.#states.keys()) {
      if (!wish.has(key)) this.#states.delete(key)
    }
    this.#options.onWish(wish)
  }

  #publish({ page }: Watcher, { reportId }: OccupancyWatch, state: OccupancyState): void {
    this.#options.publish(page, { reportId, ...state })
  }
}

function keyOf({ definition, window }: OccupancyWatch): string {
  return JSON.stringify([definition, window])
}
