import type { AreaLog } from '../../log/logger.ts'
import type { InsertCalls } from '../../platform/insert-calls.ts'
import type { Clock, Random, Timers } from '../../time.ts'
import { absentOutbox } from './absent-outbox.ts'
import { outboxDefaults, type OutboxLimits } from './defaults.ts'
import { DurableOutbox } from './durable-outbox.ts'
import type { EventOutbox } from './event-outbox.ts'
import { PlatformDelivery } from './platform-delivery.ts'
import { openWorkerStore } from './worker-store.ts'

export interface OpenOutboxOptions {
  /** Absolute: the wall's data folder. */
  readonly dataDir: string
  /** As in the vault: base address, or the fixed name of an embedded site. */
  readonly platform: string
  /** The built or the source `outbox-worker`. */
  readonly workerScript: URL | string
  readonly calls: Pick<InsertCalls, 'one' | 'batch'>
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly log: AreaLog
  /** Sentences for the operator, about what was found damaged. */
  readonly onNotice: (sentence: string) => void
  readonly limits?: Partial<OutboxLimits>
}

/** The wall's outbox for one platform. Where there can be none it says so, and never fails. */
export async function openOutbox(options: OpenOutboxOptions): Promise<EventOutbox> {
  const { dataDir, platform, workerScript, calls, clock, timers, random, log, onNotice } = options
  const limits: OutboxLimits = { ...outboxDefaults, ...options.limits }
  const { busyTimeoutInMs, lanes, batchAgainInMs } = limits
  const opened = await openWorkerStore(workerScript, {
    dir: dataDir,
    platform,
    nowMs: clock.wallMs(),
    busyTimeoutInMs,
  })
  if (!opened.ok) {
    log.error(opened.error.message)
    return absentOutbox(opened.error)
  }
  const { store, notice } = opened.value
  if (notice !== undefined) {
    log.error(notice)
    onNotice(notice)
  }
  const delivery = new PlatformDelivery({ calls, clock, lanes, batchAgainInMs })
  return new DurableOutbox({ store, delivery, clock, timers, random, log, limits })
}
