import type { SavedReport } from '#contract/wall/occupancy.ts'
import type { SavedSearch } from '#contract/wall/saved-search.ts'
import { printTime } from '../events/query/printing/print-time.ts'
import { t } from '../language/language.ts'
import type { PaletteEntry } from './palette-entries.ts'

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

/** Without a saved report a search for one leads to where reports are saved. */
const nothingSaved = (): PaletteEntry => ({
  id: 'occupancy',
  group: 'Occupancy',
  words: t('occupancy.palette.none'),
  command: { kind: 'toggle-dialog', dialog: 'occupancy' },
})

/** Saved reports: on their page, or how many are there now in the selected tile. */
export function reportEntries(saved: readonly SavedReport[], selectedTile: number): PaletteEntry[] {
  if (saved.length === 0) return [nothingSaved()]
  return saved.flatMap(({ id, name, window }): PaletteEntry[] => [
    {
      id: `report ${id}`,
      group: 'Occupancy',
      words: t('occupancy.palette.open', { name }),
      detail: printTime(window),
      command: { kind: 'open-report', reportId: id },
    },
    {
      id: `occupancy ${id}`,
      group: 'Occupancy',
      words: t('occupancy.palette.show', { name }),
      detail: t('occupancy.palette.tile', { tile: selectedTile + 1 }),
      command: { kind: 'show-content', content: { kind: 'occupancy', reportId: id } },
    },
  ])
}
