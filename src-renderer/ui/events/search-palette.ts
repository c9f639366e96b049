import type { SavedSearch } from '#contract/wall/saved-search.ts'
import type { PaletteEntry } from '../palette-entries.ts'
import { t } from '../../language/language.ts'

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
        words: t('events.palette.search', { name }),
        detail: text,
        command: { kind: 'run-search', text },
      }),
    ),
    ...tags.map(
      ({ id, name }): PaletteEntry => ({
        id: `tag ${id}`,
        group: 'Events',
        words: t(hidden.has(id) ? 'events.palette.showTag' : 'events.palette.hideTag', { name }),
        command: { kind: 'toggle-event-tag', tagId: id },
      }),
    ),
  ]
}
