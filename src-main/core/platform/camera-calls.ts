import type { AnswerOf } from '#contract/platform/calls.ts'

export interface ReadCamera {
  readonly id: string
  readonly name: string
  /** The platform's proposal. */
  readonly number: number | undefined
  readonly group: string
}

/** As a list says that it is one page of several. */
export interface Paged {
  readonly items: readonly unknown[]
  readonly listed?: readonly unknown[] | undefined
  readonly total?: number | undefined
  readonly hasMore?: boolean | undefined
  readonly next?: string | undefined
}

/** Nothing says how further pages would be asked for. */
export function isInPart({ items, listed = items, total = 0, hasMore = false, next }: Paged): boolean {
  return hasMore || next !== undefined || total > listed.length
}

/** The first of two with one id stays. */
export function camerasOf({ items }: AnswerOf<'listCameras'>): readonly ReadCamera[] {
  return firstOfEachId(items).map(({ id, name = id, number, group = '' }) => ({
    id,
    name: name.slice(0, 200),
    number,
    group: group.slice(0, 200),
  }))
}

export function firstOfEachId<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  const ids = new Set<string>()
  return items.filter(({ id }) => !ids.has(id) && ids.add(id))
}
