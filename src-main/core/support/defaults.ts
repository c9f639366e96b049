/** The newest lines of the log: the hours before a fault of a quiet wall, and what a mail still takes once packed. */
export const BUNDLE_LOG_MAX_BYTES = 2 * 1_024 * 1_024
/** So many are masked before others have their turn: with hundreds of tickets to look for, each takes some 0.1 ms. */
export const LOG_LINES_AT_ONCE = 200
/** From the answer to the page's download; in the installed application the operator first says where to. */
export const OPEN_WITHIN_MS = 120_000
/** A page that asks without end holds no more than this. */
export const FILES_AT_A_TIME = 4
