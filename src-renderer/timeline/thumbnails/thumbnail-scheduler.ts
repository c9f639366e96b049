import { timelineDefaults } from '../defaults.ts'
import type { Wish } from './messages.ts'
import { type Picture, PictureCache } from './picture-cache.ts'

/** Makes pictures; `undefined`: there is none at this instant. */
export interface PictureSource<Image> {
  /** @returns the picture that stands for the instant and when it was taken; rejects on the network's failures */
  pictureAt(
    cameraId: string,
    atMs: number,
    isKnown: (takenAtMs: number) => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly takenAtMs: number; readonly image: Image | undefined } | undefined>
}

export interface ThumbnailSchedulerOrder<Image> {
  readonly source: PictureSource<Image>
  readonly bytesOf: (image: Image) => number
  readonly show: (wish: Wish, picture: Picture<Image>) => void
}

interface Place {
  wish: Wish
  shownAtMs: number | undefined
  /** Whether somebody has looked, or is looking, for the wish as it stands. */
  isAsked: boolean
  /** The network or the platform, at the last try: the next movement asks again. */
  hasFailed: boolean
}

interface Job {
  readonly cameraId: string
  readonly off: AbortController
}

/**
 * What is wanted, what is being made, and what there is already. A place gets the nearest picture at once and better
 * ones as they come; of its wishes only the newest is looked for; two are made at a time.
 */
export class ThumbnailScheduler<Image extends { close(): void }> {
  readonly #order: ThumbnailSchedulerOrder<Image>
  readonly #cache = new PictureCache<Image>(timelineDefaults.thumbnails.cacheBytes)
  readonly #places = new Map<string, Place>()
  readonly #jobs = new Set<Job>()

  constructor(order: ThumbnailSchedulerOrder<Image>) {
    this.#order = order
  }

  want(wish: Wish): void {
    const before = this.#places.get(wish.place)
    const isSame =
      before !== undefined && before.wish.cameraId === wish.cameraId && stepOf(before.wish) === stepOf(wish)
    const shownAtMs = before?.wish.cameraId === wish.cameraId ? before.shownAtMs : undefined
    // Put behind the others: who asked last is served last, unless nobody else waits.
    this.#places.delete(wish.place)
    const isAsked = isSame && before.isAsked && !before.hasFailed
    this.#places.set(wish.place, { wish, shownAtMs, isAsked, hasFailed: false })
    this.#abandon()
    this.#showNearest(wish.cameraId)
    this.#next()
  }

  forget(place: string): void {
    this.#places.delete(place)
    this.#abandon()
  }

  /** What nobody wants any more gives its place away; a picture beside the hand is still worth having. */
  #abandon(): void {
    const wanted = new Set([...this.#places.values()].map(({ wish }) => wish.cameraId))
    for (const job of this.#jobs) if (!wanted.has(job.cameraId)) job.off.abort()
  }

  #next(): void {
    for (const place of this.#places.values()) {
      if (this.#jobs.size >= timelineDefaults.thumbnails.atATime) return
      if (!place.isAsked) void this.#make(place)
    }
  }

  async #make(place: Place): Promise<void> {
    const { cameraId } = place.wish
    place.isAsked = true
    const off = new AbortController()
    const job = { cameraId, off }
    this.#jobs.add(job)
    const timeout = AbortSignal.timeout(timelineDefaults.thumbnails.requestTimeoutMs)
    const signal = AbortSignal.any([off.signal, timeout])
    const isKnown = (takenAtMs: number) => this.#cache.has(cameraId, takenAtMs)
    // Whoever does not answer must not keep the place: it is given away when the job is called off.
    const calledOff = new Promise<'failed'>((resolve) => {
      signal.addEventListener('abort', () => resolve('failed'))
    })
    const picture = this.#order.source.pictureAt(cameraId, stepOf(place.wish), isKnown, signal)
    const made = await Promise.race([picture.catch(() => 'failed' as const), calledOff])
    this.#jobs.delete(job)
    // Where it is still wanted by then: whoever moved on has asked anew.
    place.hasFailed = made === 'failed'
    if (made !== 'failed' && made?.image) {
      this.#cache.add(cameraId, made.takenAtMs, made.image, this.#order.bytesOf(made.image))
      this.#showNearest(cameraId)
    }
    this.#next()
  }

  #showNearest(cameraId: string): void {
    for (const place of this.#places.values()) {
      const { wish, shownAtMs } = place
      if (wish.cameraId !== cameraId) continue
      const withinMs = Math.max(timelineDefaults.thumbnails.nearestWithinMs, wish.stepMs)
      const nearest = this.#cache.nearest(cameraId, wish.atMs, withinMs)
      if (!nearest || nearest.atMs === shownAtMs) continue
      place.shownAtMs = nearest.atMs
      this.#order.show(wish, nearest)
    }
  }
}

function stepOf({ atMs, stepMs }: Wish): number {
  return Math.floor(atMs / stepMs) * stepMs
}
