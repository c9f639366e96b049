export const evidenceDefaults = {
  snapshot: {
    /** A picture of 8K without any compression is larger; a camera's is not. */
    maxPictureBytes: 64 * 1_024 * 1_024,
    /** All tiles of a wall, on their way into one file for a browser. */
    maxBatchBytes: 256 * 1_024 * 1_024,
  },
  reading: {
    /** Of one request; a platform that restarts is back within these. */
    tries: 6,
    /** At least so many, of a list within a gap that has not ended and stays empty: elsewhere all of them are spent on it. */
    triesWithinGap: 3,
    backoff: { firstDelayInMs: 500, factor: 2, maxDelayInMs: 10_000, jitter: 0 },
    /** Where nobody says what is recorded, footage is looked for in steps that grow from the first to the second of these. */
    firstStepInMs: 1_000,
    stepWithoutCoverageInMs: 60_000,
    /** A platform may list what was filmed only after so long. */
    unlistedForInMs: 300_000,
    /** Before a range, for the key frame that its first picture needs: cameras that save bits send one every ten or twenty seconds. */
    keyFrameWithinMs: 30_000,
    /** Tries over a whole range while everything of a camera is refused, as if unknown: its steps grow further. */
    questionsOfUnknown: 750,
    /** The shortest that an override lets one start ask for. */
    shortestWindowInMs: 300_000,
  },
  /** In the page and the captions of an export; a table holds all of them. */
  shownEvents: 20_000,
  /** A disk with less would be full before the first camera is read. */
  leastFreeBytes: 64 * 1_024 * 1_024,
  pushEveryMs: 250,
} as const
