import type { Clock } from '../time.ts'
import { ageInMs } from './held-ticket.ts'
import type { Slot } from './ticket-slot.ts'

/**
 * Which camera is minted for next, if any needs it now: somebody waits before nobody does, a camera without a
 * ticket before a renewal, then by the wall's own order.
 */
export function mostUrgent(slots: Iterable<Slot>, clock: Clock, isOutage: boolean): Slot | undefined {
  let best: { readonly slot: Slot; readonly order: readonly number[] } | undefined
  for (const slot of slots) {
    if (slot.minting || needInMs(slot, clock) > 0) continue
    const order = [
      // A camera that fails alone must not be the probe again and again.
      isOutage ? slot.failures : 0,
      slot.waiters.length > 0 ? 0 : 1,
      slot.held === undefined ? 0 : 1,
      slot.rank ?? Number.MAX_SAFE_INTEGER,
    ]
    if (best === undefined || isBefore(order, best.order)) best = { slot, order }
  }
  return best?.slot
}

/** Milliseconds until some camera needs a mint; Infinity when none will. */
export function nextNeedInMs(slots: Iterable<Slot>, clock: Clock): number {
  let soonest = Number.POSITIVE_INFINITY
  for (const slot of slots) if (!slot.minting) soonest = Math.min(soonest, needInMs(slot, clock))
  return soonest
}

function needInMs(slot: Slot, clock: Clock): number {
  const { held, lastFailure } = slot
  if (slot.waiters.length > 0) return 0
  if (slot.rank === undefined || slot.spent || lastFailure?.permanent === true)
    return Number.POSITIVE_INFINITY
  const backoffInMs = lastFailure === undefined ? 0 : lastFailure.untilMs - clock.monotonicMs()
  const renewalInMs = held === undefined ? 0 : held.renewAfterMs - ageInMs(held.askedAt, clock)
  return Math.max(0, backoffInMs, renewalInMs)
}

/** Compares place by place. */
function isBefore(order: readonly number[], other: readonly number[]): boolean {
  const at = order.findIndex((value, index) => value !== other[index])
  return at !== -1 && (order[at] ?? 0) < (other[at] ?? 0)
}
