/** Times after which a window that has lost its page is helped, and how often. */
export const recoveryDefaults = {
  /**
   * The first return is at once: a page that has run for hours will mostly run again, and 100 ms let Chromium
   * clear up after the dead process first. Whatever fails again and again is tried twice a minute, for ever:
   * nobody stands in front of a wall who would press a button.
   */
  backoff: { firstDelayInMs: 100, factor: 4, maxDelayInMs: 30_000, jitter: 0 },
  /** A page that has lived this long is well. Well above the longest delay, or no failure would ever be the second. */
  calmInMs: 5 * 60_000,
  /** From this end in a row on it may be the window that is broken, and not the page. */
  recreateFrom: 4,
  /** How often a page is asked for a sign of life: Chromium itself notices a hang only when somebody types. */
  askEveryMs: 5_000,
  /** The longest that a well page was seen busy is under two seconds: cold start of 36 tiles on two cores. */
  hangGraceInMs: 15_000,
  /** A page is loaded from the disk in under a second; a machine that has just been switched on may need more. */
  loadGraceInMs: 60_000,
} as const
export type RecoveryDefaults = typeof recoveryDefaults
