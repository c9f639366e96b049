import type { Sql } from './condition-sql.ts'
import type { PageQuestion } from './event-question.ts'
import type { EventSource } from './event-source.ts'

/**
 * One page, and one event more if there is one. SQLite merges sources that are in the order of time as they are read, so
 * that a page costs what it shows. A page begins after a position, never at a number of events: what arrives meanwhile
 * moves nothing.
 */
export function pageSql(
  sources: readonly EventSource[],
  {
    startMs,
    endMs,
    order,
    limit,
    after,
  }: Pick<PageQuestion, 'startMs' | 'endMs' | 'order' | 'limit' | 'after'>,
): Sql {
  const isAscending = order === 'asc'
  // Events of the same instant are told apart only where a page begins between them: to compare ids takes its time.
  const range = (at: string, id: string): Sql => {
    if (after === undefined) return { text: `${at} >= ? and ${at} < ?`, values: [startMs, endMs] }
    const { atMs, id: afterId } = after
    return isAscending
      ? { text: `${at} < ? and (${at}, ${id}) > (?, ?)`, values: [endMs, atMs, afterId] }
      : { text: `${at} >= ? and (${at}, ${id}) < (?, ?)`, values: [startMs, atMs, afterId] }
  }
  const asked = sources.map(({ from, where, at, id }) => {
    const { text, values } = range(at, id)
    return {
      text: `select ${at} as at_ms, ${id} as id from ${from} where ${where.text} and ${text}`,
      values: [...where.values, ...values],
    }
  })
  return {
    text: `select e.id, e.tag, e.camera, e.at_ms, e.received_ms, e.fields from (
      ${asked.map(({ text }) => text).join(' union all ')} order by 1 ${order}, 2 ${order} limit ?
    ) found cross join event e on e.id = found.id`,
    values: [...asked.flatMap(({ values }) => values), limit + 1],
  }
}
