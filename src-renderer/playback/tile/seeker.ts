import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { SegmentMap } from '../segment-map.ts'

export interface SeekerOptions {
  readonly video: HTMLVideoElement
  readonly clock: Clock
  /** Of what is played; undefined until its manifest has been read. */
  readonly map: () => SegmentMap | undefined
}

const { player, tile } = playbackDefaults

/** At the very edge of a picture a player may show the one before. */
export const epsilonSeconds = 0.001
/** Far enough before a hole that hls.js does not take it for one. */
const detourSeconds = 2 * player.holeSeconds
/** A seek that took longer had to wait for the network, which says nothing about the next one. */
const longestLeadMs = 400

/** What an element is sought to before the place that is wanted. */
type Step = 'key frame' | 'before a hole'

/**
 * Leads one video element to where it is wanted, one seek at a time: while one is under way only the newest wish is
 * kept. A hand that drags faster than the element seeks is followed by key frames, which take no decoding of what is
 * before them. Once the hand has let go, the exact picture is sought at once and without such a step.
 *
 * Now and then Chromium does not end a seek although its footage is there; such a seek is begun anew, and then ends.
 * That holds for the first one too, which hls.js makes.
 */
export class Seeker {
  readonly #options: SeekerOptions
  readonly #onSeeking = () => this.#watch()
  readonly #onSeeked = () => this.#goOn()
  /** What exact seeks have taken lately. */
  #seekMs = 100
  #sinceMs = 0
  /** What the seek under way is for. */
  #soughtSeconds: number | undefined
  /** Where the next one goes: a newer wish, or the exact place after a step on the way to it. */
  #nextSeconds: number | undefined
  /** The newest wish came from a hand that still drags. */
  #isByHand = false
  /** The seek under way, or the last one, is this step; undefined when it leads to the wanted place itself. */
  #step: Step | undefined
  /** Seeks in a row that were begun anew. */
  #stuckSeeks = 0
  #cancelWatch = (): void => {}

  constructor(options: SeekerOptions) {
    this.#options = options
    options.video.addEventListener('seeking', this.#onSeeking)
    options.video.addEventListener('seeked', this.#onSeeked)
  }

  dispose(): void {
    this.#cancelWatch()
    this.#options.video.removeEventListener('seeking', this.#onSeeking)
    this.#options.video.removeEventListener('seeked', this.#onSeeked)
  }

  /** Where the element is, or will be. */
  get headSeconds(): number {
    return this.#nextSeconds ?? this.#options.video.currentTime
  }

  get isSeeking(): boolean {
    return this.#options.video.seeking || this.#nextSeconds !== undefined
  }

  /** When the element was last sent anywhere; in the milliseconds of the clock. */
  get sinceMs(): number {
    return this.#sinceMs
  }

  /** The seek under way, or the last one, leads to the asked picture and not to a step on the way. */
  get isExact(): boolean {
    return this.#step === undefined
  }

  /** Expected duration of a seek, from those before it. */
  get seekMs(): number {
    return this.#seekMs
  }

  /** `isByHand`: a hand drags, and the next wish follows at once. */
  seek(mediaSeconds: number, isByHand: boolean): void {
    const target = mediaSeconds + epsilonSeconds
    const hasLetGo = this.#isByHand && !isByHand
    this.#isByHand = isByHand
    if (!this.isSeeking || this.#options.clock.nowMs() - this.#sinceMs >= tile.seekHangsMs)
      return this.#goTo(target)
    const isOnItsWay = target === this.#soughtSeconds && this.#step !== 'key frame'
    // Only after a drag: repeating keys would replace each seek before it has shown a picture.
    if (hasLetGo && !isOnItsWay) return this.#goTo(target)
    this.#nextSeconds = target === this.#soughtSeconds && this.isExact ? undefined : target
  }

  /** What the seek under way waits for does not come: on to the newest wish. */
  giveUp(): void {
    if (this.#nextSeconds !== undefined) this.#goTo(this.#nextSeconds)
  }

  #goOn(): void {
    // An earlier seek was done just when another took its place.
    if (this.#options.video.seeking) return
    this.#cancelWatch()
    this.#stuckSeeks = 0
    const tookMs = Math.min(this.#options.clock.nowMs() - this.#sinceMs, longestLeadMs)
    if (this.isExact) this.#seekMs += (tookMs - this.#seekMs) / 4
    const target = this.#nextSeconds
    if (target === undefined) return
    // A hole that is there after a step before it too is one.
    if (target === this.#soughtSeconds) return this.#go(target, target, undefined)
    const keySeconds = this.#isByHand ? this.#keyFrameOf(target) : undefined
    if (keySeconds === undefined) this.#goTo(target)
    else this.#go(target, keySeconds, 'key frame')
  }

  #watch(): void {
    this.#cancelWatch()
    // Twice as late each time: a long group of pictures takes a slow computer a while to decode.
    const stuckAfterMs = tile.seekStuckMs * 2 ** Math.min(this.#stuckSeeks, 4)
    this.#cancelWatch = this.#options.clock.after(stuckAfterMs, () => this.#beginAnew())
  }

  #beginAnew(): void {
    const { video, clock } = this.#options
    // It has just ended, or a new source has ended it without an event.
    if (!video.seeking) return this.#goOn()
    if (bufferedSeconds(video) === 0) {
      this.#stuckSeeks = 0
      return this.#watch()
    }
    this.#stuckSeeks += 1
    if (this.#nextSeconds !== undefined) return this.#goTo(this.#nextSeconds)
    this.#sinceMs = clock.nowMs()
    const { currentTime } = video
    video.currentTime = currentTime
  }

  #goTo(target: number): void {
    const beforeSeconds = this.#secondsBeforeHole(target)
    this.#go(target, beforeSeconds ?? target, beforeSeconds === undefined ? undefined : 'before a hole')
  }

  #go(target: number, toSeconds: number, step: Step | undefined): void {
    this.#step = step
    this.#nextSeconds = step === undefined ? undefined : target
    this.#soughtSeconds = target
    this.#sinceMs = this.#options.clock.nowMs()
    this.#options.video.currentTime = toSeconds
  }

  /** Undefined where exact seeks are quick enough, or where what is shown is as near: the rest is decoded from there. */
  #keyFrameOf(seconds: number): number | undefined {
    if (this.#seekMs < tile.keyFramesFromMs) return undefined
    const map = this.#options.map()
    const wallMs = map?.wallAt(seconds)
    const { atMs } = wallMs === undefined ? {} : (map?.keyFrames(wallMs) ?? {})
    const place = atMs === undefined ? undefined : map?.locate(atMs)
    if (place?.kind !== 'footage') return undefined
    const keySeconds = place.mediaSeconds + epsilonSeconds
    const leftSeconds = Math.abs(seconds - this.#options.video.currentTime)
    const isNearer = leftSeconds - Math.abs(seconds - keySeconds) > tile.sameFrameMs / 2_000
    return isNearer ? keySeconds : undefined
  }

  /**
   * Nothing is buffered there, but something is so shortly after it that hls.js would take the hole for one to be
   * jumped, and would not load what belongs there.
   */
  #secondsBeforeHole(seconds: number): number | undefined {
    const { video } = this.#options
    if (isBuffered(video, seconds)) return undefined
    const holeSeconds = player.holeSeconds + epsilonSeconds
    const isBefore = rangesOf(video).some(([from]) => from > seconds && from - seconds <= holeSeconds)
    return isBefore ? Math.max(0, seconds - detourSeconds) : undefined
  }
}

/** What is buffered, in seconds. */
export function rangesOf({ buffered }: Pick<HTMLMediaElement, 'buffered'>): [from: number, to: number][] {
  return Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)])
}

export function isBuffered(media: Pick<HTMLMediaElement, 'buffered'>, seconds: number): boolean {
  return rangesOf(media).some(([from, to]) => from <= seconds && seconds < to)
}

/** Footage that is ready to be played on from where the element is, or is on its way to. */
export function bufferedSeconds(video: HTMLVideoElement): number {
  const { currentTime } = video
  const begun = rangesOf(video).filter(([from]) => from <= currentTime + epsilonSeconds)
  return Math.max(0, ...begun.map(([, to]) => to - currentTime))
}
