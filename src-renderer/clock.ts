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
