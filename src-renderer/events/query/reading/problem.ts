import { wordText } from '../printing/words.ts'
import type { Span } from '../syntax/terms.ts'
import { t } from '#renderer/language/language.ts'

/** What a search cannot be read for: where, and in words what to do. */
export interface QueryProblem extends Span {
  readonly message: string
  /** `incomplete`: something is missing that may be about to be typed. */
  readonly kind: 'incomplete' | 'wrong'
  /** Text that stands in the place of `start` to `end` if the operator accepts it. */
  readonly suggestion?: string
}

export function wrong({ start, end }: Span, message: string, suggestion?: string): QueryProblem {
  const problem = { start, end, message, kind: 'wrong' } as const
  return suggestion === undefined ? problem : { ...problem, suggestion }
}

export function incomplete({ start, end }: Span, message: string): QueryProblem {
  return { start, end, message, kind: 'incomplete' }
}

/** Words that a sentence quotes are no longer than a sentence can take. */
const MAX_QUOTED_CHARS = 40

export function quote(text: string): string {
  const shown = text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text
  return t('query.quoted', { text: shown })
}

/** Nothing is called so. `near`: name that was probably meant. */
export function unknown(piece: Span, message: string, near: string | undefined): QueryProblem {
  if (near === undefined) return wrong(piece, message)
  return wrong(piece, `${message} ${t('query.didYouMean', { name: quote(near) })}`, wordText(near))
}
