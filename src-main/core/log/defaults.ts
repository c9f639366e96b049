/** A value shorter than this occurs in ordinary text: replacing it would make the log unreadable and point at it. */
export const MIN_SECRET_LENGTH = 4
/** Tickets live three minutes; at the highest mint rate a wall makes a few hundred in the time a line may still quote one. */
export const MAX_PASSING_SECRETS = 512
/** One file of about a day of a talkative wall; three of them fit into a support bundle. */
export const LOG_FILE_MAX_BYTES = 5 * 1_024 * 1_024
export const LOG_FILES_KEPT = 3
/** A line holds one event. Longer ones are a dump of something that should not be logged whole. */
export const LOG_LINE_MAX_CHARS = 8_192
