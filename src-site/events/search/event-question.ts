/** A condition on a field, by the field's number. Text is folded; a boolean is the number 1 or 0. */
export type FieldCondition =
  | {
      readonly field: number
      readonly kind: 'number'
      readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'
      readonly value: number
      /** Half of the events fulfil it or more. */
      readonly isBoolean: boolean
    }
  | {
      readonly field: number
      readonly kind: 'number'
      readonly operator: 'between'
      readonly value: number
      readonly value2: number
    }
  | {
      readonly field: number
      readonly kind: 'text'
      readonly operator: 'eq' | 'ne' | 'contains' | 'startsWith'
      readonly value: string
    }

/** What is asked of the events of one tag: all conditions together. */
export interface TagQuestion {
  readonly tag: number
  readonly tagId: string
  readonly conditions: readonly FieldCondition[]
}

/** Events of any of the tags, `[startMs, endMs)`. Crosses to a reader's thread. */
export interface EventQuestion {
  readonly orgId: string
  readonly tags: readonly TagQuestion[]
  /** Undefined: all. */
  readonly cameraIds: readonly string[] | undefined
  readonly startMs: number
  readonly endMs: number
}

/** Where a page ended. */
export interface EventPosition {
  readonly atMs: number
  readonly id: number
}

export interface PageQuestion extends EventQuestion {
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly after: EventPosition | undefined
  /** What a cursor belongs to. */
  readonly fingerprint: string
}

export interface DensityQuestion extends EventQuestion {
  readonly bucketMs: number
}

/** Events in the order of their arrival, `(afterId, untilId]`. */
export interface SinceQuestion {
  readonly orgId: string
  readonly tags: readonly Pick<TagQuestion, 'tag' | 'tagId'>[]
  readonly afterId: number
  readonly untilId: number
  readonly limit: number
}

export interface Arrivals {
  /** As server-sent events. */
  readonly text: string
  /** Everything up to here is in the text. */
  readonly untilId: number
}
