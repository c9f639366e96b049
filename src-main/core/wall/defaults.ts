import { MAX_SALVOS_FILE_BYTES } from '#contract/wall/salvo.ts'

/** Changes within it are one push: a wall that starts changes its connection a dozen times. */
export const STATUS_DELAY_IN_MS = 150
/** After this time an unlocked kiosk locks itself again. */
export const UNLOCKED_FOR_IN_MS = 600_000
/** Figures that fall by themselves (tickets a minute) are looked at again. */
export const STATUS_RECHECK_IN_MS = 15_000
/** Lines a page may log: enough for the start of 36 tiles, too little to fill a disk. */
export const PAGE_LINES_PER_SECOND = 20
export const PAGE_LINES_BURST = 200
/** A page that dies before it can say why the last one died leaves another sentence; the page shows four. */
export const MOST_LEFT_NOTICES = 2
/** A reload takes a second, a renderer that has died is loaded again within five. */
export const WANTED_AFTER_PAGE_IN_MS = 10_000
/** A page of this machine sends its document in a few milliseconds, or is just going. */
export const DOCUMENT_PATIENCE_IN_MS = 1_000
export const EMBEDDED_KEY_LIFE_IN_DAYS = 365
/** Before an operator would be asked to: the wall has the account of its own site. */
export const EMBEDDED_KEY_RENEWED_BEFORE_DAYS = 30
export const EMBEDDED_KEY_NAME = 'Tessera on this machine'
/** How long a new address or key waits for the platform's first answer, so that both are shown together. */
export const ANSWER_PATIENCE_IN_MS = 4_000
/** What a test of the connection asks to play: a minute that any recorder has written by now, if it records at all. */
export const TESTED_FOOTAGE_AGE_IN_MS = 600_000
export const TESTED_FOOTAGE_IN_MS = 60_000
/** … and what it looks for events and people in. */
export const TESTED_HOUR_IN_MS = 3_600_000
/**
 * Ten thousand cameras with long names, five times: as listed by the platform, by the operators, as numbered, as gone,
 * typed; and the salvos.
 */
export const MAX_IMPORT_CHARS = 16_000_000 + MAX_SALVOS_FILE_BYTES
/** A run of a salvo that nobody saw still holds so long: what hangs on the wall is that of the last shift at most. */
export const SALVO_STILL_HOLDS_MS = 86_400_000
/** Corrections of a clock that runs well are smaller. */
export const CLOCK_WAS_WRONG_MS = 600_000
/** The clock may be set, and the machine may sleep: the schedule is looked at as often at least. */
export const SALVO_LOOK_IN_MS = 60_000
/** The pages of one start come up within it, and each gets what was meant for its monitor. */
export const ACT_FOR_LATE_PAGES_MS = 60_000
/** Of what other walls have saved: an operator who tells another one on the telephone waits no longer. */
export const SHARED_SALVOS_LOOK_IN_MS = 15_000
export const SHARED_SALVOS_READ_AT_ONCE = 6
/** While many are read: each time all of them go to the pages. */
export const SHARED_SALVOS_SHOWN_EVERY_MS = 1_000
