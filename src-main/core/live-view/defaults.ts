import type { Backoff } from '../platform/retry-policy.ts'

export interface BrokerLimits {
  /** Share of a ticket's life after which a wanted one is replaced: 150 s of 180. */
  readonly renewAfterShare: number
  /** Share of that time by which it is shortened at random, so that a wall's renewals spread out by themselves. */
  readonly renewJitter: number
  /** Share of a ticket's life up to which it is handed out: 170 s of 180. Ten seconds are left for the handshake. */
  readonly handOutWithinShare: number
  /** A platform whose tickets live for seconds is served on demand; renewing ahead would be a storm. */
  readonly shortestRenewalInMs: number
  /** A platform allows 50 requests a second for a key (assumption 28), and several walls may share one. */
  readonly mintsPerSecond: number
  /** A wall of 16 with its selected tile first starts at once; one of 36 within a second. */
  readonly mintBurst: number
  /** More handshakes at once only wait for each other in the platform. */
  readonly mintsAtOnce: number
  /** A mint that takes longer gives its place away: cameras whose gateway hangs hold up nobody else. */
  readonly placeHeldInMs: number
  /** A camera that was refused for good is asked for again after this time, and only when a ticket is taken. */
  readonly refusalHoldsInMs: number
  /** Between probes while the platform is away, and between tries of one camera that fails alone. */
  readonly backoff: Backoff
}

export const brokerLimits: BrokerLimits = {
  renewAfterShare: 150 / 180,
  renewJitter: 0.1,
  handOutWithinShare: 170 / 180,
  shortestRenewalInMs: 10_000,
  mintsPerSecond: 20,
  mintBurst: 20,
  mintsAtOnce: 8,
  placeHeldInMs: 500,
  refusalHoldsInMs: 60_000,
  backoff: { firstDelayInMs: 500, factor: 1.7, maxDelayInMs: 10_000, jitter: 0.3 },
}
