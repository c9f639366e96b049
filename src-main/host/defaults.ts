import { MAX_OPEN_CALLS } from '#contract/wall/shell.ts'

/** Limits and times of the browser host. */
export const hostDefaults = {
  /** Our page sends the secret at once; a client that takes longer is not one. */
  enterWithinMs: 2_000,
  /** The first frame holds a nonce, a proof of 43 characters and the number of a monitor. */
  maxEnterBytes: 512,
  /** Of one that has not shown the secret: what is longer is no first frame. */
  maxStrangerBytes: 256 * 1_024,
  /** Above the largest call that the wall takes: a page whose frame is larger loses its connection. */
  maxTextBytes: 16 * 1_024 * 1_024,
  /** A few monitors and a reload in each of them. */
  maxPages: 16,
  /** Connections that have not shown the secret yet. */
  maxStrangers: 32,
  maxOpenCalls: MAX_OPEN_CALLS,
  /**
   * Bytes that wait for a page that has stopped reading (a suspended tab). It starts anew when it wakes. One that saves
   * the largest settings is answered with them and told of them; one that begins is given them and its document.
   */
  maxWaitingBytes: 24 * 1_024 * 1_024,
  /** Finds pages that have gone without a word within two periods. */
  pingEveryMs: 15_000,
  /** A page that is well closes at once. */
  closeWithinMs: 500,
  /** A reload takes well below a second; a closed window stays away. */
  closedAfterMs: 3_000,
} as const
export type HostDefaults = { readonly [Name in keyof typeof hostDefaults]: number }
