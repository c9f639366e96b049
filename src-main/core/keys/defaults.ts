/** A keyring answers in milliseconds; one that has to be unlocked first waits for a person. */
export const KEYRING_TIMEOUT_IN_MS = 5_000
/** The same for Electron's, behind which a process may have to be started first. */
export const SAFE_STORAGE_TIMEOUT_IN_MS = 20_000
/** A fresh process costs a second of a core; who has just unlocked the keyring waits as long as this at most. */
export const FRESH_PROCESS_EVERY_MS = 8_000
export const DAY_IN_MS = 86_400_000
/** The days that a key has left are counted anew: a wall runs for months. */
export const DAYS_LEFT_RECHECK_IN_MS = 15 * 60_000
export const SECONDS_A_DAY = 86_400
