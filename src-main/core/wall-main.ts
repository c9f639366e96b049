import type { WallError } from '#contract/errors.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import type { Result } from '#contract/result.ts'
import type { CallName, CallOutput, PushName, PushPayload, wallCalls } from '#contract/wall/calls.ts'
import type { TileReport } from '#contract/wall/tile-report.ts'
import type { z } from 'zod'

/** One function a call of the contract; the input has been parsed before it gets here. */
export type CallHandlers = {
  readonly [Name in CallName]: (
    input: z.output<(typeof wallCalls)[Name]['input']>,
  ) => Promise<Result<CallOutput<Name>, WallError>>
}

export type PushListener = <Name extends PushName>(name: Name, payload: PushPayload<Name>) => void

/** One page's side of the signalling relay (`#contract/wall/relay.ts`). */
export interface RelaySession {
  /** A frame from the page; malformed ones are counted and dropped. */
  receive(frame: Uint8Array): void
  dispose(): void
}

/** The wall's main side without any window: what both shells serve. */
export interface WallMain {
  readonly handlers: CallHandlers
  /** Returns the function that unsubscribes. */
  onPush(listener: PushListener): () => void
  openRelay(send: (frame: Uint8Array) => void): RelaySession
  /** The launcher started a local site: use it, and make a key for this workstation if there is none that works. */
  embed(site: EmbeddedSite): Promise<Result<undefined, WallError>>
  /** What a second start asked for. */
  show(entry: string): void
  power(state: 'suspend' | 'resume'): void
  /** Each `wall.report` of the page, and at once the last one if there was any. Returns the function that unsubscribes. */
  onReport(listener: (report: TileReport) => void): () => void
  dispose(): Promise<void>
}
