import type { SavedSearch } from '#contract/wall/saved-search.ts'
import type { PaletteEntry } from '../palette-entries.ts'

/** Saved searches, and the tags that the timeline shows or hides. */
export function searchEntries(
  saved: readonly SavedSearch[],
  tags: readonly { readonly id: string; readonly name: string }[],
  hidden: ReadonlySet<string>,
): PaletteEntry[] {
  return [
    ...saved.map(
      ({ name, text }): PaletteEntry => ({
        id: `search ${name}`,
        group: 'Events',
        words: `Search: ${name}`,
        detail: text,
        command: { kind: 'run-search', text },
      }),
    ),
    ...tags.map(
      ({ id, name }): PaletteEntry => ({
        id: `tag ${id}`,
        group: 'Events',
        words: hidden.has(id) ? `Timeline: show ${name} again` : `Timeline: hide ${name}`,
        command: { kind: 'toggle-event-tag', tagId: id },
      }),
    ),
  ]
}
