import type { LiveDefaults } from './defaults.ts'
import { retryDelayMs } from '../retry-delay.ts'

type Limits = Pick<LiveDefaults['supervisor'], 'probeDelaysMs' | 'probeJitter'>

/**
 * Half-open circuit breaker for what is behind the relay. It is shut while cameras have failed and none has been
 * reached since: one connect at a time is let through as a probe, and whoever has failed waits for its answer.
 */
export class HostGate {
  readonly #limits: Limits
  readonly #random: () => number
  #probes = 0
  #probeAtMs: number | undefined

  constructor(limits: Limits, random: () => number) {
    this.#limits = limits
    this.#random = random
  }

  get isShut(): boolean {
    return this.#probeAtMs !== undefined
  }

  /** When the next probe may start; undefined while the gate is not shut. */
  get nextProbeAtMs(): number | undefined {
    return this.#probeAtMs
  }

  /** A server behind the relay has answered, even if it refused. */
  onAnswer(): void {
    this.#probes = 0
    this.#probeAtMs = undefined
  }

  /** A connect failed and no other connection is well. Those under way when the gate closed do not count again. */
  failed(nowMs: number, wasProbe: boolean): void {
    if (this.isShut && !wasProbe) return
    const { probeDelaysMs, probeJitter } = this.#limits
    this.#probeAtMs = nowMs + retryDelayMs(probeDelaysMs, this.#probes, probeJitter, this.#random)
    this.#probes += 1
  }

  /** Something has changed for the better (network, shell, wake from sleep): probe at once. */
  hurry(nowMs: number): void {
    this.#probes = 0
    if (this.isShut) this.#probeAtMs = nowMs
  }
}
