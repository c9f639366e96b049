import type { Clock } from '../time.ts'
import type { PlatformHealth } from './platform-findings.ts'

export interface RecoveryOptions {
  readonly clock: Clock
  /** A shorter failure is one of a call, not of the platform. */
  readonly outageInMs: number
  readonly onRecovered: () => void
}

/** Notices when a platform answers again of which no call has succeeded for a while. To be called after each call. */
export function watchRecovery({ clock, outageInMs, onRecovered }: RecoveryOptions) {
  let failingSinceMs: number | undefined
  return (reach: PlatformHealth['reach']): void => {
    if (reach === 'failing') {
      failingSinceMs ??= clock.monotonicMs()
      return
    }
    const sinceMs = failingSinceMs
    failingSinceMs = undefined
    if (sinceMs !== undefined && clock.monotonicMs() - sinceMs >= outageInMs) onRecovered()
  }
}
