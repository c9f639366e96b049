/** Injected wherever time decides something, so that a test decides about time. */
export interface SiteClock {
  /** Milliseconds since the epoch; jumps when the machine's clock is set. */
  epochMs(): number
  /** Milliseconds since some start; never goes back. */
  monotonicMs(): number
}

/** Where only the instant counts. */
export type EpochClock = Pick<SiteClock, 'epochMs'>

export const systemClock: SiteClock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
