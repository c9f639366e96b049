/** A start is no time for it; and after a power cut forty walls come up together. */
export const FIRST_CHECK_IN_MS = 10 * 60_000
/** A release is no emergency. */
export const CHECK_EVERY_MS = 6 * 3_600_000
export const CHECK_AFTER_FAILURE_IN_MS = 3_600_000
/** Share of a delay that is left to chance, so that walls do not ask in step. */
export const CHECK_JITTER = 0.25
/** How often the policy is asked; an hour that was set is not missed, and nothing is woken for it. */
export const LOOK_EVERY_MS = 60_000
/** Whoever has left keyboard and pointer alone for this long is not in the middle of something. */
export const IDLE_BEFORE_INSTALL_MS = 10 * 60_000
/** A list of versions is a few hundred bytes. */
export const CHECK_LIMIT_MS = 60_000
/** A line that is slow goes on; one that brings nothing at all for so long is dead. */
export const DOWNLOAD_SILENCE_MS = 5 * 60_000
