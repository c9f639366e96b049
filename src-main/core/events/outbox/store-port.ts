import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { DeadReason } from '#contract/wall/events.ts'
import type { OutboxEvent, SourcePosition } from './event-outbox.ts'
import { OutboxStore } from './outbox-store.ts'

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

export type StoreMethod = keyof OutboxStore

/** `OutboxStore`, wherever it runs. Fails with `storage_failed` or `outbox_unavailable`; anything else is thrown. */
export type OutboxStorePort = {
  readonly [Method in StoreMethod]: (
    ...args: Parameters<OutboxStore[Method]>
  ) => Promise<Result<ReturnType<OutboxStore[Method]>, WallError>>
}

type Call = (method: StoreMethod, args: readonly unknown[]) => Promise<Result<unknown, WallError>>

/** A port whose methods all go through `call`. */
export function storePort(call: Call): OutboxStorePort {
  const names = Object.getOwnPropertyNames(OutboxStore.prototype).filter((name) => name !== 'constructor')
  return Object.fromEntries(
    (names as StoreMethod[]).map((method) => [method, (...args: unknown[]) => call(method, args)]),
  ) as OutboxStorePort
}

/** Calls a method of the store here; what the disk cannot do is a failure in words. */
export function callStore(
  store: OutboxStore,
  method: StoreMethod,
  args: readonly unknown[],
): Result<unknown, WallError> {
  try {
    const run = store[method] as (...given: readonly unknown[]) => unknown
    return ok(run.apply(store, [...args]))
  } catch (error) {
    const failure = databaseFailure(error)
    if (failure === undefined) throw error
    return fail(failure)
  }
}

/** For a program without a wall, which may wait for the disk. */
export function storeHere(store: OutboxStore): OutboxStorePort {
  return storePort(async (method, args) => callStore(store, method, args))
}

/** What SQLite and Node say of a disk, for people; undefined for a bug. */
export function databaseFailure(error: unknown): WallError | undefined {
  const code = codeOf(error)
  // SHMSIZE: there is no room for the index of the write-ahead log.
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/.test(code)) {
    return { ...wallError('storage_failed', exactMessage('outbox_disk_full')), cause: 'disk_full' }
  }
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/.test(code)) {
    return wallError('storage_failed', exactMessage('outbox_denied', { reason: code }))
  }
  // PROTOCOL: another program stands still while it reads the write-ahead log anew.
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return wallError('storage_failed', exactMessage('outbox_held'))
  }
  // All others (SQLITE_ERROR, _CONSTRAINT, _MISUSE …) come from statements that we wrote.
  if (/^SQLITE_(IOERR|CORRUPT|NOTADB|NOMEM|NOLFS)/.test(code)) {
    return wallError('storage_failed', exactMessage('outbox_broken', { reason: code }))
  }
  return undefined
}
