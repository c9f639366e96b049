/** Times and bounds of occupancy in the page, in one place: unit in the name, reason beside it. */
export const occupancyDefaults = {
  /** `today` and the next reset depend on the clock. */
  refreshMs: 60_000,
  /** Somebody may have given a zone another capacity, or a schedule other hours. */
  dictionariesMs: 3_600_000,
  /** Four polls were missed: what is shown may be wrong by now. The time that a slow platform takes comes on top. */
  staleAfterMs: 45_000,
  /** Too old to act on. */
  lostAfterMs: 300_000,
  /** Of the capacity: somebody may want to go and look. */
  nearFullShare: 0.8,
} as const
