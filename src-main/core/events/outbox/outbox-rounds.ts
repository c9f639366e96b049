import type { DeadReason } from '#contract/wall/events.ts'
import { randomUUID } from 'node:crypto'
import { codeOf } from '#contract/thrown.ts'
import type { OutboxEvent, SourcePosition } from './event-outbox.ts'

/** An event that its claimer may send while it renews the lease. */
export interface ClaimedEvent {
  readonly id: number
  readonly uid: string
  /** Tries before this one. */
  readonly attempts: number
  readonly orgId: string
  readonly cameraId: string
  readonly eventTypeId: string
  readonly timestampMs: number
  readonly fields: OutboxEvent['fields']
}

export interface Claim {
  readonly lease: string
  readonly nowMs: number
  /** Of the process's clock that nobody sets: how long another one's lease has not been renewed. */
  readonly monotonicMs: number
  readonly leaseInMs: number
  readonly limit: number
  /** No event waits longer for its next try; one that seems to was written before the clock was set back. */
  readonly maxDelayInMs: number
}

export interface Claimed {
  /** In the order of their acceptance. */
  readonly events: readonly ClaimedEvent[]
  /** When the next one becomes due, epoch milliseconds; undefined when nothing waits. */
  readonly nextAtMs: number | undefined
}

/** What has become of some of the claimed events. The others stay under the lease. */
export interface Settlement {
  readonly lease: string
  readonly nowMs: number
  readonly sent: readonly number[]
  readonly dead: readonly { readonly id: number; readonly why: DeadReason }[]
  readonly later: readonly { readonly id: number; readonly nextAtMs: number; readonly reason: string }[]
}

export interface Acceptance {
  readonly events: readonly OutboxEvent[]
  readonly position: SourcePosition | undefined
  readonly nowMs: number
  readonly maxWaiting: number
}

/** Names who sends: a process of this machine, and one of its rounds. */
export function newLease(): string {
  return `${process.pid}.${randomUUID()}`
}

/**
 * Whether whoever sends under this lease is known to be dead: what it held is sent at once, not when the lease ends.
 * A number that another process has got meanwhile only costs that wait.
 */
export function isOwnerGone(lease: string): boolean {
  try {
    process.kill(Number.parseInt(lease, 10), 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}
