import { MAX_EVENT_CAMERAS, MAX_EVENT_CONDITIONS } from '#contract/platform/limits.ts'
import type { EventCondition, EventQuery, EventTime } from '#contract/wall/event-query.ts'
import { fail, never, ok, type Result } from '#contract/result.ts'
import type { Zone } from '#renderer/timeline/axis/zone.ts'
import { canFulfil, type EventCatalogue, tagsOf } from '../catalogue.ts'
import { createTermReader, type TermReader } from '../syntax/query-grammar.ts'
import type { ConditionTerm, ListTerm, Piece, Span, Term, TimeTerm } from '../syntax/terms.ts'
import { readCameras, readGroups } from './read-cameras.ts'
import { readCondition } from './read-condition.ts'
import { incomplete, type QueryProblem, quote, wrong } from './problem.ts'
import { Reading } from './reading.ts'
import { readLast, readTime } from './read-time.ts'
import { type FilterKey, filterKeys, noTag, notAMoment, stray, unknownKey } from './term-problems.ts'
import { listText, t } from '#renderer/language/language.ts'

/** Of a text that may still be typed: what of it can be understood, and what cannot. */
export interface ReadQuery {
  readonly query: EventQuery
  /** In the order of the text. */
  readonly problems: readonly QueryProblem[]
}

/** Reads searches as they are typed: `sale amount>100 item~"beer" camera:3 last:24h`. */
export class QueryReader {
  readonly #terms: TermReader = createTermReader()

  terms(text: string): readonly Term[] {
    return this.#terms(text)
  }

  /** Never fails: what is good counts, the rest is a problem. */
  read(text: string, catalogue: EventCatalogue, zone: Zone, nowMs: number): ReadQuery {
    return new OneRead(catalogue, zone, nowMs).read(this.#terms(text))
  }

  parse(
    text: string,
    catalogue: EventCatalogue,
    zone: Zone,
    nowMs: number,
  ): Result<EventQuery, readonly QueryProblem[]> {
    const { query, problems } = this.read(text, catalogue, zone, nowMs)
    return problems.length > 0 ? fail(problems) : ok(query)
  }
}

class OneRead {
  readonly #catalogue: EventCatalogue
  readonly #reading: Reading
  readonly #tags = new Set<string>()
  readonly #cameras = new Set<string>()
  readonly #conditions: EventCondition[] = []
  #time: EventTime | undefined

  constructor(catalogue: EventCatalogue, zone: Zone, nowMs: number) {
    this.#catalogue = catalogue
    this.#reading = new Reading(catalogue, zone, nowMs)
  }

  read(terms: readonly Term[]): ReadQuery {
    for (const term of terms) if (term.kind !== 'condition') this.#term(term)
    // Which fields there are depends on the tags, wherever in the text they stand.
    for (const term of terms) if (term.kind === 'condition') this.#condition(term)
    const query: EventQuery = {
      tags: [...this.#tags],
      cameras: [...this.#cameras],
      time: this.#time ?? { kind: 'all' },
      conditions: this.#conditions,
    }
    return { query, problems: this.#reading.problems.toSorted((a, b) => a.start - b.start) }
  }

  #term(term: Exclude<Term, ConditionTerm>): void {
    switch (term.kind) {
      case 'name':
        return this.#addTag(term.name)
      case 'list':
        return this.#list(term)
      case 'time':
        return this.#setTime(term, readTime(term, this.#reading))
      case 'stray':
        return this.#reading.report(() => stray(term.piece))
      default:
        return never(term)
    }
  }

  #addTag(piece: Piece): void {
    const { text } = piece
    this.#warnOfQuote(piece)
    const tags = this.#reading.tags.called(text)
    const [tag] = tags
    if (tag === undefined) return this.#reading.report(() => noTag(piece, this.#reading))
    if (tags.length > 1)
      return this.#reading.report(() => wrong(piece, t('query.severalTags', { name: quote(text) })))
    this.#tags.add(tag.id)
  }

  #list(term: ListTerm): void {
    const key = filterKeys.find((one) => one === term.key.text.toLowerCase())
    if (key === undefined) return this.#reading.report(() => unknownKey(term, this.#reading))
    for (const item of term.items) this.#warnOfQuote(item)
    if (term.items.length === 0 || term.isOpen)
      this.#reading.report(() => incomplete(term, t(`query.missing.${key}`)))
    if (term.items.length > 0) this.#filter(key, term)
  }

  #filter(key: FilterKey, term: ListTerm): void {
    switch (key) {
      case 'camera':
        return this.#addCameras(term, readCameras(term.items, this.#reading))
      case 'group':
        return this.#addCameras(term, readGroups(term.items, this.#reading))
      case 'tag':
        for (const item of term.items) this.#addTag(item)
        return
      case 'last':
        return this.#setTime(term, readLast(term, this.#reading))
      case 'since':
      case 'until':
        return this.#reading.report(() => notAMoment(key, term))
      default:
        return never(key)
    }
  }

  #addCameras(term: ListTerm, ids: readonly string[]): void {
    const all = new Set([...this.#cameras, ...ids])
    if (all.size > MAX_EVENT_CAMERAS)
      return this.#reading.report(() => wrong(term, t('query.mostCameras', { most: MAX_EVENT_CAMERAS })))
    for (const id of ids) this.#cameras.add(id)
  }

  #setTime(term: ListTerm | TimeTerm, time: EventTime | undefined): void {
    if (time === undefined) return
    if (this.#time !== undefined) return this.#reading.report(() => wrong(term, t('query.timeAlready')))
    this.#time = time
  }

  #condition(term: ConditionTerm): void {
    for (const piece of [term.field, term.value, term.value2]) if (piece) this.#warnOfQuote(piece)
    const condition = readCondition(term, [...this.#tags], this.#reading)
    if (condition === undefined) return
    if (this.#conditions.length >= MAX_EVENT_CONDITIONS) {
      return this.#reading.report(() =>
        wrong(term, t('query.mostConditions', { most: MAX_EVENT_CONDITIONS })),
      )
    }
    if (this.#canFulfil([...this.#conditions, condition])) this.#conditions.push(condition)
    else this.#reading.report(() => this.#noTagHasAll(term, condition))
  }

  #canFulfil(conditions: readonly EventCondition[]): boolean {
    return tagsOf(this.#catalogue, [...this.#tags]).some((tag) => canFulfil(tag, conditions))
  }

  #noTagHasAll(span: Span, { field }: EventCondition): QueryProblem {
    const others = [...new Set(this.#conditions.map((condition) => quote(condition.field)))]
    return wrong(span, t('query.noTagHasAll', { field: quote(field), others: listText(others) }))
  }

  #warnOfQuote(piece: Piece): void {
    if (piece.isUnclosed) this.#reading.report(() => incomplete(piece, t('query.quoteMissing')))
  }
}
