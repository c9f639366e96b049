import { createStore, type StoreApi } from 'zustand/vanilla'

/** Tags whose events the timeline does not show; session state, never kept: nobody should miss tomorrow what was hidden today. */
export type ShownTagsState = { readonly hidden: ReadonlySet<string> }
export type ShownTagsStore = StoreApi<ShownTagsState>

export function createShownTags(): ShownTagsStore {
  return createStore<ShownTagsState>(() => ({ hidden: new Set<string>() }))
}

export function toggleTag(store: ShownTagsStore, tagId: string): void {
  store.setState(({ hidden }) => {
    const others = new Set(hidden)
    if (!others.delete(tagId)) others.add(tagId)
    return { hidden: others }
  })
}

/** For a question: empty ids are all. Undefined when nothing is shown. */
export function shownIds(
  { hidden }: ShownTagsState,
  tags: readonly { readonly id: string }[],
): string[] | undefined {
  const shown = tags.filter(({ id }) => !hidden.has(id)).map(({ id }) => id)
  if (shown.length === tags.length) return []
  return shown.length === 0 ? undefined : shown
}
