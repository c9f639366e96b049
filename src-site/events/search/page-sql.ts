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
  // Ids begin at 1: before the first, and behind the last, instant of the range.
  const position = after ?? { atMs: isAscending ? startMs : endMs, id: 0 }
  const parts = sources.map(({ from, where, at, id }) => {
    const range = isAscending
      ? `${at} < ? and (${at}, ${id}) > (?, ?)`
      : `${at} >= ? and (${at}, ${id}) < (?, ?)`
    return `select ${at} as at_ms, ${id} as id from ${from} where ${where.text} and ${range}`
  })
  const values = sources.flatMap(({ where }) => [
    ...where.values,
    isAscending ? endMs : startMs,
    position.atMs,
    position.id,
  ])
  return {
    text: `select e.id, e.tag, e.camera, e.at_ms, e.received_ms, e.fields from (
      ${parts.join(' union all ')} order by 1 ${order}, 2 ${order} limit ?
    ) found cross join event e on e.id = found.id`,
    values: [...values, limit + 1],
  }
}
