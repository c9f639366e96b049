/** Time as the page's long-lived objects see it; tests bring their own. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly nowMs: () => number
  /** Runs once after the delay; returns the function that calls it off. */
  after(delayInMs: number, run: () => void): () => void
}

export const browserClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayInMs, run) => {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  },
}

/** For what must not jump when somebody sets the computer's time. Its milliseconds are not those of the epoch. */
export const steadyClock: Clock = { ...browserClock, nowMs: () => performance.now() }

/** On the scale of `performance.timeOrigin`: epoch milliseconds that never jump back. */
export const pageClock: Clock = { ...browserClock, nowMs: () => performance.timeOrigin + performance.now() }

/** A smaller difference is the rounding of the two clocks. */
const APART_MS = 1_000

/**
 * Converts an instant of `pageClock` to the computer's clock, which may have been set since the page was opened;
 * `pageClock` also stands still while the machine sleeps.
 */
export function computerMs(pageMs: number): number {
  const aheadMs = Date.now() - pageClock.nowMs()
  return Math.abs(aheadMs) < APART_MS ? pageMs : pageMs + aheadMs
}
