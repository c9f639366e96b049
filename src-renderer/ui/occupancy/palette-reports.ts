import type { SavedReport } from '#contract/wall/occupancy.ts'
import { printTime } from '../../events/query/printing/print-time.ts'
import type { PaletteEntry } from '../palette-entries.ts'

/** What is looked for without a saved report leads to where one is saved. */
const nothingSaved: PaletteEntry = {
  id: 'occupancy',
  group: 'Occupancy',
  words: 'Show occupancy: save a report first',
  command: { kind: 'toggle-dialog', dialog: 'occupancy' },
}

/** Saved reports: on their page, or how many are there now in the selected tile. */
export function reportEntries(saved: readonly SavedReport[], selectedTile: number): PaletteEntry[] {
  if (saved.length === 0) return [nothingSaved]
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
