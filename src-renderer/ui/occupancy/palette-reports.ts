import type { SavedReport } from '#contract/wall/occupancy.ts'
import { printTime } from '../../events/query/printing/print-time.ts'
import type { PaletteEntry } from '../palette-entries.ts'

/** Saved reports: on their page, or how many are there now in the selected tile. */
export function reportEntries(saved: readonly SavedReport[], selectedTile: number): PaletteEntry[] {
  return saved.flatMap(({ id, name, window }): PaletteEntry[] => [
    {
      id: `report ${id}`,
      group: 'Occupancy',
      words: `Occupancy: ${name}`,
      detail: printTime(window),
      command: { kind: 'open-report', reportId: id },
    },
    {
      id: `occupancy ${id}`,
      group: 'Occupancy',
      words: `Show occupancy: ${name}`,
      detail: `→ tile ${selectedTile + 1}`,
      command: { kind: 'show-occupancy', reportId: id },
    },
  ])
}
