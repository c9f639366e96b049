import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { Clock } from '../clock.ts'
import type { SessionStore } from './session-store.ts'
import { onChangeOf } from './on-change-of.ts'

/**
 * The platform's time, by which pictures and events are counted: this computer's clock and an offset from the
 * platform's answers. These know the time to half a second at best, so the offset stays while they allow it: otherwise
 * all that follows this clock would jitter.
 */
export class PlatformClock implements Clock {
  readonly #computer: Clock
  readonly #unsubscribe: () => void
  readonly #listeners = new Set<() => void>()
  #aheadMs = 0

  constructor(computer: Clock, session: Pick<SessionStore, 'getState' | 'subscribe'>) {
    this.#computer = computer
    this.#learn(session.getState().connection)
    this.#unsubscribe = onChangeOf(session, 'connection', (connection) => this.#learn(connection))
  }

  dispose(): void {
    this.#unsubscribe()
    this.#listeners.clear()
  }

  readonly nowMs = (): number => this.ofComputer(this.#computer.nowMs())

  /** An instant of this computer's clock, by the platform's. Both epoch milliseconds. */
  ofComputer(atMs: number): number {
    return atMs + this.#aheadMs
  }

  after(delayInMs: number, run: () => void): () => void {
    return this.#computer.after(delayInMs, run)
  }

  /** Told when it has been set. */
  onSet(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #learn({ skewMs, skewUncertaintyMs = 0 }: ConnectionStatus): void {
    if (skewMs === undefined || Math.abs(skewMs - this.#aheadMs) <= skewUncertaintyMs) return
    this.#aheadMs = skewMs
    for (const listener of this.#listeners) listener()
  }
}
