import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { CreateEventTag, EventFieldType } from '#contract/platform/events.ts'
import { foldText } from '#contract/fold-text.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../../api/refusal.ts'
import type { NumberedTag } from './event-tag.ts'

/** The event tags of all organizations. Written by the writer's thread alone, so counting first is safe. */
export class TagTable {
  readonly #file: Database.Database
  readonly #maxTags: number

  constructor(file: Database.Database, maxTags: number) {
    this.#file = file
    this.#maxTags = maxTags
  }

  /** In the order of their creation. */
  list(): NumberedTag[] {
    const tags = this.#file
      .prepare<[], Omit<NumberedTag, 'fields'>>(
        'select number, id, organization_id as orgId, name from event_tag order by number',
      )
      .all()
    const fields = this.#file.prepare<
      [number],
      { number: number; name: string; type: EventFieldType; unit: string | null }
    >('select number, name, type, unit from event_field where tag = ? order by number')
    return tags.map((tag) => ({
      ...tag,
      fields: fields
        .all(tag.number)
        .map(({ unit, ...field }) => (unit === null ? field : { ...field, unit })),
    }))
  }

  create(orgId: string, { name, fields }: CreateEventTag): Result<NumberedTag, Refusal> {
    const foldedName = foldText(name)
    const names = this.#file
      .prepare('select folded_name from event_tag where organization_id = ?')
      .pluck()
      .all(orgId)
    if (names.includes(foldedName)) {
      const message = 'The organization has an event tag of this name.'
      return fail({ code: 'name_taken', message, field: 'name' })
    }
    if (names.length >= this.#maxTags) {
      const message = 'The organization has as many event tags as it may have.'
      return fail({ code: 'too_many_event_tags', message })
    }
    const id = randomUUID()
    const addTag = this.#file.prepare(
      'insert into event_tag (id, organization_id, name, folded_name) values (?, ?, ?, ?)',
    )
    const addField = this.#file.prepare('insert into event_field (tag, name, type, unit) values (?, ?, ?, ?)')
    return this.#file.transaction(() => {
      const number = Number(addTag.run(id, orgId, name, foldedName).lastInsertRowid)
      const numbered = fields.map((field) => ({
        ...field,
        number: Number(addField.run(number, field.name, field.type, field.unit ?? null).lastInsertRowid),
      }))
      return ok({ number, id, orgId, name, fields: numbered })
    })()
  }

  isUsed({ number }: NumberedTag): boolean {
    return this.#file.prepare('select 1 from event where tag = ? limit 1').get(number) !== undefined
  }

  /** False: it is used, and stays. */
  remove(tag: NumberedTag): boolean {
    if (this.isUsed(tag)) return false
    this.#file.transaction(() => {
      this.#file.prepare('delete from event_field where tag = ?').run(tag.number)
      this.#file.prepare('delete from event_tag where number = ?').run(tag.number)
    })()
    return true
  }
}
