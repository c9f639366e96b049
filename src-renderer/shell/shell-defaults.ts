/** How the page comes back to a shell that it has lost. */
export const shellDefaults = {
  /** Waits before each try; the last one is repeated for ever. A restarted host answers within a second. */
  retryInMs: [100, 250, 500, 1_000, 2_000, 5_000],
  /** A share of the wait, up or down, so that several monitors do not come back in the same instant. */
  jitter: 0.2,
  /** The host does not know this page: it was restarted, and only its new address is of use. */
  refusedRetryInMs: 15_000,
  /** A loopback handshake takes a few milliseconds. */
  enterWithinMs: 5_000,
} as const
