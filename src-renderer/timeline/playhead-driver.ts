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

export type PlayheadDriver = ReturnType<typeof drivePlayhead>

/** Moves the playhead over the picture, says in words where it is, and lets the view go with it. */
export function drivePlayhead(options: PlayheadOptions) {
  const { clock, dom, drawing, motion } = options
  let zoneNow = options.zone
  let playheadNow: Playhead = { mode: 'live' }
  let heldAtMs: number | undefined
  let isFollowing = true
  let callOff: (() => void) | undefined

  const isLive = () => playheadNow.mode === 'live' && heldAtMs === undefined
  const positionMs = () => heldAtMs ?? playheadAt(playheadNow, clock.nowMs())

  /** Again when it has moved by a pixel, or a second has passed. */
  function beat(): void {
    callOff?.()
    drawing.post({ type: 'now', nowMs: clock.nowMs() })
    if (isFollowing && heldAtMs === undefined) goAlong()
    place()
    writeTime()
    const toMoveInMs = timeToMove(playheadNow, motion.view.msPerPx / devicePixelRatio)
    const isStanding = toMoveInMs === Number.POSITIVE_INFINITY
    const delayInMs = Math.min(isStanding ? mostMs.live : mostMs[playheadNow.mode], toMoveInMs)
    callOff = delayInMs > frameBelowMs ? clock.after(delayInMs, beat) : clock.beforeFrame(beat)
  }

  /** On the view of this moment. */
  function place(): void {
    const px = pxOf(motion.view, motion.widthPx, positionMs())
    dom.playhead.hidden = px < 0 || px > motion.widthPx
    dom.playhead.dataset['mode'] = isLive() ? 'live' : 'playback'
    if (!dom.playhead.hidden) dom.playhead.style.transform = `translateX(${px}px)`
  }

  function goAlong(): void {
    const { turnPageAt, pageStartsAt, liveAt } = timelineDefaults.view
    const { view, widthPx } = motion
    const px = pxOf(view, widthPx, positionMs())
    if (playheadNow.mode === 'live') {
      // A shift that no pixel would show is not drawn.
      const isShifted = Math.abs(px - widthPx * liveAt) * devicePixelRatio >= 1
      if (isShifted) motion.showAt(positionMs(), liveAt)
    } else if (Math.abs(px - widthPx / 2) > widthPx) {
      motion.showAt(positionMs(), 0.5)
    } else if (px > widthPx * turnPageAt || px < 0) {
      const isAhead = playheadNow.rate >= 0 && px > 0
      motion.showAt(positionMs(), isAhead ? pageStartsAt : turnPageAt)
    }
  }

  function writeTime(): void {
    const { view, widthPx } = motion
    const atMs = positionMs()
    write(dom.clock, clockText(zoneNow, atMs, isLive() ? 'second' : 'tenth'))
    write(dom.date, `${dateText(zoneNow, atMs)} · ${zoneNow.id}`)
    describe(dom.surface, 'aria-valuemin', seconds(Math.min(atMs, msAt(view, widthPx, 0))))
    describe(dom.surface, 'aria-valuemax', seconds(Math.max(atMs, msAt(view, widthPx, widthPx))))
    describe(dom.surface, 'aria-valuenow', seconds(atMs))
    const words = spokenInstant(zoneNow, atMs)
    describe(dom.surface, 'aria-valuetext', isLive() ? t('timeline.live', { instant: words }) : words)
  }

  return {
    beat,
    place,
    follow(follows: boolean): void {
      isFollowing = follows
    },
    setZone(zone: Zone): void {
      zoneNow = zone
      beat()
    },
    move(playhead: Playhead): void {
      const leapMs = playheadAt(playhead, clock.nowMs()) - positionMs()
      if (playhead.mode !== playheadNow.mode || Math.abs(leapMs) > jumpMs) isFollowing = true
      playheadNow = playhead
      beat()
    },
    /** Held by the operator: it stays there, whatever the wall does, until released (`undefined`). */
    hold(atMs: number | undefined): void {
      heldAtMs = atMs
      place()
      writeTime()
    },
    get zone(): Zone {
      return zoneNow
    },
    get isLive(): boolean {
      return isLive()
    },
    get positionMs(): number {
      return positionMs()
    },
    /** Whether the view goes with the playhead. It does until a hand moves it elsewhere. */
    get follows(): boolean {
      return isFollowing
    },
    dispose(): void {
      callOff?.()
    },
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
