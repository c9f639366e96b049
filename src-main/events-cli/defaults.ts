import { outboxDefaults } from '../core/events/outbox/defaults.ts'

/** Times and sizes of the events command. */
export const cliDefaults = {
  /** Read at once. What is in memory of a file of any length is this, its lines, and no more. */
  chunkBytes: 256 * 1_024,
  /** A longer line is no event: the largest is ten texts of 2 000 characters. */
  maxLineBytes: 256 * 1_024,
  /** Reading waits while more wait for the platform: the rest of the outbox is the wall's. */
  maxAhead: 10_000,
  /** `--follow` looks for new lines, a rotated or a shortened file this often. */
  followEveryMs: 500,
  /**
   * A platform that takes nothing for so long ends the command; what it has read is kept. Longer than the outbox waits
   * between two tries, so that an event which fails for good is set aside before.
   */
  patienceMs: outboxDefaults.backoff.maxDelayInMs + 60_000,
  progressEveryMs: 200,
  /** Where the progress is no line of a terminal but one of a log. */
  logProgressEveryMs: 10_000,
  /** Refused lines that the summary shows. */
  shownRefusals: 10,
} as const
