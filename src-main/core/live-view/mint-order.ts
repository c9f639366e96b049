import type { Clock } from '../time.ts'
import { ageInMs } from './ticket.ts'
import type { Slot } from './ticket-slot.ts'

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
