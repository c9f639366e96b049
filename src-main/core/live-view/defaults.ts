import type { Backoff } from '../time.ts'

export const brokerLimits = {
  /** Share of a ticket's life after which a wanted one is replaced. */
  renewAfterShare: 150 / 180,
  /** Share of that time by which it is shortened at random, so that a wall's renewals spread out by themselves. */
  renewJitter: 0.1,
  /** Share of a ticket's life up to which it is handed out. Ten seconds are left for the handshake. */
  handOutWithinShare: 170 / 180,
  /** A platform whose tickets live for seconds is served on demand; renewing ahead would be a storm. */
  shortestRenewalInMs: 10_000,
  /** A platform allows 50 requests a second for a key (assumption 28), and several walls may share one. */
  mintsPerSecond: 20,
  /** A wall of 16 with its selected tile first starts at once; one of 36 within a second. */
  mintBurst: 20,
  /** More handshakes at once only wait for each other in the platform. */
  mintsAtOnce: 8,
  /** A mint that takes longer gives its place away: cameras whose gateway hangs hold up nobody else. */
  placeHeldInMs: 500,
  /** The shortest. The next mint of a camera has twice what its last one took, up to the longest. */
  mintLimitInMs: 5_000,
  longestMintLimitInMs: 20_000,
  /** A camera that was refused for good is asked for again after this time, and only when a ticket is taken. */
  refusalHoldsInMs: 60_000,
  /** As the outbox does. */
  rejectedKeyAgainInMs: 30_000,
  /** Between probes while the platform is away, and between tries of one camera that fails alone. */
  backoff: { firstDelayInMs: 500, factor: 1.7, maxDelayInMs: 10_000, jitter: 0.3 } satisfies Backoff,
}
export type BrokerLimits = Readonly<typeof brokerLimits>
