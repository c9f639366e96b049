import type { WallError } from '#contract/errors.ts'
import { type Backoff, backoffInMs } from '../platform/retry-policy.ts'
import type { Random } from '../time.ts'

/**
 * While a platform does not answer, one request at a time asks whether it is back; everybody else waits.
 * Without it forty cameras would each knock on their own, and all at once when it returns.
 */
export class Outage {
  private readonly backoff: Backoff
  private readonly random: Random
  private failures = 0
  private nextProbeAtMs: number | undefined
  private probing = false
  private error: WallError | undefined

  constructor(backoff: Backoff, random: Random) {
    this.backoff = backoff
    this.random = random
  }

  get isOn(): boolean {
    return this.nextProbeAtMs !== undefined
  }

  /** 0 when the probe is due; Infinity while one is under way. Only while it is on. */
  probeInMs(nowMs: number): number {
    return this.probing ? Number.POSITIVE_INFINITY : Math.max(0, (this.nextProbeAtMs ?? nowMs) - nowMs)
  }

  probeStarted(): void {
    this.probing = true
  }

  /** `wishInMs`: what the platform asked for. Requests that were under way when it began do not count again. */
  failed(error: WallError, wasProbe: boolean, nowMs: number, wishInMs = 0): void {
    this.error = error
    if (this.isOn && !wasProbe) return
    this.failures += 1
    this.probing = false
    this.nextProbeAtMs = nowMs + Math.max(wishInMs, backoffInMs(this.backoff, this.failures, this.random))
  }

  /** Nothing is known about the platform: the next request asks alone. */
  probeAt(nowMs: number): void {
    this.failures = 0
    this.probing = false
    this.nextProbeAtMs = nowMs
  }

  over(): void {
    this.failures = 0
    this.probing = false
    this.nextProbeAtMs = undefined
    this.error = undefined
  }

  /** The failure that it began with, with the time of the next probe. Undefined when none was seen. */
  lastError(nowMs: number): WallError | undefined {
    if (this.error === undefined) return undefined
    const inMs = this.probeInMs(nowMs)
    return Number.isFinite(inMs) ? { ...this.error, retryInMs: Math.ceil(inMs) } : this.error
  }
}
