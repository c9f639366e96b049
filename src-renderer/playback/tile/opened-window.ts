import type { OpenedPlayback, PlaybackQuality } from '#contract/wall/playback.ts'
import { playbackDefaults } from '../defaults.ts'

export interface OpenedFor {
  readonly quality: PlaybackQuality
  /** The instant that it was opened for. Epoch milliseconds. */
  readonly atMs: number
  /** It was asked to begin no earlier. Epoch milliseconds. */
  readonly fromMs: number | undefined
  /** Monotonic. */
  readonly openedAtMs: number
}

const { nextWindowMs, newestGapMs } = playbackDefaults.tile

/** A window of footage as it was opened, and what its manifest turned out to hold of it. */
export class OpenedWindow {
  readonly playback: OpenedPlayback
  readonly #openedFor: OpenedFor
  #untilMs: number

  constructor(playback: OpenedPlayback, openedFor: OpenedFor) {
    this.playback = playback
    this.#openedFor = openedFor
    this.#untilMs = playback.endMs
  }

  /** Where its footage ends; its own end until its manifest has been read. Epoch milliseconds. */
  get untilMs(): number {
    return this.#untilMs
  }

  /** The instant is within it. */
  claims(wallMs: number): boolean {
    return this.playback.startMs <= wallMs && wallMs < this.playback.endMs
  }

  /** The instant is within it, and before the end of its footage. */
  holds(wallMs: number): boolean {
    return this.claims(wallMs) && wallMs < this.#untilMs
  }

  /** Its manifest ends long before it does: nothing was recorded, or this platform ends manifests at gaps. */
  get isCut(): boolean {
    return this.playback.endMs - this.#untilMs > newestGapMs
  }

  isCutBefore(wallMs: number): boolean {
    return this.isCut && this.claims(wallMs) && !this.holds(wallMs)
  }

  get quality(): PlaybackQuality {
    return this.#openedFor.quality
  }

  /** It was asked to begin where the instant's footage does. */
  get isOfStretch(): boolean {
    return this.#openedFor.fromMs !== undefined
  }

  /** It does not hold what it was opened for, and no other one would. */
  get isInVain(): boolean {
    const { atMs, fromMs } = this.#openedFor
    return this.#untilMs <= atMs && (!this.isCut || fromMs === atMs)
  }

  /** True when this is news. */
  learn(lastMs: number | undefined): boolean {
    const untilMs = Math.min(this.playback.endMs, lastMs ?? this.playback.startMs)
    const isNews = untilMs !== this.#untilMs
    this.#untilMs = untilMs
    return isNews
  }

  /** The window before it should be opened. */
  beginsSoon(wallMs: number): boolean {
    return wallMs - this.playback.startMs < nextWindowMs
  }

  /** The window after it should be opened. At the newest edge that one is longer by the time that has passed. */
  endsSoon(wallMs: number, nowMs: number): boolean {
    const { isNewest } = this.playback
    const passedMs = nowMs - this.#openedFor.openedAtMs
    return (
      this.#untilMs - wallMs < (isNewest && !this.isCut ? Math.min(passedMs, nextWindowMs) : nextWindowMs)
    )
  }
}
