import { timelineDefaults } from '../defaults.ts'
import type { FrameClock } from '../frame-clock.ts'
import type { PlayheadDriver } from '../playhead-driver.ts'
import { msAt, pxOf } from '../view.ts'
import type { TimelineCommand } from './timeline-keys.ts'
import type { ViewMotion } from './view-motion.ts'

/** What the operator's hand asks of the wall. Epoch milliseconds, never in the future. */
export interface ScrubPort {
  /** While the hand moves, as often as it moves: the newest wins. */
  scrubTo(atMs: number): void
  /** The hand has let go, or a key was pressed: this very instant, in every tile. */
  release(atMs: number): void
}

/** What pointer and keys do to the view, to the playhead and to the wall. */
export class TimelineHand {
  readonly #clock: FrameClock
  readonly #motion: ViewMotion
  readonly #playhead: PlayheadDriver
  readonly #port: ScrubPort

  constructor(clock: FrameClock, motion: ViewMotion, playhead: PlayheadDriver, port: ScrubPort) {
    this.#clock = clock
    this.#motion = motion
    this.#playhead = playhead
    this.#port = port
  }

  /** The instant under a pixel; in the future it is now. */
  msAt(px: number): number {
    const { view, widthPx } = this.#motion
    const inside = Math.max(0, Math.min(widthPx, px))
    return Math.min(msAt(view, widthPx, inside), this.#clock.nowMs())
  }

  scrubTo(px: number): void {
    this.#motion.stop()
    const atMs = this.msAt(px)
    this.#playhead.hold(atMs)
    this.#port.scrubTo(atMs)
  }

  release(px: number): void {
    this.#goTo(this.msAt(px))
  }

  pan(px: number): void {
    if (px !== 0) this.#playhead.follow(false)
    this.#motion.pan(px)
  }

  throw(pxPerMs: number): void {
    this.#motion.throw(pxPerMs)
  }

  zoomAt(px: number, factor: number): void {
    // A view that shows now goes on showing it: now stays where it is on the screen.
    const stays = this.#playhead.follows && this.#playhead.isLive ? this.#steadyPx() : px
    this.#motion.zoomAt(stays, factor)
    this.#playhead.beat()
  }

  run(command: TimelineCommand): void {
    const { zoomPerPress, panPerPress } = timelineDefaults.view
    switch (command.do) {
      case 'pan':
        return this.pan(command.presses * panPerPress * this.#motion.widthPx)
      case 'zoom':
        return this.zoomAt(this.#steadyPx(), zoomPerPress ** command.presses)
      case 'step': {
        const toMs = this.#playhead.positionMs + command.steps * timelineDefaults.step.keyStepMs
        this.#playhead.follow(true)
        return this.#goTo(Math.min(toMs, this.#clock.nowMs()))
      }
      case 'follow':
        this.#playhead.follow(true)
        return this.#playhead.beat()
    }
  }

  #goTo(atMs: number): void {
    this.#playhead.hold(undefined)
    // Shown at once; the wall reports afterwards where it really stands.
    this.#playhead.move({ mode: 'playback', atMs, sinceMs: this.#clock.nowMs(), rate: 0 })
    this.#port.release(atMs)
  }

  /** The playhead where it is seen, otherwise the middle. */
  #steadyPx(): number {
    const { view, widthPx } = this.#motion
    const px = pxOf(view, widthPx, this.#playhead.positionMs)
    return px >= 0 && px <= widthPx ? px : widthPx / 2
  }
}
