import type { LiveDefaults } from './defaults.ts'
import { retryDelayMs } from './retry-delay.ts'

type Limits = Pick<LiveDefaults['supervisor'], 'probeDelaysMs' | 'probeJitter' | 'hostFailures'>

/**
 * Half-open circuit breaker for everything behind the relay. While it is shut, one connect at a time is let
 * through as a probe, and the herd waits for its success.
 */
export class HostGate {
  private readonly limits: Limits
  private readonly random: () => number
  private failuresInARow = 0
  private probes = 0
  private probeAtMs: number | undefined

  constructor(limits: Limits, random: () => number) {
    this.limits = limits
    this.random = random
  }

  get isShut(): boolean {
    return this.probeAtMs !== undefined
  }

  /** Somebody was not reached since the last answer. */
  get isTroubled(): boolean {
    return this.failuresInARow > 0
  }

  /** When the next probe may start; undefined while the gate is not shut. */
  get nextProbeAtMs(): number | undefined {
    return this.probeAtMs
  }

  /** Somebody behind the relay has answered, be it with a refusal. */
  answered(): void {
    this.failuresInARow = 0
    this.probes = 0
    this.probeAtMs = undefined
  }

  /** A connect found nobody. `othersAlive`: some other link is well, so one failure proves little. */
  failed(nowMs: number, othersAlive: boolean): void {
    this.failuresInARow += 1
    if (!this.isShut && othersAlive && this.failuresInARow < this.limits.hostFailures) return
    const { probeDelaysMs, probeJitter } = this.limits
    this.probeAtMs = nowMs + retryDelayMs(probeDelaysMs, this.probes, probeJitter, this.random)
    this.probes += 1
  }

  /** Something has changed for the better (network, shell, wake from sleep): probe at once. */
  hurry(nowMs: number): void {
    this.probes = 0
    if (this.isShut) this.probeAtMs = nowMs
  }
}
