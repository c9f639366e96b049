import type { WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import type { PlaybackStore } from '../../wall/playback-store.ts'
import { cameraIdOf, visibleTiles } from '../../wall/wall-document.ts'
import type { WallStore } from '../../wall/wall-store.ts'
import { playheadAt } from '../../timeline/playhead.ts'
import { eventDefaults } from '../defaults.ts'
import { playEvent, type PlayEventNeeds } from '../play-event.ts'
import type { AskedSearch, SearchDesk } from './search-desk.ts'

export interface EventStepsNeeds extends PlayEventNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly wall: WallStore
  readonly playback: PlaybackStore
  readonly search: SearchDesk
  /** Tags that are shown on the timeline; empty: all. */
  readonly shownTags: () => readonly string[]
  readonly clock: Clock
  readonly tell: (sentence: string) => void
}

/** By key from event to event: those of the search, else those of the lanes that are seen. */
export class EventSteps {
  readonly #needs: EventStepsNeeds
  #asked = 0
  /** Shown last: as long as the wall stands near it, the next one is that after it. */
  #last: WallEvent | undefined
  /** The search that it was found by. */
  #lastSearch: AskedSearch | undefined

  constructor(needs: EventStepsNeeds) {
    this.#needs = needs
  }

  /** The wall stands still: at the picture of the event. Else it plays from a little before it. */
  show(event: WallEvent, view?: 'play' | 'stand'): void {
    const { playback, tell } = this.#needs
    const { tiles, speed } = playback.getState()
    this.#last = event
    this.#lastSearch = this.#needs.search.store.getState().asked
    const refusal = playEvent(
      this.#needs,
      event,
      view ?? (tiles.length > 0 && speed === 0 ? 'stand' : 'play'),
    )
    if (refusal !== undefined) tell(refusal)
  }

  /** @param by 1: the next later one */
  async step(by: 1 | -1): Promise<void> {
    const { search, tell } = this.#needs
    const { asked } = search.store.getState()
    if (asked === undefined) return this.#stepLanes(by)
    const before = search.results.selected
    if (by > 0 && before === search.results.store.getState().rows[0]) search.results.takeIn()
    // Newest first: what is later stands above. The selected one itself comes first, if nothing was shown yet.
    const event = this.#lastSearch !== asked && before !== undefined ? before : search.results.step(-by)
    if (event === undefined) return tell('This search has found no event.')
    if (event === before && this.#last === event) {
      return tell(by > 0 ? 'No later event in this search.' : 'No earlier event in this search.')
    }
    this.show(event)
  }

  async #stepLanes(by: 1 | -1): Promise<void> {
    const { shell, wall, playback, shownTags, clock, tell } = this.#needs
    const { document } = wall.getState()
    const cameraIds = new Set(visibleTiles(document).flatMap((tile) => cameraIdOf(document, tile) ?? []))
    if (cameraIds.size === 0) return tell('No camera on this wall.')
    const nowMs = clock.nowMs()
    const atMs = Math.round(playheadAt(playback.getState().playhead, nowMs))
    const fromMs = this.#last !== undefined && isNear(this.#last, atMs) ? this.#last.timestampMs : atMs
    const asked = ++this.#asked
    const answer = await shell.call('events.search', {
      cameraIds: [...cameraIds],
      eventTypeIds: [...shownTags()],
      match: [],
      startMs: by > 0 ? fromMs + 1 : 0,
      endMs: by > 0 ? Math.max(nowMs, fromMs) + 2 : fromMs,
      order: by > 0 ? 'asc' : 'desc',
      limit: 1,
    })
    if (asked !== this.#asked) return
    if (!answer.ok) return tell(answer.error.message)
    const [event] = answer.value.events
    if (event !== undefined) return this.show(event)
    tell(by > 0 ? 'No later event of these cameras.' : 'No earlier event of these cameras.')
  }
}

/** The wall may be on its way to it, or a little behind it. */
function isNear({ timestampMs }: WallEvent, atMs: number): boolean {
  return Math.abs(timestampMs - atMs) <= 2 * eventDefaults.preRollMs
}
