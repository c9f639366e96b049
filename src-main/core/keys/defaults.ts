/** A keyring answers in milliseconds; one that has to be unlocked first waits for a person. */
export const KEYRING_TIMEOUT_IN_MS = 5_000
