import { browserClock, type Clock } from '../clock.ts'

/** The clock, and the screen's own beat. */
export interface FrameClock extends Clock {
  /** Before the next frame of the screen; returns the function that calls it off. */
  beforeFrame(run: () => void): () => void
}

export const browserFrameClock: FrameClock = {
  ...browserClock,
  beforeFrame: (run) => {
    const request = requestAnimationFrame(run)
    return () => cancelAnimationFrame(request)
  },
}
