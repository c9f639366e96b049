import type { Backoff } from '../../time.ts'

/** Times, limits and sizes of the event outbox. */
export const outboxDefaults = {
  /** About 60 MB, and a day of two events a second while the platform is away. */
  maxWaiting: 200_000,
  /** Events of one claim; the largest batch that a platform is asked to take. */
  maxClaim: 200,
  /** Cameras that are sent for at the same time where a platform takes one event a request. */
  lanes: 6,
  /**
   * Nobody else takes what is being sent before its lease was not renewed for so long. Above the time limit of a
   * request: only a sender that hangs leaves one behind, and its events wait that long.
   */
  leaseInMs: 30_000,
  /** The next sender of a camera waits 1 s, 2 s, 4 s … five minutes; never in step with another one. */
  backoff: { firstDelayInMs: 1_000, factor: 2, maxDelayInMs: 5 * 60_000, jitter: 0.3 } satisfies Backoff,
  /** An event that failed so often is sent in no batch with others, which it may spoil: 7 s after its first failure. */
  aloneAfterTries: 3,
  /** Those behind an event that failed so often are tried: a minute after its first failure. */
  suspectAfterTries: 7,
  /** An event that failed so often is set aside if others are taken meanwhile: two minutes after its first failure. */
  setAsideAfterTries: 8,
  /**
   * An event that is taken after it failed so often, for 15 s and longer, ends an outage. Fewer tries would let a
   * platform that fails now and then count as many outages, and its tries of a poison event begin anew each time.
   */
  outageAfterTries: 5,
  /** Failing events that are remembered to be judged: far more than cameras, each of which has one or two. */
  maxSuspects: 10_000,
  /** What another process has accepted and not sent is found within this time. */
  idlePollInMs: 5_000,
  /** A key that is rejected or missing is tried again by itself; a new one wakes the outbox at once. */
  keyPollInMs: 30_000,
  /** A platform that has refused a whole batch is asked for another one after this time. */
  batchAgainInMs: 10 * 60_000,
  /** Answers on their way when the program ends. A platform that answers at all answers within this. */
  endInMs: 2_000,
  /**
   * Sent events are remembered, to recognise one that comes again, from when it was last seen: a month's export that
   * is inserted every month, with some days to spare. 300 bytes each.
   */
  rememberSentInMs: 40 * 86_400_000,
  maxRemembered: 2_000_000,
  purgeEveryMs: 3_600_000,
  /** Nothing is forgotten for its age before a start's date, or one that jumped so far, has stood for so long. */
  believeDateInMs: 86_400_000,
  /** Rows that a purge removes in one transaction, so that nobody waits long for it. */
  purgeChunk: 5_000,
  /** Dead letters that a status names one by one. */
  maxListed: 200,
  /** One that could not be opened is tried again; a mark tries at once. */
  openAgainInMs: 60_000,
  /** Another process's transaction takes milliseconds; after this time the disk is reported as hanging. */
  busyTimeoutInMs: 10_000,
}
export type OutboxLimits = Readonly<typeof outboxDefaults>
