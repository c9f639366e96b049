import type Database from 'better-sqlite3'
import type { EventFieldType } from '#contract/platform/events.ts'
import type { NumberedTag } from '../tags/event-tag.ts'

/**
 * Removes the oldest events of a tag that lie before an instant, some `step` of them, in one transaction: between the
 * steps others can write. Returns whether there may be more.
 */
export function removeOld(
  file: Database.Database,
  { number: tag, fields }: NumberedTag,
  beforeMs: number,
  step: number,
): boolean {
  const last = file
    .prepare<[number, number, number], number>(
      'select at_ms from event indexed by event_by_tag where tag = ? and at_ms < ? order by at_ms limit 1 offset ?',
    )
    .pluck()
    .get(tag, beforeMs, step)
  // Whole instants, so that the values' tables need no list of events.
  const endMs = last === undefined ? beforeMs : last + 1
  file.transaction(() => {
    file
      .prepare(
        `delete from event_trigram where rowid in (
          select id from event indexed by event_by_tag where tag = ? and at_ms < ?
        )`,
      )
      .run(tag, endMs)
    for (const { number, type } of fields) {
      file.prepare(`delete from ${tableOf(type)} where field = ? and at_ms < ?`).run(number, endMs)
    }
    file.prepare('delete from event where tag = ? and at_ms < ?').run(tag, endMs)
  })()
  return last !== undefined
}

/** Removes one event with its values, if it is of one of these tags. Returns whether it was there. */
export function removeEvent(file: Database.Database, tags: readonly NumberedTag[], id: number): boolean {
  const event = file
    .prepare<[number], { tag: number; atMs: number }>('select tag, at_ms as atMs from event where id = ?')
    .get(id)
  const tag = tags.find(({ number }) => number === event?.tag)
  if (event === undefined || tag === undefined) return false
  file.transaction(() => {
    file.prepare('delete from event_trigram where rowid = ?').run(id)
    for (const { number, type } of tag.fields) {
      file
        .prepare(`delete from ${tableOf(type)} where field = ? and at_ms = ? and event = ?`)
        .run(number, event.atMs, id)
    }
    file.prepare('delete from event where id = ?').run(id)
  })()
  return true
}

function tableOf(type: EventFieldType): string {
  return type === 'text' ? 'event_text' : 'event_number'
}
