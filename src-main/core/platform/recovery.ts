import type { Clock } from '../time.ts'
import type { PlatformHealth } from './platform-findings.ts'

export interface RecoveryOptions {
  readonly clock: Clock
  /** A shorter failure is one of a call, not of the platform. */
  readonly outageInMs: number
  readonly onRecovered: () => void
}

/** Notices when a platform answers again of which no call has succeeded for a while. */
export class Recovery {
  readonly #options: RecoveryOptions
  #failingSinceMs: number | undefined

  constructor(options: RecoveryOptions) {
    this.#options = options
  }

  /** After each call. */
  note(reach: PlatformHealth['reach']): void {
    const { clock, outageInMs, onRecovered } = this.#options
    if (reach === 'failing') {
      this.#failingSinceMs ??= clock.monotonicMs()
      return
    }
    const sinceMs = this.#failingSinceMs
    this.#failingSinceMs = undefined
    if (sinceMs !== undefined && clock.monotonicMs() - sinceMs >= outageInMs) onRecovered()
  }
}
