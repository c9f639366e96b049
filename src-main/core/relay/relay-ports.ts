import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'

/** What the relay needs of a ticket; `url` is the media server's address as the platform gave it. */
export interface RelayTicket {
  readonly token: string
  readonly url: string
}

/** Where tickets come from: the `TokenBroker`. */
export interface TicketPort {
  take(cameraId: string): Promise<Result<RelayTicket, WallError>>
  /** The media server answered 401 to this very token: it must not be handed out again. */
  refused(cameraId: string, token: string): void
}

export type RelayLog = (level: 'debug' | 'info' | 'warn', message: string) => void

export interface RelayCounters {
  readonly openChannels: number
  readonly dialled: number
  readonly opened: number
  readonly failed: number
  /** Frames of a page that were not frames of the contract. */
  readonly malformed: number
  /** Messages of media servers that were kept from the page because they carried a token, or could not be read. */
  readonly withheld: number
}
