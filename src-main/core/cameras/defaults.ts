import { MAX_CAMERAS } from '#contract/platform/limits.ts'
import type { Backoff } from '../time.ts'

/** Cameras are added by people; nobody waits for it in front of the wall, and `cameras.refresh` is there. */
export const REFRESH_EVERY_MS = 5 * 60_000
/** Share by which that is shortened at random: walls that start together shall not ask together. */
export const REFRESH_JITTER = 0.2
/** While the platform is away. The client itself has tried four times before each of these. */
export const REFRESH_RETRY: Backoff = { firstDelayInMs: 2_000, factor: 2, maxDelayInMs: 30_000, jitter: 0.3 }
/**
 * Cameras that have left the list and keep their number and name, beside those that are listed. As many as a list
 * may hold: one that is empty once takes nobody's number. Few enough that a platform that invents ids at each refresh
 * fills no disk.
 */
export const MAX_UNLISTED_CAMERAS = MAX_CAMERAS
