import { formatOf } from '../../language/language.ts'
import { keepSearch, removeSearch, type SavedSearch } from '#contract/wall/saved-search.ts'
import { type SavesSettings, saveSettings } from '../../wall/save-settings.ts'

/** Searches that operators keep under a name, in the settings. Each function answers with a sentence when it could not. */
export function savedSearchesOf(options: SavesSettings) {
  return {
    /** @param inPlaceOf name of the one that it replaces, and whose place it takes */
    keep: (search: SavedSearch, inPlaceOf?: string) =>
      saveSettings(options, ({ savedSearches }) => {
        const kept = keepSearch(savedSearches, search, inPlaceOf)
        return kept.ok
          ? { savedSearches: kept.value }
          : String(formatOf(`events.saved.fault.${kept.error.why}`).format({ ...kept.error }))
      }),
    remove: (name: string) =>
      saveSettings(options, ({ savedSearches }) => ({ savedSearches: removeSearch(savedSearches, name) })),
  }
}
