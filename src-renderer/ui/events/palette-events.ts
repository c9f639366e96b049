import { receiptCorners, receiptSizes } from '#contract/wall/document.ts'
import type { SavedSearch } from '#contract/wall/saved-search.ts'
import type { PaletteEntry } from '../palette-entries.ts'

/** Feeds into the selected tile, and where its receipts are. */
export function eventEntries(
  selectedTile: number,
  hasCamera: boolean,
  searches: readonly SavedSearch[],
): PaletteEntry[] {
  const detail = `→ tile ${selectedTile + 1}`
  const feeds: PaletteEntry[] = [
    { id: 'feed', group: 'Events', words: 'Feed: all events', detail, command: { kind: 'show-feed' } },
    ...searches.map(
      ({ name }): PaletteEntry => ({
        id: `feed ${name}`,
        group: 'Events',
        words: `Feed: ${name}`,
        detail,
        command: { kind: 'show-feed', search: name },
      }),
    ),
  ]
  if (!hasCamera) return feeds
  return [
    ...feeds,
    ...receiptCorners.map(
      (corner): PaletteEntry => ({
        id: `receipts ${corner}`,
        group: 'Events',
        words: `Events over the picture: ${corner.replace('-', ' ')}`,
        command: { kind: 'set-receipts', change: { isShown: true, corner } },
      }),
    ),
    ...receiptSizes.map(
      (size): PaletteEntry => ({
        id: `receipts ${size}`,
        group: 'Events',
        words: `Events over the picture: ${size}`,
        command: { kind: 'set-receipts', change: { isShown: true, size } },
      }),
    ),
  ]
}
