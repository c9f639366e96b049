import type { Clock } from '../time.ts'
import type { LiveViewTicket } from './ticket.ts'

/** An instant on both clocks. */
export interface Stamp {
  readonly wallMs: number
  readonly monotonicMs: number
}

export function stampOf(clock: Clock): Stamp {
  return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
}

/** By whichever clock says more: one may have stood still in sleep, the other may have been set back. */
export function ageInMs(stamp: Stamp, clock: Clock): number {
  return Math.max(clock.monotonicMs() - stamp.monotonicMs, clock.wallMs() - stamp.wallMs)
}

/** A ticket in store. Its age counts from the request, when it cannot have existed yet. */
export interface HeldTicket {
  readonly ticket: LiveViewTicket
  readonly askedAt: Stamp
  readonly handOutWithinMs: number
  readonly renewAfterMs: number
}

export function mayBeHandedOut(held: HeldTicket, clock: Clock): boolean {
  return ageInMs(held.askedAt, clock) <= held.handOutWithinMs
}
