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
export type TimelineHand = ReturnType<typeof timelineHand>

export function timelineHand(
  clock: FrameClock,
  motion: ViewMotion,
  playhead: PlayheadDriver,
  port: ScrubPort,
) {
  /** The instant under a pixel; in the future it is now. */
  function instantAt(px: number): number {
    const { view, widthPx } = motion
    const inside = Math.max(0, Math.min(widthPx, px))
    return Math.min(msAt(view, widthPx, inside), clock.nowMs())
  }

  function goTo(atMs: number): void {
    playhead.hold(undefined)
    // Shown at once; the wall reports afterwards where it really stands.
    playhead.move({ mode: 'playback', atMs, sinceMs: clock.nowMs(), rate: 0 })
    port.release(atMs)
  }

  /** The playhead where it is seen, otherwise the middle. */
  function steadyPx(): number {
    const { view, widthPx } = motion
    const px = pxOf(view, widthPx, playhead.positionMs)
    return px >= 0 && px <= widthPx ? px : widthPx / 2
  }

  function pan(px: number): void {
    if (px !== 0) playhead.follow(false)
    motion.pan(px)
  }

  function zoomAt(px: number, factor: number): void {
    // A view that shows now goes on showing it: now stays where it is on the screen.
    motion.zoomAt(playhead.follows && playhead.isLive ? steadyPx() : px, factor)
    playhead.beat()
  }

  function run(command: TimelineCommand): void {
    const { zoomPerPress, panPerPress } = timelineDefaults.view
    switch (command.do) {
      case 'pan':
        return pan(command.presses * panPerPress * motion.widthPx)
      case 'zoom':
        return zoomAt(steadyPx(), zoomPerPress ** command.presses)
      case 'step': {
        const toMs = playhead.positionMs + command.steps * timelineDefaults.step.keyStepMs
        playhead.follow(true)
        return goTo(Math.min(toMs, clock.nowMs()))
      }
      case 'follow':
        playhead.follow(true)
        return playhead.beat()
    }
  }

  return {
    instantAt,
    scrubTo(px: number): void {
      motion.stop()
      playhead.hold(instantAt(px))
      port.scrubTo(playhead.positionMs)
    },
    release: (px: number) => goTo(instantAt(px)),
    pan,
    throw: (pxPerMs: number) => motion.throw(pxPerMs),
    zoomAt,
    run,
  }
}
