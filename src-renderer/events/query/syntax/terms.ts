/** A stretch of the text, offsets in UTF-16 units, `end` not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One word, or what stands in quotation marks, then `text` is without them. */
export interface Piece extends Span {
  readonly text: string
  readonly isQuoted: boolean
  /** The closing quotation mark is missing. */
  readonly isUnclosed: boolean
}

export type MomentSyntax = Span & { readonly day: Piece | undefined; readonly clock: Piece | undefined }

/** `sale` */
export type NameTerm = Span & { readonly kind: 'name'; readonly name: Piece }

/** `amount>100`, `amount=1..5`, and what has been typed of it. */
export interface ConditionTerm extends Span {
  readonly kind: 'condition'
  readonly field: Piece
  readonly operator: Piece
  readonly value: Piece | undefined
  readonly range: Piece | undefined
  readonly value2: Piece | undefined
}

/** `camera:3,5-7`, `last:24h` */
export interface ListTerm extends Span {
  readonly kind: 'list'
  readonly key: Piece
  readonly items: readonly Piece[]
  /** It ends with a comma. */
  readonly isOpen: boolean
}

/** `yesterday`, `2026-11-20 14:00..15:30`, `since:14:00` */
export interface TimeTerm extends Span {
  readonly kind: 'time'
  readonly key: Piece | undefined
  readonly from: MomentSyntax
  readonly range: Piece | undefined
  readonly until: MomentSyntax | undefined
}

/** What belongs to nothing, e.g. a second operator. */
export type StrayTerm = Span & { readonly kind: 'stray'; readonly piece: Piece }
export type Term = NameTerm | ConditionTerm | ListTerm | TimeTerm | StrayTerm
