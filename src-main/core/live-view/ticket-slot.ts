import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { HeldTicket } from './held-ticket.ts'
import type { LiveViewTicket } from './ticket.ts'

type Waiter = (result: Result<LiveViewTicket, WallError>) => void

/** What is known of one camera. It exists while it is wanted, waited for, or being minted. */
export interface Slot {
  readonly cameraId: string
  /** Place in the order of urgency; undefined when it is not wanted. */
  rank: number | undefined
  /** A ticket was taken since it became wanted: the stream runs, and the next one is minted when it is asked for. */
  spent: boolean
  held: HeldTicket | undefined
  minting: boolean
  readonly waiters: Waiter[]
  /** Of this camera alone, since its last success. */
  failures: number
  lastFailure:
    | { readonly error: WallError; readonly untilMs: number; readonly permanent: boolean }
    | undefined
}

export function emptySlot(cameraId: string): Slot {
  return {
    cameraId,
    rank: undefined,
    spent: false,
    held: undefined,
    minting: false,
    waiters: [],
    failures: 0,
    lastFailure: undefined,
  }
}

export function forgive(slot: Slot): void {
  slot.failures = 0
  slot.lastFailure = undefined
}
