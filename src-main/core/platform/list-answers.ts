import type { AnswerOf } from '#contract/platform/calls.ts'

/** As a list says that it is one page of several. */
interface Listed<Item> {
  readonly items: readonly Item[]
  readonly listed?: readonly unknown[] | undefined
  readonly total?: number | undefined
  readonly hasMore?: boolean | undefined
  readonly next?: string | undefined
}

/** The first of two with one id stays. Nothing says how further pages would be asked for: of such a list there is doubt. */
export function itemsOf<Item extends { readonly id: string }>(
  { items, listed = items, total = 0, hasMore = false, next }: Listed<Item>,
  doubt: () => void,
): readonly Item[] {
  if (hasMore || next !== undefined || total > listed.length) doubt()
  const ids = new Set<string>()
  return items.filter(({ id }) => !ids.has(id) && ids.add(id))
}

export interface ReadCamera {
  readonly id: string
  readonly name: string
  /** The platform's proposal. */
  readonly number: number | undefined
  readonly group: string
}

export function camerasOf(answer: AnswerOf<'listCameras'>, doubt: () => void): readonly ReadCamera[] {
  return itemsOf(answer, doubt).map(({ id, name = id, number, group = '' }) => ({
    id,
    name: name.slice(0, 200),
    number,
    group: group.slice(0, 200),
  }))
}
