import type { WallCamera } from '#contract/wall/camera.ts'
import type { EventFieldType } from '#contract/platform/events.ts'
import type { EventCondition } from '#contract/wall/event-query.ts'
import type { WallEventTag } from '#contract/wall/events.ts'

/** What a search can name. */
export interface EventCatalogue {
  readonly tags: readonly WallEventTag[]
  /** Those that have left, too: a search over the past names them. */
  readonly cameras: readonly WallCamera[]
  /** Only new events are sought: a word that names listed cameras does not name those that have left. */
  readonly isOfNow?: boolean
}

export type EventField = WallEventTag['fields'][number]

/** What a condition compares: whole numbers and decimals are compared alike. */
export type ValueKind = 'number' | 'text' | 'boolean'

export function kindOfType(type: EventFieldType): ValueKind {
  return type === 'integer' || type === 'decimal' ? 'number' : type
}

export function kindOfValue(value: string | number | boolean): ValueKind {
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'text' : 'boolean'
}

/** No ids: all of them. */
export function tagsOf(catalogue: EventCatalogue, ids: readonly string[]): readonly WallEventTag[] {
  return ids.length === 0 ? catalogue.tags : catalogue.tags.filter(({ id }) => ids.includes(id))
}

/** Whether events of this tag can fulfil all of it. */
export function canFulfil(tag: WallEventTag, conditions: readonly EventCondition[]): boolean {
  return conditions.every(({ field, value }) =>
    tag.fields.some(({ name, type }) => name === field && kindOfType(type) === kindOfValue(value)),
  )
}
