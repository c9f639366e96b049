/** Times, limits and sizes of playback, in one place: unit in the name, reason beside it. */
export const playbackDefaults = {
  clock: {
    slowestRate: 0.25,
    /** Chromium refuses a faster player. */
    fastestRate: 16,
  },

  map: {
    /** Manifests name instants in milliseconds and durations in thousandths: a smaller hole is rounding, no gap. */
    seamMs: 100,
  },
} as const
