/**
 * Two clocks, because each fails where the other does not: the monotonic one may stand still while the
 * machine sleeps, the wall clock may jump when it is set.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  wallMs(): number
  /** Milliseconds since an arbitrary instant; never runs backwards. */
  monotonicMs(): number
}

export interface Timers {
  /** Runs once, `delayInMs` from now. Returns the function that cancels; cancelling twice is harmless. */
  after(delayInMs: number, run: () => void): () => void
}

/** Uniform in [0, 1). */
export type Random = () => number

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

export const systemTimers: Timers = {
  after(delayInMs, run) {
    const timer = setTimeout(run, delayInMs)
    return () => clearTimeout(timer)
  },
}
