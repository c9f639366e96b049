import type { WallEvent } from '#contract/wall/events.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { AreaOptions } from '../../wall/area-options.ts'
import { cameraIdOf, isPanel, receiptOf, visibleTiles } from '../../wall/wall-document.ts'
import type { WallStore } from '../../wall/wall-store.ts'
import { eventDefaults } from '../defaults.ts'
import type { EventController } from '../event-controller.ts'
import { isBack, notLiveWords } from '../feed-words.ts'
import { shownPicture, type ShownPictureOptions } from '../shown-picture.ts'
import { type ReceiptEvents, receiptEventsOf } from './receipt-events.ts'
import { errorWords } from '../../language/error-words.ts'

const { displayMs, lookEveryMs, aheadMs, ageSteps, most, retryMs } = eventDefaults.receipts

/** Replaced when something changes. */
export interface ReceiptsLook extends ShownReceipts {
  /** How far the recorder's clock is ahead of the tile's: 0 in playback, to the platform's clock in live pictures. */
  readonly aheadMs: number
  /** Why some may be missing, in words. */
  readonly problem: string | undefined
}

export interface ReceiptControllerOptions
  extends ShownPictureOptions,
    Pick<AreaOptions, 'session' | 'clock'> {
  readonly shell: Pick<WallShell, 'call'>
  readonly wall: WallStore
  readonly eventController: EventController
}

const nothing: ReceiptsLook = { receipts: [], more: 0, aheadMs: 0, problem: undefined }

/** Keeps the receipts of the tiles in step with their pictures. Nothing runs while no tile shows any. */
export class ReceiptController {
  readonly #options: ReceiptControllerOptions
  readonly #events: ReceiptEvents
  readonly #looks = new Map<number, { look: ReceiptsLook; fingerprint: string }>()
  readonly #listeners = new Map<number, Set<() => void>>()
  readonly #unsubscribe: readonly (() => void)[]
  #callOff: (() => void) | undefined
  #watched = ''
  #stopWatching = (): void => {}

  constructor(options: ReceiptControllerOptions) {
    this.#options = options
    this.#events = receiptEventsOf(options)
    this.#unsubscribe = [
      options.wall.subscribe(({ cameras }, before) => {
        // Clock offsets of the cameras may have changed.
        if (cameras !== before.cameras) this.#events.forget()
        this.#follow()
      }),
      options.session.subscribe(({ settings }, before) => {
        if (settings.eventClockOffsetsMs !== before.settings.eventClockOffsetsMs) this.#events.forget()
      }),
      options.eventController.store.subscribe((now, before) => {
        if (now.tags !== before.tags) this.#events.forget()
        if (isBack(now.feed, before.feed)) this.#events.doubt()
      }),
    ]
    this.#follow()
  }

  /** What belongs over the tile's picture now; the same object as long as it is the same. */
  observe(tile: number): ReceiptsLook {
    return this.#looks.get(tile)?.look ?? nothing
  }

  subscribe(tile: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(tile) ?? new Set()
    this.#listeners.set(tile, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#callOff?.()
    this.#stopWatching()
    this.#listeners.clear()
  }

  /** Tiles on the screen that show receipts. */
  get #tiles(): number[] {
    const { document } = this.#options.wall.getState()
    return visibleTiles(document).filter(
      (tile) => receiptOf(document, tile).isShown && !isPanel(document, tile),
    )
  }

  #follow(): void {
    const { document } = this.#options.wall.getState()
    const tiles = this.#tiles
    for (const tile of this.#looks.keys()) if (!tiles.includes(tile)) this.#show(tile, nothing)
    this.#watch([...new Set(tiles.flatMap((tile) => cameraIdOf(document, tile) ?? []))].sort())
    if (tiles.length === 0) {
      this.#callOff?.()
      this.#callOff = undefined
    } else this.#callOff ??= this.#beat()
  }

  #watch(cameraIds: readonly string[]): void {
    const watched = cameraIds.join(' ')
    if (watched === this.#watched) return
    this.#watched = watched
    this.#stopWatching()
    this.#stopWatching = () => undefined
    if (cameraIds.length === 0) return
    // Events that came while nothing was subscribed are not known.
    this.#events.doubt()
    this.#stopWatching = this.#options.eventController.watch(
      { cameraIds, eventTypeIds: [] },
      (events, skipped) => {
        this.#events.arrived(events)
        if (skipped > 0) this.#events.doubt(retryMs)
      },
    )
  }

  #beat(): () => void {
    for (const tile of this.#tiles) this.#show(tile, this.#read(tile))
    return this.#options.clock.after(lookEveryMs, () => {
      this.#callOff = this.#beat()
    })
  }

  #read(tile: number): ReceiptsLook {
    const { wall, eventController, playback } = this.#options
    const picture = shownPicture(this.#options, tile)
    if (picture?.isSound !== true) return nothing
    const { cameraId, pictureMs: atMs, filmedMs } = picture
    const fromMs = atMs - displayMs
    const events = this.#events.between(cameraId, fromMs, atMs + 1)
    this.#events.prepare(cameraId, fromMs - aheadMs, atMs + aheadMs)
    const { tags } = receiptOf(wall.getState().document, tile)
    const isPast = playback.getState().tiles.includes(tile)
    const error = this.#events.errorOf(cameraId, fromMs, atMs + 1)
    return {
      ...receiptsAt(events, atMs, tags, (event) => eventController.pictureMsOf(event)),
      aheadMs: isPast ? 0 : atMs - filmedMs,
      problem:
        errorWords(error) ?? (isPast ? undefined : notLiveWords(eventController.store.getState().feed)),
    }
  }

  #show(tile: number, look: ReceiptsLook): void {
    const fingerprint = JSON.stringify([
      look.receipts.map(({ event, age }) => [event.id, age]),
      look.more,
      look.aheadMs,
      look.problem,
    ])
    const before = this.#looks.get(tile)
    if (fingerprint === before?.fingerprint) return
    this.#looks.set(tile, { look, fingerprint })
    for (const listener of this.#listeners.get(tile) ?? []) listener()
  }
}

interface Receipt {
  readonly event: WallEvent
  /** 0 is new; the last step is about to go. */
  readonly age: number
}

interface ShownReceipts {
  /** Newest first. */
  readonly receipts: readonly Receipt[]
  /** Older ones that still count, for which there is no room. */
  readonly more: number
}

/**
 * Events whose display time covers the picture's instant, in whichever direction it is played.
 * `pictureMsOf` says when the camera saw an event; empty `tags`: of all.
 */
export function receiptsAt(
  events: readonly WallEvent[],
  atMs: number,
  tags: readonly string[],
  pictureMsOf: (event: WallEvent) => number,
): ShownReceipts {
  const covering = events
    .filter(({ eventTypeId }) => tags.length === 0 || tags.includes(eventTypeId))
    .map((event) => ({ event, ageMs: atMs - pictureMsOf(event) }))
    .filter(({ ageMs }) => ageMs >= 0 && ageMs < displayMs)
    .sort((one, other) => one.ageMs - other.ageMs || (one.event.id < other.event.id ? 1 : -1))
  return {
    receipts: covering
      .slice(0, most)
      .map(({ event, ageMs }) => ({ event, age: Math.floor((ageMs / displayMs) * ageSteps) })),
    more: Math.max(0, covering.length - most),
  }
}
