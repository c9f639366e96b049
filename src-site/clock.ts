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

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * By what old data is removed: a clock that jumps ahead by more than an hour is believed when it has stayed so for a
 * day. Until then the time before the jump goes on: somebody may have set a wrong date. A machine that slept looks
 * the same, and removes what is old at most a day of running later.
 */
export function patientClock(clock: SiteClock): EpochClock {
  const epochAheadMs = () => clock.epochMs() - clock.monotonicMs()
  let believedMs = epochAheadMs()
  let jumpedAtMs: number | undefined
  return {
    epochMs() {
      const nowMs = clock.monotonicMs()
      const aheadMs = epochAheadMs()
      if (aheadMs - believedMs > hourMs) jumpedAtMs ??= nowMs
      else jumpedAtMs = undefined
      if (jumpedAtMs === undefined || nowMs - jumpedAtMs >= dayMs) {
        believedMs = aheadMs
        jumpedAtMs = undefined
      }
      return Math.round(nowMs + believedMs)
    },
  }
}
