import type { WallCamera } from '#contract/wall/camera.ts'
import type { EventCondition, EventQuery } from '#contract/wall/event-query.ts'
import type { EventCatalogue } from '../catalogue.ts'
import { printTime } from './print-time.ts'
import { operatorText, wordText } from './words.ts'

/**
 * A search as text, always in the same words: tags, conditions, cameras, time. Reading it gives the same search. What is
 * no longer there is named by its id.
 */
export function printQuery(query: EventQuery, catalogue: EventCatalogue): string {
  return [
    ...query.tags.map((id) => wordText(catalogue.tags.find((tag) => tag.id === id)?.name ?? id)),
    ...query.conditions.map(printCondition),
    printCameras(query.cameras, catalogue.cameras),
    printTime(query.time),
  ]
    .filter((text) => text !== '')
    .join(' ')
}

function printCondition(condition: EventCondition): string {
  const { field, operator, value } = condition
  const end = condition.operator === 'between' ? `..${condition.value2}` : ''
  const text = typeof value === 'string' ? wordText(value) : String(value)
  return `${wordText(field)}${operatorText(operator)}${text}${end}`
}

/** Three and more that follow each other in the wall's numbers are a range: `camera:3,5-9`. */
function printCameras(ids: readonly string[], cameras: readonly WallCamera[]): string {
  if (ids.length === 0) return ''
  const ascending = cameras.toSorted((a, b) => a.number - b.number)
  const rankOf = new Map(ascending.map(({ id }, rank) => [id, rank]))
  const parts: string[] = []
  for (let at = 0; at < ids.length; ) {
    const id = ids[at] ?? ''
    const rank = rankOf.get(id)
    const length = rank === undefined ? 1 : runLength(ids, at, rank, rankOf)
    const number = (offset: number) =>
      String(rank === undefined ? wordText(id) : ascending[rank + offset]?.number)
    if (length >= 3) parts.push(`${number(0)}-${number(length - 1)}`)
    else for (let offset = 0; offset < length; offset++) parts.push(number(offset))
    at += length
  }
  return `camera:${parts.join(',')}`
}

function runLength(
  ids: readonly string[],
  at: number,
  rank: number,
  rankOf: ReadonlyMap<string, number>,
): number {
  let length = 1
  while (at + length < ids.length && rankOf.get(ids[at + length] ?? '') === rank + length) length++
  return length
}
