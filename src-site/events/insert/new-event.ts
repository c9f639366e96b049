/** The value of a field, by the field's number. Numbers, and `true` as 1, are compared as numbers; text is as it came. */
export type FieldValue = readonly [field: number, value: number | string]

/** An event that has been judged and is to be stored. Crosses to the writer's thread. */
export interface NewEvent {
  readonly tag: number
  readonly cameraId: string
  readonly atMs: number
  readonly receivedMs: number
  readonly values: readonly FieldValue[]
  /** As JSON, in the order of the tag's definition. */
  readonly fieldsJson: string
  /** `Idempotency-Key`, with the organization that it belongs to. */
  readonly key: { readonly orgId: string; readonly name: string } | undefined
}

/** `repeated`: the same event under the same key is there already. */
export type InsertOutcome = 'stored' | 'repeated' | 'idempotency_key_reused'

export interface InsertedGroup {
  /** In the order of the events. */
  readonly outcomes: readonly InsertOutcome[]
  /** Id of the newest event that is stored. */
  readonly lastId: number
}
