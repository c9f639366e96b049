import type { EventField, EventTag } from '#contract/platform/events.ts'

/** A field with the number that the tables know it by. */
export type NumberedField = EventField & { readonly number: number }

/** An event tag with the number that the tables know it by. */
export interface NumberedTag extends Pick<EventTag, 'id' | 'name'> {
  readonly number: number
  readonly orgId: string
  /** In the order of their creation. */
  readonly fields: readonly NumberedField[]
}

/** As the interface shows it. */
export function shownTag({ id, name, fields }: NumberedTag): EventTag {
  return {
    id,
    name,
    fields: fields.map(({ name, type, unit }) =>
      unit === undefined ? { name, type } : { name, type, unit },
    ),
  }
}
