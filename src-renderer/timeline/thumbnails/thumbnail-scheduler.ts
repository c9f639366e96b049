import { timelineDefaults } from '../defaults.ts'
import type { Wish } from './messages.ts'
import { type Picture, PictureCache } from './picture-cache.ts'

/** Makes pictures. `gap`: nothing is recorded at this instant; `undefined`: not known. */
export interface PictureSource<Image> {
  /** @returns the picture that stands for the instant and when it was taken; rejects on the network's failures */
  pictureAt(
    cameraId: string,
    atMs: number,
    isKnown: (takenAtMs: number) => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly takenAtMs: number; readonly image: Image | undefined } | 'gap' | undefined>
}

export interface ThumbnailSchedulerOptions<Image> {
  readonly source: PictureSource<Image>
  readonly bytesOf: (image: Image) => number
  /** Undefined: nothing is recorded there, and the picture that was shown goes. */
  readonly show: (wish: Wish, picture: Picture<Image> | undefined) => void
}

interface Place {
  wish: Wish
  shownAtMs: number | undefined
  /** Whether somebody has looked, or is looking, for the wish as it stands. */
  isAsked: boolean
  /** The network or the platform, at the last try: the next movement asks again. */
  hasFailed: boolean
  /** At the last answer: a picture from beside the gap would stand for what was not recorded. */
  isInGap: boolean
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
  readonly #options: ThumbnailSchedulerOptions<Image>
  readonly #cache = new PictureCache<Image>(timelineDefaults.thumbnails.cacheBytes)
  readonly #places = new Map<string, Place>()
  readonly #jobs = new Set<Job>()

  constructor(options: ThumbnailSchedulerOptions<Image>) {
    this.#options = options
  }

  want(wish: Wish): void {
    const before = this.#places.get(wish.place)
    const place =
      before?.wish.cameraId === wish.cameraId
        ? before
        : { wish, shownAtMs: undefined, isAsked: false, hasFailed: false, isInGap: false }
    if (stepOf(place.wish) !== stepOf(wish) || place.hasFailed) place.isAsked = false
    place.hasFailed = false
    place.wish = wish
    // Last in line: the place that asked last is served last.
    this.#places.delete(wish.place)
    this.#places.set(wish.place, place)
    this.#abandon()
    this.#showNearest(wish.cameraId)
    this.#next()
  }

  forget(place: string): void {
    this.#places.delete(place)
    this.#abandon()
  }

  /** Ends jobs of cameras that nobody wants any more; of others a picture beside the asked one is still of use. */
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
    const { cameraId, place: name } = place.wish
    const stepMs = stepOf(place.wish)
    place.isAsked = true
    const off = new AbortController()
    const job = { cameraId, off }
    this.#jobs.add(job)
    const timeout = AbortSignal.timeout(timelineDefaults.thumbnails.requestTimeoutMs)
    const signal = AbortSignal.any([off.signal, timeout])
    const isKnown = (takenAtMs: number) => this.#cache.has(cameraId, takenAtMs)
    // A source that does not answer must not block the job's place after it is called off.
    const calledOff = new Promise<'failed'>((resolve) => {
      signal.addEventListener('abort', () => resolve('failed'))
    })
    const picture = this.#options.source.pictureAt(cameraId, stepMs, isKnown, signal)
    const made = await Promise.race([picture.catch(() => 'failed' as const), calledOff])
    this.#jobs.delete(job)
    if (typeof made === 'object' && made.image)
      this.#cache.add(cameraId, made.takenAtMs, made.image, this.#options.bytesOf(made.image))
    // Only if it is still wanted: a place that has moved on has asked again.
    if (this.#places.get(name) === place && stepOf(place.wish) === stepMs) {
      place.hasFailed = made === 'failed'
      place.isInGap = made === 'gap'
      if (place.isInGap) this.#showNothing(place)
    }
    this.#showNearest(cameraId)
    this.#next()
  }

  #showNothing(place: Place): void {
    if (place.shownAtMs === undefined) return
    place.shownAtMs = undefined
    this.#options.show(place.wish, undefined)
  }

  #showNearest(cameraId: string): void {
    for (const place of this.#places.values()) {
      const { wish, shownAtMs } = place
      if (wish.cameraId !== cameraId || place.isInGap) continue
      const withinMs = Math.max(timelineDefaults.thumbnails.nearestWithinMs, wish.stepMs)
      const nearest = this.#cache.nearest(cameraId, wish.atMs, withinMs)
      if (!nearest || nearest.atMs === shownAtMs) continue
      place.shownAtMs = nearest.atMs
      this.#options.show(wish, nearest)
    }
  }
}

const stepOf = ({ atMs, stepMs }: Wish): number => Math.floor(atMs / stepMs) * stepMs
