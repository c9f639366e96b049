import type { EventOutbox, OutboxStatus } from '../core/events/outbox/event-outbox.ts'
import { cliDefaults } from './defaults.ts'

/** Waits until `isEnough`; looks at every change, and at least once a second: another process sends, too. */
export async function waitFor(
  outbox: EventOutbox,
  signal: AbortSignal,
  isEnough: (status: OutboxStatus) => boolean,
): Promise<OutboxStatus> {
  for (;;) {
    const changed = Promise.withResolvers<void>()
    const stop = outbox.onChange(changed.resolve)
    const timer = setTimeout(changed.resolve, 1_000)
    const onAbort = () => changed.resolve()
    signal.addEventListener('abort', onAbort)
    try {
      const status = await outbox.status()
      if (signal.aborted || status.unavailable !== undefined || isEnough(status)) return status
      await changed.promise
    } finally {
      stop()
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
    }
  }
}

/** Until `isEnough`, or until nothing has arrived for `patienceMs`. */
export async function waitPatiently(
  outbox: EventOutbox,
  signal: AbortSignal,
  patienceMs: number,
  isEnough: (status: OutboxStatus) => boolean,
): Promise<OutboxStatus> {
  let least = Number.POSITIVE_INFINITY
  let sinceMs = performance.now()
  return waitFor(outbox, signal, (status) => {
    if (status.depth < least) sinceMs = performance.now()
    least = Math.min(least, status.depth)
    return isEnough(status) || performance.now() - sinceMs >= patienceMs
  })
}

/** Until nothing waits any more. What an outage has put off is tried at once. */
export function drain(outbox: EventOutbox, signal: AbortSignal): Promise<OutboxStatus> {
  outbox.resume()
  return waitPatiently(outbox, signal, cliDefaults.patienceMs, ({ depth, held }) => depth === held)
}
