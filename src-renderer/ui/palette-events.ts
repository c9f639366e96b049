import { receiptCorners, receiptSizes } from '#contract/wall/document.ts'
import { printTime } from '../events/query/printing/print-time.ts'
import { t } from '../language/language.ts'
import type { PaletteEntry, PaletteOptions } from './palette-entries.ts'

/** Without a saved report a search for one leads to where reports are saved. */
const nothingSaved = (): PaletteEntry => ({
  id: 'occupancy',
  group: 'Occupancy',
  words: t('occupancy.palette.none'),
  command: { kind: 'toggle-dialog', dialog: 'occupancy' },
})

/** Saved reports: on their page, or how many are there now in the selected tile. */
export function reportEntries({ reports, selectedTile }: PaletteOptions): PaletteEntry[] {
  if (reports.length === 0) return [nothingSaved()]
  return reports.flatMap(({ id, name, window }): PaletteEntry[] => [
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
      detail: intoTile(selectedTile),
      command: { kind: 'show-content', content: { kind: 'occupancy', reportId: id } },
    },
  ])
}

/** Saved searches, the tags that the timeline shows or hides, feeds into the selected tile, and where its receipts are. */
export function eventEntries(options: PaletteOptions): PaletteEntry[] {
  const { selectedTile, selectedCamera, searches, tags, hidden } = options
  const detail = intoTile(selectedTile)
  const ofAllTiles: PaletteEntry[] = [
    ...searches.map(
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
    {
      id: 'feed',
      group: 'Events',
      words: t('palette.feedAllEvents'),
      detail,
      command: { kind: 'show-content', content: { kind: 'feed' } },
    },
    ...searches.map(
      ({ name }): PaletteEntry => ({
        id: `feed ${name}`,
        group: 'Events',
        words: t('events.feed.label', { name }),
        detail,
        command: { kind: 'show-content', content: { kind: 'feed', search: name } },
      }),
    ),
  ]
  if (selectedCamera === undefined) return ofAllTiles
  return [
    ...ofAllTiles,
    ...receiptCorners.map(
      (corner): PaletteEntry => ({
        id: `receipts ${corner}`,
        group: 'Events',
        words: t('palette.receipts', { what: t(`palette.corner.${corner}`) }),
        command: { kind: 'set-receipts', change: { isShown: true, corner } },
      }),
    ),
    ...receiptSizes.map(
      (size): PaletteEntry => ({
        id: `receipts ${size}`,
        group: 'Events',
        words: t('palette.receipts', { what: t(`palette.size.${size}`) }),
        command: { kind: 'set-receipts', change: { isShown: true, size } },
      }),
    ),
  ]
}

export function intoTile(tile: number): string {
  return t('palette.intoTile', { tile: tile + 1 })
}
