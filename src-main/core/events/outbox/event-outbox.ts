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
