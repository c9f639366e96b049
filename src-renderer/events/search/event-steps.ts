import type { WallError } from '#contract/errors.ts'
import { ok, type Result } from '#contract/result.ts'
import type { CallInput } from '#contract/wall/calls.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { AreaOptions } from '../../wall/area-options.ts'
import { cameraIdOf, visibleTiles } from '../../wall/wall-document.ts'
import { StepsByKey } from '../../wall/steps-by-key.ts'
import { playheadAt } from '../../timeline/playhead.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import { playEvent, type PlayEventOptions } from '../play-event.ts'
import type { AskedSearch, SearchController } from './search-controller.ts'
import { t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'

export interface EventStepsOptions
  extends PlayEventOptions,
    Pick<AreaOptions, 'wall' | 'playback' | 'clock'> {
  readonly eventController: Pick<EventController, 'pictureMsOf' | 'sourcesOf'>
  readonly shell: Pick<WallShell, 'call'>
  readonly search: SearchController
  /** Tags that are shown on the timeline; empty: all. */
  readonly shownTags: () => readonly string[]
  readonly notify: (sentence: string) => void
}

/** Sources that know whole seconds have many events of one instant; more are asked for as they are needed. */
const page = 50

/** Steps by key from event to event: hits of the search, else events of the visible cameras. */
export class EventSteps {
  readonly #options: EventStepsOptions
  readonly #steps = new StepsByKey()
  /** Shown last: a step starts from it while the wall is near it. */
  #last: WallEvent | undefined
  /** The search that it was found by. */
  #lastSearch: AskedSearch | undefined

  constructor(options: EventStepsOptions) {
    this.#options = options
  }

  /** A paused wall goes to the picture of the event; otherwise it plays from a little before it. */
  show(event: WallEvent, view?: 'play' | 'stand', tile?: number): void {
    const { wall, playback, notify } = this.#options
    const { tiles, speed } = playback.getState()
    this.#last = event
    this.#lastSearch = this.#options.search.store.getState().asked
    if (tile !== undefined) wall.actions.select(tile)
    const refusal = playEvent(
      this.#options,
      event,
      view ?? (tiles.length > 0 && speed === 0 ? 'stand' : 'play'),
      tile,
    )
    if (refusal !== undefined) notify(refusal)
  }

  /** @param by 1: the next later one */
  async step(by: 1 | -1): Promise<void> {
    const { search, playback, notify } = this.#options
    const { asked, isOpen } = search.store.getState()
    if (asked === undefined)
      return this.#steps.run(by, this.#options, (isWanted) => this.#stepLanes(by, isWanted))
    const isFromNow = by < 0 && !isOpen && playback.getState().tiles.length === 0
    if (isFromNow) {
      void search.takeIn()
      search.results.select(undefined)
    }
    const before = search.results.selected
    const isFirst = this.#lastSearch !== asked && before?.id !== this.#last?.id
    if (by > 0 && before === search.results.store.getState().rows[0]) void search.takeIn(true)
    // Newest first: what is later stands above. The selected one itself comes first, if nothing was shown yet.
    const event = isFirst && before !== undefined ? before : search.results.step(-by)
    const { rows, hasMore, isLoading } = search.results.store.getState()
    if (event === undefined) return notify(t(isLoading ? 'events.results.searching' : 'events.step.none'))
    if (event === before && this.#last?.id === event.id) {
      const noEarlier = isLoading ? 'events.results.searching' : 'events.step.noEarlierHit'
      return notify(t(by > 0 ? 'events.step.noLaterHit' : noEarlier))
    }
    // The repeated search has not come as far back as the hit that was shown.
    const isFar = isFirst && hasMore && event === rows.at(-1) && this.#lastSearch?.query === asked.query
    if (isFar) notify(t('events.step.passedOver'))
    this.show(
      event,
      undefined,
      this.#tilesOf(event).find((tile) => this.#isPast(tile)),
    )
  }

  async #stepLanes(by: 1 | -1, isWanted: () => boolean): Promise<void> {
    const { wall, playback, clock, notify } = this.#options
    const { document } = wall.getState()
    const cameraIds = new Set(visibleTiles(document).flatMap((tile) => cameraIdOf(document, tile) ?? []))
    if (cameraIds.size === 0) return notify(t('events.step.noCamera'))
    const nowMs = Math.round(clock.nowMs())
    const place = this.#placeAt(Math.round(playheadAt(playback.getState().playhead, nowMs)), by)
    const found = await Promise.all(
      this.#questions([...cameraIds], place, by, nowMs).map((question) => this.#nearest(question, place, by)),
    )
    if (!isWanted()) return
    const failed = found.find((answer) => !answer.ok)
    if (failed?.ok === false) return notify(errorWords(failed.error))
    const placed = found.flatMap((answer) => (answer.ok && answer.value !== undefined ? answer.value : []))
    const [nearest] = placed.sort((one, other) => by * inOrder(this.#placeOf(one), this.#placeOf(other)))
    if (nearest !== undefined) {
      // In another tile it would take the place of a camera whose events come later.
      const tiles = this.#tilesOf(nearest)
      return this.show(nearest, undefined, tiles.find((tile) => this.#isPast(tile)) ?? tiles[0])
    }
    notify(t(by > 0 ? 'events.step.noLater' : 'events.step.noEarlier'))
  }

  /** Which visible tiles show the event's camera already, the selected one first. */
  #tilesOf({ cameraId }: WallEvent): readonly number[] {
    const { document } = this.#options.wall.getState()
    const tiles = visibleTiles(document).filter((tile) => cameraIdOf(document, tile) === cameraId)
    return tiles.includes(document.selected) ? [document.selected] : tiles
  }

  #isPast(tile: number): boolean {
    return this.#options.playback.getState().tiles.includes(tile)
  }

  /** The wall may be on its way to the event that was shown last, or a little behind it. */
  #placeAt(atMs: number, by: 1 | -1): Place {
    const last = this.#last && this.#placeOf(this.#last)
    if (last !== undefined && Math.abs(last.pictureMs - atMs) <= 2 * eventDefaults.preRollMs) return last
    // What is at the very instant is neither before nor after it.
    return { pictureMs: by > 0 ? atMs + 1 : atMs, id: '' }
  }

  #placeOf(event: WallEvent): Place {
    return { pictureMs: this.#options.eventController.pictureMsOf(event), id: event.id }
  }

  /** A source is asked by its own clock. */
  #questions(cameraIds: string[], { pictureMs }: Place, by: 1 | -1, nowMs: number): Question[] {
    const { eventController, shownTags } = this.#options
    return eventController.sourcesOf(cameraIds, shownTags()).map(({ offsetMs, ...sources }) => ({
      cameraIds: [...sources.cameraIds],
      eventTypeIds: [...sources.eventTypeIds],
      match: [],
      startMs: by > 0 ? Math.max(0, pictureMs + offsetMs) : 0,
      endMs: Math.max(0, (by > 0 ? Math.max(nowMs, pictureMs) + 1 : pictureMs) + 1 + offsetMs),
      order: by > 0 ? 'asc' : 'desc',
      limit: page,
    }))
  }

  /** Of one question the first event beyond the place. */
  async #nearest(
    question: Question,
    place: Place,
    by: 1 | -1,
    before: readonly WallEvent[] = [],
  ): Promise<Result<WallEvent | undefined, WallError>> {
    const answer = await this.#options.shell.call('events.search', question)
    if (!answer.ok) return answer
    const { events, nextCursor } = answer.value
    const beyond = [...before, ...events].filter((event) => by * inOrder(this.#placeOf(event), place) > 0)
    const nearest = beyond.toSorted((one, other) => by * inOrder(this.#placeOf(one), this.#placeOf(other)))[0]
    // Others of its instant, with nearer ids, may stand on the next page.
    const isCut = nearest === undefined || nearest.timestampMs === events.at(-1)?.timestampMs
    if (!isCut || nextCursor === undefined || events.length === 0) return ok(nearest)
    return this.#nearest({ ...question, cursor: nextCursor }, place, by, beyond)
  }
}

/** Where an event is among all others: by its picture, and where several are of one instant by its id. */
interface Place {
  readonly pictureMs: number
  readonly id: string
}

type Question = CallInput<'events.search'>

function inOrder(one: Place, other: Place): number {
  return one.pictureMs - other.pictureMs || inOrderOfIds(one.id, other.id)
}

const decimal = /^(?:0|[1-9]\d*)$/

/** Ids ascend with the arrival (assumption 20) and are decimal numbers, perhaps beyond what a double can hold. */
function inOrderOfIds(one: string, other: string): number {
  const byLength = decimal.test(one) && decimal.test(other) ? one.length - other.length : 0
  return byLength || Number(one > other) - Number(one < other)
}
