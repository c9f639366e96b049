import { liveDefaults } from '../live/defaults.ts'

/** A change of the wall is kept after this pause: long enough for a burst of keys, short enough for a power cut. */
export const SAVE_DELAY_IN_MS = 500
/** The contract's rate for reports of tile states: four a second. */
export const REPORT_GAP_IN_MS = 250
/** Longest number that can be typed: a longer one is a stuck key, and refused as such. */
export const MAX_ENTRY_DIGITS = 6
/** Steps that can be taken back. */
export const UNDO_STEPS = 50
/** The shell is on this machine: it answers at once or is just starting. */
export const GREET_RETRY_IN_MS = 500
/**
 * The newest instant that is played: a segment of 2 s has to end and to be listed (3 s), the next window is asked
 * for every 5 s, and an answer may take 2 s. Nearer to now a tile would ask every second, and wait all the same.
 */
export const NEWEST_AGE_IN_MS = 10_000
/** Within this of the newest instant a fast playback has caught up. */
export const NEAR_NEWEST_IN_MS = 200
/** Longest wait for the figures of a support bundle, beside the tiles' turns: timers of a busy page are late. */
export const STATISTICS_PATIENCE_IN_MS = 5_000
/** Two samples of each tile at the engine's pace, and as many for the engineer overlay, which may be open. */
export const STATISTICS_PATIENCE_A_TILE_IN_MS = 4_000 / liveDefaults.statistics.perSecond
/** Two days; browsers count timers in 31 bits. */
export const LONGEST_TIMER_IN_MS = 172_800_000
/** A change by a rule or the schedule waits this long for a wall that is in use: later it is no help any more. */
export const ACT_PATIENCE_IN_MS = 60_000
/** How often it is tried again. */
export const ACT_LOOK_IN_MS = 500
/** What a rule shows in hotspots stays this long: a second to be connected, and two to be recognised. */
export const HOTSPOT_STAY_IN_MS = 3_000
/** What answers a key, and what says that it was done, is read in passing. */
export const ANSWER_SHOWN_MS = 6_000
/** Nobody puts the words of each night's recall aside on a wall without a mouse. */
export const ACT_WORDS_FOR_MS = 600_000
/** Enough for the rules that fire in half a minute. */
export const MAX_WAITING_ACTS = 20
