import { clockText, dateText, spokenInstant } from './axis/time-words.ts'
import type { Zone } from './axis/zone.ts'
import { timelineDefaults } from './defaults.ts'
import type { DrawingClient } from './drawing/drawing-client.ts'
import type { FrameClock } from './frame-clock.ts'
import type { ViewMotion } from './input/view-motion.ts'
import { type Playhead, playheadAt, timeToMove } from './playhead.ts'
import type { TimelineDom } from './timeline-dom.ts'
import { msAt, pxOf } from './view.ts'
import { t } from '../language/language.ts'

export interface PlayheadOptions {
  readonly dom: TimelineDom
  readonly clock: FrameClock
  readonly motion: ViewMotion
  readonly drawing: DrawingClient
  readonly zone: Zone
}

/** Below this a frame callback is better than a timer. */
const frameBelowMs = 40
/** A playhead that moves further than this at once has jumped. */
const jumpMs = 1_000
/** The time is written in seconds while live, in tenths of the footage otherwise. */
const mostMs = { live: 1_000, playback: 100 } as const

/** Moves the playhead over the picture, says in words where it is, and lets the view go with it. */
export class PlayheadDriver {
  readonly #options: PlayheadOptions
  #zone: Zone
  #playhead: Playhead = { mode: 'live' }
  #heldAtMs: number | undefined
  #follows = true
  #callOff: (() => void) | undefined

  constructor(options: PlayheadOptions) {
    this.#options = options
    this.#zone = options.zone
  }

  dispose(): void {
    this.#callOff?.()
  }

  get zone(): Zone {
    return this.#zone
  }

  get isLive(): boolean {
    return this.#playhead.mode === 'live' && this.#heldAtMs === undefined
  }

  get positionMs(): number {
    return this.#heldAtMs ?? playheadAt(this.#playhead, this.#options.clock.nowMs())
  }

  /** Whether the view goes with the playhead. It does until a hand moves it elsewhere. */
  get follows(): boolean {
    return this.#follows
  }

  follow(follows: boolean): void {
    this.#follows = follows
  }

  setZone(zone: Zone): void {
    this.#zone = zone
    this.beat()
  }

  move(playhead: Playhead): void {
    const leapMs = playheadAt(playhead, this.#options.clock.nowMs()) - this.positionMs
    if (playhead.mode !== this.#playhead.mode || Math.abs(leapMs) > jumpMs) this.#follows = true
    this.#playhead = playhead
    this.beat()
  }

  /** Held by the operator: it stays there, whatever the wall does, until released (`undefined`). */
  hold(atMs: number | undefined): void {
    this.#heldAtMs = atMs
    this.place()
    this.#writeTime()
  }

  /** Again when it has moved by a pixel, or a second has passed. */
  beat(): void {
    const { clock, motion, drawing } = this.#options
    this.#callOff?.()
    drawing.post({ type: 'now', nowMs: clock.nowMs() })
    if (this.#follows && this.#heldAtMs === undefined) this.#goAlong()
    this.place()
    this.#writeTime()
    const toMoveInMs = timeToMove(this.#playhead, motion.view.msPerPx / devicePixelRatio)
    const isStanding = toMoveInMs === Number.POSITIVE_INFINITY
    const delayInMs = Math.min(isStanding ? mostMs.live : mostMs[this.#playhead.mode], toMoveInMs)
    const again = () => this.beat()
    this.#callOff = delayInMs > frameBelowMs ? clock.after(delayInMs, again) : clock.beforeFrame(again)
  }

  /** On the view of this moment. */
  place(): void {
    const { dom, motion } = this.#options
    const px = pxOf(motion.view, motion.widthPx, this.positionMs)
    dom.playhead.hidden = px < 0 || px > motion.widthPx
    dom.playhead.dataset['mode'] = this.isLive ? 'live' : 'playback'
    if (!dom.playhead.hidden) dom.playhead.style.transform = `translateX(${px}px)`
  }

  #goAlong(): void {
    const { turnPageAt, pageStartsAt, liveAt } = timelineDefaults.view
    const { view, widthPx } = this.#options.motion
    const px = pxOf(view, widthPx, this.positionMs)
    if (this.#playhead.mode === 'live') {
      // A shift that no pixel would show is not drawn.
      const isShifted = Math.abs(px - widthPx * liveAt) * devicePixelRatio >= 1
      if (isShifted) this.#options.motion.showAt(this.positionMs, liveAt)
    } else if (Math.abs(px - widthPx / 2) > widthPx) {
      this.#options.motion.showAt(this.positionMs, 0.5)
    } else if (px > widthPx * turnPageAt || px < 0) {
      const isAhead = this.#playhead.rate >= 0 && px > 0
      this.#options.motion.showAt(this.positionMs, isAhead ? pageStartsAt : turnPageAt)
    }
  }

  #writeTime(): void {
    const { dom, motion } = this.#options
    const { view, widthPx } = motion
    const atMs = this.positionMs
    write(dom.clock, clockText(this.#zone, atMs, this.isLive ? 'second' : 'tenth'))
    write(dom.date, `${dateText(this.#zone, atMs)} · ${this.#zone.id}`)
    describe(dom.surface, 'aria-valuemin', seconds(Math.min(atMs, msAt(view, widthPx, 0))))
    describe(dom.surface, 'aria-valuemax', seconds(Math.max(atMs, msAt(view, widthPx, widthPx))))
    describe(dom.surface, 'aria-valuenow', seconds(atMs))
    const words = spokenInstant(this.#zone, atMs)
    describe(dom.surface, 'aria-valuetext', this.isLive ? t('timeline.live', { instant: words }) : words)
  }
}

const seconds = (ms: number): string => String(Math.round(ms / 1_000))

/** Text that is the same is not written again: it would be laid out again. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** Screen readers would announce it ten times a second. */
function describe(element: HTMLElement, name: string, text: string): void {
  if (element.getAttribute(name) !== text) element.setAttribute(name, text)
}
