import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { HeldTicket, LiveViewTicket } from './ticket.ts'

type Waiter = (result: Result<LiveViewTicket, WallError>) => void

export interface SlotFailure {
  readonly error: WallError
  /** End of the camera's own back-off. */
  readonly untilMs: number
  /** End of the time that the platform asked for; no probe comes sooner either. */
  readonly wishedUntilMs: number
  readonly permanent: boolean
}

/** What is known of one camera. It exists while it is wanted, waited for, or being minted. */
export interface Slot {
  readonly cameraId: string
  /** Place in the order of urgency; undefined when it is not wanted. */
  rank: number | undefined
  /** A ticket was taken since it became wanted: the next one is for a reconnect, and less urgent than a first one. */
  isServed: boolean
  held: HeldTicket | undefined
  minting: boolean
  readonly waiters: Waiter[]
  /** Counts all mints of the broker; 0 before the first of this camera. */
  lastTurn: number
  /** Of this camera alone, since its last success. */
  failures: number
  failingSinceMs: number
  lastFailure: SlotFailure | undefined
}

export function emptySlot(cameraId: string): Slot {
  return {
    cameraId,
    rank: undefined,
    isServed: false,
    held: undefined,
    minting: false,
    waiters: [],
    lastTurn: 0,
    failures: 0,
    failingSinceMs: Number.POSITIVE_INFINITY,
    lastFailure: undefined,
  }
}

export function noteFailure(slot: Slot, failure: SlotFailure, nowMs: number): void {
  slot.failures += 1
  slot.failingSinceMs = Math.min(slot.failingSinceMs, nowMs)
  slot.lastFailure = failure
}

export function forgive(slot: Slot): void {
  slot.failures = 0
  slot.failingSinceMs = Number.POSITIVE_INFINITY
  slot.lastFailure = undefined
}
