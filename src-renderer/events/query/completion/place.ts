import { never } from '#contract/result.ts'
import type { ConditionTerm, ListTerm, Piece, Span, Term, TimeTerm } from '../syntax/terms.ts'

/** What stands at the caret: what is wanted there, what has been typed of it, and what a choice replaces. */
export type Place = PlaceOf<'term'> | PlaceOf<'field'> | FieldPlace | FilterPlace | PlaceOf<'nothing'>

interface PlaceOf<Wants extends string> extends Span {
  readonly wants: Wants
  readonly typed: string
}
interface FieldPlace extends PlaceOf<'operator' | 'value'> {
  /** As typed. */
  readonly field: string
}
interface FilterPlace extends PlaceOf<'filter'> {
  /** What stands before the colon, as typed. */
  readonly key: string
}

export function placeAt(text: string, terms: readonly Term[], caret: number): Place {
  const at = new Caret(text, caret)
  const term = terms.findLast(({ start }) => start <= caret)
  if (term === undefined || (caret > term.end && !isWaiting(term))) return at.here('term')
  switch (term.kind) {
    case 'name':
      return at.in('term', term.name)
    case 'condition':
      return inCondition(term, at)
    case 'list':
      return inList(term, at)
    case 'time':
      return inTime(term, at)
    case 'stray':
      return at.here('term')
    default:
      return never(term)
  }
}

/** Something has to follow, so that a space does not end it. */
function isWaiting(term: Term): boolean {
  if (term.kind === 'condition') return (term.range === undefined ? term.value : term.value2) === undefined
  return term.kind === 'list' ? term.items.length === 0 || term.isOpen : false
}

class Caret {
  readonly #text: string
  readonly at: number

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  isIn(piece: Span): boolean {
    return piece.start <= this.at && this.at <= piece.end
  }

  in<Wants extends string>(wants: Wants, { start, end }: Span) {
    const typed = this.#text.slice(start, Math.max(start, Math.min(this.at, end)))
    return { wants, typed: typed.replace(/^"/, ''), start, end }
  }

  here<Wants extends string>(wants: Wants) {
    return { wants, typed: '', start: this.at, end: this.at }
  }
}

function inCondition({ field, operator, value, range, value2 }: ConditionTerm, caret: Caret): Place {
  if (caret.at <= field.end) return caret.in('field', field)
  const more = { field: field.text }
  if (caret.at < operator.start) return caret.here('nothing')
  if (caret.at < operator.end) return { ...caret.in('operator', operator), ...more }
  const piece = range !== undefined && caret.at >= range.end ? value2 : value
  if (piece === undefined || caret.at < piece.start) return { ...caret.here('value'), ...more }
  return caret.isIn(piece) ? { ...caret.in('value', piece), ...more } : caret.here('nothing')
}

function inList({ key, items }: ListTerm, caret: Caret): Place {
  if (caret.at <= key.end) return caret.here('nothing')
  const piece: Piece | undefined = items.find((item) => caret.isIn(item))
  return { ...(piece === undefined ? caret.here('filter') : caret.in('filter', piece)), key: key.text }
}

function inTime({ key, from }: TimeTerm, caret: Caret): Place {
  const day = from.day
  if (day === undefined || !caret.isIn(day)) return caret.here('nothing')
  return key === undefined ? caret.in('term', day) : { ...caret.in('filter', day), key: key.text }
}
