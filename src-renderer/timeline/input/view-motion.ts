import type { FrameClock } from '../frame-clock.ts'
import { panned, pxOf, type TimelineView, viewWith, within, zoomedAt } from '../view.ts'
import { glide } from './glide.ts'

/** Owns the view: moves it, lets it glide, and publishes it at most once a frame. */
export class ViewMotion {
  readonly #clock: FrameClock
  readonly #show: (view: TimelineView) => void
  #view: TimelineView
  #widthPx = 0
  #pxPerMs = 0
  #lastMs = 0
  #callOff: (() => void) | undefined
  #isGliding = false

  constructor(clock: FrameClock, view: TimelineView, show: (view: TimelineView) => void) {
    this.#clock = clock
    this.#view = view
    this.#show = show
  }

  dispose(): void {
    this.#callOff?.()
  }

  get view(): TimelineView {
    return this.#view
  }

  get widthPx(): number {
    return this.#widthPx
  }

  /** An instant that is seen stays at its part of the width; otherwise the middle stays the middle. */
  setWidth(widthPx: number, keptMs: number): void {
    const part = pxOf(this.#view, this.#widthPx, keptMs) / this.#widthPx
    this.#widthPx = widthPx
    if (part >= 0 && part <= 1) this.#view = viewWith(keptMs, part, widthPx, this.#view.msPerPx)
  }

  zoomAt(px: number, factor: number): void {
    this.stop()
    this.#move(zoomedAt(this.#view, this.#widthPx, px, factor))
  }

  /** What lies `px` to the right comes to the middle. */
  pan(px: number): void {
    this.stop()
    this.#move(panned(this.#view, px))
  }

  /** Goes on by itself and slows down. */
  throw(pxPerMs: number): void {
    this.#pxPerMs = pxPerMs
    this.#lastMs = this.#clock.nowMs()
    this.#isGliding = pxPerMs !== 0
    if (this.#isGliding) this.#ask()
  }

  /** Shows an instant at this part of the width, 0 … 1. */
  showAt(atMs: number, part: number, msPerPx = this.#view.msPerPx): void {
    this.stop()
    this.#move(viewWith(atMs, part, this.#widthPx, msPerPx))
  }

  stop(): void {
    this.#pxPerMs = 0
    this.#isGliding = false
  }

  #move(view: TimelineView): void {
    // Half a view beyond now is seen; there is nothing further on.
    const untilMs = this.#clock.nowMs() + (this.#widthPx / 2) * view.msPerPx
    this.#view = within(view, { fromMs: 0, untilMs })
    this.#ask()
  }

  #ask(): void {
    this.#callOff ??= this.#clock.beforeFrame(() => {
      this.#callOff = undefined
      if (this.#isGliding) this.#glideOn()
      this.#show(this.#view)
    })
  }

  #glideOn(): void {
    const nowMs = this.#clock.nowMs()
    const { px, pxPerMs } = glide(this.#pxPerMs, nowMs - this.#lastMs)
    this.#lastMs = nowMs
    this.#pxPerMs = pxPerMs
    this.#isGliding = pxPerMs !== 0
    this.#move(panned(this.#view, px))
  }
}
