/** A change of the wall is kept after this pause: long enough for a burst of keys, short enough for a power cut. */
export const SAVE_DELAY_IN_MS = 500
/** The contract's rate for reports of tile states: four a second. */
export const REPORT_GAP_IN_MS = 250
/** Steps that can be taken back. */
export const UNDO_STEPS = 50
/** The shell is on this machine: it answers at once or is just starting. */
export const GREET_RETRY_IN_MS = 500
