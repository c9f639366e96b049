import { browserClock, type Clock } from '../clock.ts'

/** A clock, and the screen's own beat. */
export interface FrameClock extends Clock {
  /** Before the next frame of the screen; returns the function that calls it off. */
  beforeFrame(run: () => void): () => void
}

export function frameClockOf(clock: Clock): FrameClock {
  return {
    nowMs: () => clock.nowMs(),
    after: (delayInMs, run) => clock.after(delayInMs, run),
    beforeFrame: (run) => {
      const request = requestAnimationFrame(run)
      return () => cancelAnimationFrame(request)
    },
  }
}

export const browserFrameClock: FrameClock = frameClockOf(browserClock)
