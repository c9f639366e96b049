import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import { ageInMs, type Clock, type Stamp } from '../time.ts'

/** A live view token and the media server that takes it. Never leaves main. */
export interface LiveViewTicket {
  readonly token: string
  /** `ws:` or `wss:`, host among the allowed ones. */
  readonly url: string
}

/** What the relay needs in order to dial the media server. */
export interface TicketSource {
  /**
   * A ticket for one start of one camera's stream, fresh for at least ten more seconds.
   * Each call gets its own: the participant's identity is in the ticket, and a media server throws the first
   * of two participants with one identity out. A ticket that was taken is spent unless it is given back.
   */
  take(cameraId: string): Promise<Result<LiveViewTicket, WallError>>
  /**
   * No media server has seen this ticket: it was not dialled, or nobody was there. Without it the tries of a camera
   * whose media server restarts would use up its tickets while the platform gives no others.
   */
  giveBack(cameraId: string, ticket: LiveViewTicket): void
  /** The platform has ended a stream of this camera: no ticket from before is used, and none asked for at once. */
  withdraw(cameraId: string): void
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
