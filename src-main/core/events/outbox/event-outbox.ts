import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { EventOutboxState } from '#contract/wall/events.ts'

export interface OutboxEvent {
  /** Names the event for good: accepted once whatever comes twice, and sent along as `Idempotency-Key`. */
  readonly uid: string
  readonly cameraId: string
  /** Epoch milliseconds. */
  readonly timestampMs: number
  readonly fields: Readonly<Record<string, string | number | boolean>>
  /** Without its organization and its tag an event is held: kept, and not sent before `complete` names them. */
  readonly orgId?: string | undefined
  readonly eventTypeId?: string | undefined
  /** Of an event that its producer names: the same uid with other content is a conflict, and not accepted. */
  readonly content?: string | undefined
}

/** As a page is told, but with whole texts; and `waitsFor` is of sending alone. The `id` of a dead letter is its uid. */
export type OutboxStatus = EventOutboxState
export type DeadLetter = OutboxStatus['deadLetters'][number]

export interface Accepted {
  readonly accepted: number
  /** Their uid was known already: waiting, sent, or a dead letter. */
  readonly known: number
  /** Of events that are known with other content: their places among those that were given. */
  readonly conflicts: readonly number[]
}

/** How far a source has been read, kept in the same transaction as the events up to there. */
export interface SourcePosition {
  readonly source: string
  /** Opaque to the outbox. */
  readonly mark: string
}

/** What an event is of, where that was not known yet. */
export type Completion = { readonly orgId: string; readonly eventTypeId: string }

/** Which dead letters, by uid. */
export type Selection =
  | { readonly ids: readonly string[] }
  | { readonly all: true; readonly count?: number | undefined }

/** Of dead letters; or what waits for another platform, all of it. */
export type Discarded = Selection | { readonly platform: string }

/**
 * Events on their way to one platform. What `accept` has taken is on the disk, survives a power cut, and arrives at
 * least once; with the platform's idempotency once, without it twice only if its answer was lost. A camera's events
 * arrive in the order of their acceptance; one that the platform refuses for good, or fails to take again and again
 * while it takes others, becomes a dead letter and holds up nobody.
 * Failures: `storage_failed`, `outbox_full`, `outbox_unavailable`.
 */
export interface EventOutbox {
  /** All of them or none. */
  accept(events: readonly OutboxEvent[], position?: SourcePosition): Promise<Result<Accepted, WallError>>
  positionOf(source: string): Promise<Result<string | undefined, WallError>>
  status(): Promise<OutboxStatus>
  /**
   * Held events without an organization or a tag get these, and are sent. Resolves to how many. The dead letters that
   * are named get them in place of their own, for their next try.
   */
  complete(missing: Completion, deadLetters?: readonly string[]): Promise<Result<number, WallError>>
  /** Dead letters are sent again, before what their camera has waiting. Resolves to how many. */
  retry(selection: Selection): Promise<Result<number, WallError>>
  /** They are forgotten. Resolves to how many. */
  discard(selection: Discarded): Promise<Result<number, WallError>>
  /** A key was set, the machine woke up, the network is back: what waits is tried at once. */
  wake(): void
  /** The platform answers again after it had not: what waits for its next try is tried at once. */
  resume(): void
  /** Something of `status()` may have changed. Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Sends no more; waits a moment for answers that are on their way. */
  dispose(): Promise<void>
}
