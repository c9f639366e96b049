import {
  MAX_SEQUENCE_STEPS,
  type TileContent,
  TILE_MEMORY,
  type WallDocument,
} from '#contract/wall/document.ts'
import { layoutOf, MAX_TILES } from '#contract/wall/layout.ts'
import { MAX_SAVED_REPORTS } from '#contract/wall/occupancy.ts'
import { MAX_SALVOS } from '#contract/wall/salvo.ts'
import {
  MAX_SAVED_SEARCHES,
  MAX_SEARCH_NAME_CHARS,
  MAX_SEARCH_TEXT_CHARS,
} from '#contract/wall/saved-search.ts'
import { type WallSettings, wallSettingsSchema } from '#contract/wall/settings.ts'

const times = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at))
const uuid = (at: number) => `6f9619ff-8b86-d011-b42d-${String(at).padStart(12, '0')}`

/** As much as an operator may keep, with a platform whose ids are UUIDs. */
export function largestSettings(): WallSettings {
  return wallSettingsSchema.parse({
    cameraNumbers: Object.fromEntries(times(10_000, (at) => [uuid(at), at + 1])),
    savedSearches: times(MAX_SAVED_SEARCHES, (at) => ({
      name: String(at).padEnd(MAX_SEARCH_NAME_CHARS, 'n'),
      text: 't'.repeat(MAX_SEARCH_TEXT_CHARS),
    })),
    occupancyReports: times(MAX_SAVED_REPORTS, (at) => ({
      id: uuid(at),
      name: `Report ${at}`,
      definition: {
        entrancesAndExits: times(40, uuid),
        resetValueMode: 'BY_ZONE_COUNTING',
        resetZoneIds: times(20, uuid),
      },
      window: { kind: 'last', amount: 1, unit: 'd' },
      cameraIds: times(40, uuid),
    })),
    eventTags: times(100, (tag) => ({
      id: uuid(tag),
      name: `Tag ${tag}`,
      fields: times(10, (field) => ({
        name: `A field of this tag, number ${field}`,
        type: 'decimal',
        unit: 'EUR',
      })),
    })),
    salvos: times(MAX_SALVOS, (at) => ({
      version: 1,
      number: at + 1,
      name: `Salvo ${at}`,
      scope: 'all',
      walls: times(4, (monitor) => ({
        monitor: monitor + 1,
        layout: layoutOf(36),
        tiles: times(MAX_TILES, (tile) => ({ kind: 'camera', cameraId: uuid(tile) })),
      })),
    })),
  })
}

/** A wall whose every tile shows the longest sequence, and showed nothing shorter before. */
export function largestDocument(): WallDocument {
  const sequence = (): TileContent => ({
    kind: 'sequence',
    steps: times(MAX_SEQUENCE_STEPS, (at) => ({
      cameraId: String(at).padEnd(200, 'c'),
      dwellInMs: 3_600_000,
    })),
  })
  return {
    version: 3,
    layout: layoutOf(36),
    tiles: times(MAX_TILES, () => ({
      content: sequence(),
      memory: times(TILE_MEMORY, sequence),
      receipt: {
        isShown: true,
        corner: 'bottom-right',
        size: 'middle',
        tags: times(100, (at) => String(at).padEnd(200, 't')),
      },
    })),
    selected: 0,
    large: null,
  }
}
