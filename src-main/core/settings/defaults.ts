import type { Backoff } from '../time.ts'

/** Several keys pressed in a row are one write; a power cut loses no more than this. */
export const SAVE_DELAY_IN_MS = 100
/** A full disk is emptied by people. */
export const SAVE_RETRY: Backoff = { firstDelayInMs: 2_000, factor: 2, maxDelayInMs: 60_000, jitter: 0 }
