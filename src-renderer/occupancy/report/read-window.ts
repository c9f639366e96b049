import type { EventTime } from '#contract/wall/event-query.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { quote } from '../../events/query/reading/problem.ts'
import { readLast, readTime } from '../../events/query/reading/read-time.ts'
import { Reading } from '../../events/query/reading/reading.ts'
import { createTermReader, type TermReader } from '../../events/query/syntax/query-grammar.ts'
import type { Term } from '../../events/query/syntax/terms.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import { t } from '../../language/language.ts'

const nothing = { tags: [], cameras: [] }

/** Reads the time of a report, in the words of the event search: `yesterday`, `last:7d`, `2026-11-20 08:00..18:00`. */
export class WindowReader {
  readonly #terms: TermReader = createTermReader()

  /** A sentence where it cannot be read, or has no beginning. */
  read(text: string, zone: Zone, nowMs: number): Result<EventTime, string> {
    const [term, second] = this.#terms(text)
    const examples = t('occupancy.time.examples')
    if (term === undefined) return fail(t('occupancy.time.missing', { examples }))
    if (second !== undefined) return fail(t('occupancy.time.one', { examples }))
    const reading = new Reading(nothing, zone, nowMs)
    const time = timeOf(term, reading)
    if (time?.kind === 'until') return fail(t('occupancy.time.begins', { examples }))
    if (time !== undefined) return ok(time)
    const [problem] = reading.problems
    return fail(problem?.message ?? t('occupancy.time.none', { typed: quote(text.trim()), examples }))
  }
}

function timeOf(term: Term, reading: Reading): EventTime | undefined {
  if (term.kind === 'time') return readTime(term, reading)
  return term.kind === 'list' && term.key.text.toLowerCase() === 'last' ? readLast(term, reading) : undefined
}
