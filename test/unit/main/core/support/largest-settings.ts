import { MAX_SAVED_REPORTS } from '#contract/wall/occupancy.ts'
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
  })
}
