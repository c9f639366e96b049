/** Time as the live engine sees it; a fake one in tests. */
export interface LiveClock {
  /** Epoch milliseconds on the scale of `performance.timeOrigin`: never jumps back. */
  nowMs(): number
  /** Calls once after a while; returns the function that prevents it. */
  after(delayMs: number, run: () => void): () => void
}

export const pageClock: LiveClock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
