import type { SiteClock } from '../clock.ts'

export interface TokenBucketsOptions {
  readonly perSecond: number
  readonly burst: number
  /** Above this many the ones longest unused are forgotten, as if they were full. */
  readonly maxBuckets: number
  readonly clock: SiteClock
}

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** One bucket of requests per caller: holds `burst`, refilled evenly. */
export class TokenBuckets {
  readonly #options: TokenBucketsOptions
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: TokenBucketsOptions) {
    this.#options = options
  }

  /** Milliseconds until this caller may try again; 0 when the request is within its limit (and counted). */
  take(caller: string): number {
    const { perSecond, burst, maxBuckets, clock } = this.#options
    const nowMs = clock.monotonicMs()
    const last = this.#buckets.get(caller)
    const refilled = last ? last.tokens + ((nowMs - last.filledAtMs) * perSecond) / 1_000 : burst
    const tokens = Math.min(burst, refilled)
    const isAllowed = tokens >= 1
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { tokens: isAllowed ? tokens - 1 : tokens, filledAtMs: nowMs })
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets) break
      this.#buckets.delete(oldest)
    }
    return isAllowed ? 0 : Math.ceil(((1 - tokens) * 1_000) / perSecond)
  }
}
