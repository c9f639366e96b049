import type { Backoff } from '../time.ts'

/** Times of occupancy in main, in one place: unit in the name, reason beside it. */
export const occupancyDefaults = {
  /** Slower than people go through a door, and faster than they fill a hall. */
  pollVisibleMs: 10_000,
  /** Nobody looks; the first look finds a value of the last minute all the same. */
  pollHiddenMs: 60_000,
  /** After a permanent failure the platform is asked rarely; a new key asks at once. */
  pollRefusedMs: 60_000,
  retry: { firstDelayInMs: 5_000, factor: 2, maxDelayInMs: 60_000, jitter: 0.3 } satisfies Backoff,
  /** How long a report has to be to say how many there are now. */
  nowMs: 1_000,
  trendMs: 3_600_000,
  /** The platform's clock is known from a header of whole seconds. */
  clockDoubtMs: 1_500,
} as const
