import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import { ageInMs, type Clock } from '../time.ts'
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
  /** Of its last mint that was answered or timed out. */
  tookMs: number
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
    tookMs: 0,
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

/**
 * Which camera is minted for next, if any needs it now: somebody waits before nobody does, a camera that is well
 * before one that fails, a camera that was never served before a renewal, then by the wall's own order.
 */
export function mostUrgent(slots: readonly Slot[], clock: Clock): Slot | undefined {
  return firstOf(
    slots.filter((slot) => !slot.minting && needInMs(slot, clock) <= 0),
    (slot) => [
      slot.waiters.length > 0 ? 0 : 1,
      slot.failures > 0 ? 1 : 0,
      slot.isServed || slot.held !== undefined ? 1 : 0,
      slot.rank ?? Number.MAX_SAFE_INTEGER,
    ],
  )
}

/** The camera that is the next probe of an outage, round robin. */
export function nextProbe(slots: readonly Slot[], clock: Clock): Slot | undefined {
  return firstOf(
    slots.filter((slot) => !slot.minting && probeNeedInMs(slot, clock) <= 0),
    (slot) => [slot.lastTurn, slot.rank ?? Number.MAX_SAFE_INTEGER],
  )
}

/** Milliseconds until some camera needs a mint; Infinity when none will. */
export function nextNeedInMs(slots: readonly Slot[], clock: Clock): number {
  return soonest(slots, (slot) => needInMs(slot, clock))
}

/** The same of cameras that are asked for as probes only. */
export function nextProbeNeedInMs(slots: readonly Slot[], clock: Clock): number {
  return soonest(slots, (slot) => probeNeedInMs(slot, clock))
}

function needInMs(slot: Slot, clock: Clock): number {
  if (slot.waiters.length > 0) return 0
  const backoffInMs = (slot.lastFailure?.untilMs ?? 0) - clock.monotonicMs()
  return Math.max(0, backoffInMs, ticketNeedInMs(slot, clock))
}

/** Without the camera's own back-off: during an outage one back-off holds for all cameras. */
function probeNeedInMs(slot: Slot, clock: Clock): number {
  const wishInMs = (slot.lastFailure?.wishedUntilMs ?? 0) - clock.monotonicMs()
  return Math.max(0, wishInMs, slot.waiters.length > 0 ? 0 : ticketNeedInMs(slot, clock))
}

function ticketNeedInMs({ rank, held, lastFailure }: Slot, clock: Clock): number {
  if (rank === undefined || lastFailure?.permanent === true) return Number.POSITIVE_INFINITY
  return held === undefined ? 0 : held.renewAfterMs - ageInMs(held.askedAt, clock)
}

function soonest(slots: readonly Slot[], needOf: (slot: Slot) => number): number {
  return slots.reduce(
    (least, slot) => (slot.minting ? least : Math.min(least, needOf(slot))),
    Number.POSITIVE_INFINITY,
  )
}

/** The slot whose order is the lowest, compared place by place. */
function firstOf(slots: readonly Slot[], orderOf: (slot: Slot) => readonly number[]): Slot | undefined {
  let best: { readonly slot: Slot; readonly order: readonly number[] } | undefined
  for (const slot of slots) {
    const order = orderOf(slot)
    if (best === undefined || isBefore(order, best.order)) best = { slot, order }
  }
  return best?.slot
}

function isBefore(order: readonly number[], other: readonly number[]): boolean {
  const at = order.findIndex((value, index) => value !== other[index])
  return at !== -1 && (order[at] ?? 0) < (other[at] ?? 0)
}
