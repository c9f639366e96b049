import type { EventOutbox } from '../core/events/outbox/durable-outbox.ts'
import type { OutboxStatus } from '../core/events/outbox/event-outbox.ts'
import { pause, systemTimers } from '../core/time.ts'
import { cliDefaults } from './defaults.ts'

/**
 * Waits until `isEnough`, or until nothing has arrived for `patienceMs`. Looks at every change, and at least once a
 * second: another process sends, too.
 */
export async function waitPatiently(
  outbox: EventOutbox,
  signal: AbortSignal,
  patienceMs: number,
  isEnough: (status: OutboxStatus) => boolean,
): Promise<OutboxStatus> {
  let least = Number.POSITIVE_INFINITY
  let sinceMs = performance.now()
  for (;;) {
    const { ended, wake } = pause(systemTimers, 1_000, signal)
    const stop = outbox.onChange(wake)
    try {
      const status = await outbox.status()
      if (status.depth < least) sinceMs = performance.now()
      least = Math.min(least, status.depth)
      if (signal.aborted || status.unavailable !== undefined || isEnough(status)) return status
      if (performance.now() - sinceMs >= patienceMs) return status
      await ended
    } finally {
      stop()
      wake()
    }
  }
}

/** Until nothing waits any more. What an outage has put off is tried at once. */
export function drain(outbox: EventOutbox, signal: AbortSignal): Promise<OutboxStatus> {
  outbox.resume()
  return waitPatiently(outbox, signal, cliDefaults.patienceMs, ({ depth, held }) => depth === held)
}
