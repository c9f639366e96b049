import { keepSearch, removeSearch, type SavedSearch } from '#contract/wall/saved-search.ts'
import { type SavesSettings, saveSettings } from '../../wall/save-settings.ts'

/** Searches that operators keep under a name, in the settings. Each function answers with a sentence when it could not. */
export class SavedSearches {
  readonly #options: SavesSettings

  constructor(options: SavesSettings) {
    this.#options = options
  }

  /** @param inPlaceOf name of the one that it replaces, and whose place it takes */
  async keep(search: SavedSearch, inPlaceOf?: string): Promise<string | undefined> {
    const kept = keepSearch(this.#all, search, inPlaceOf)
    return kept.ok ? saveSettings(this.#options, () => ({ savedSearches: kept.value })) : kept.error
  }

  remove(name: string): Promise<string | undefined> {
    return saveSettings(this.#options, ({ savedSearches }) => ({
      savedSearches: removeSearch(savedSearches, name),
    }))
  }

  get #all(): readonly SavedSearch[] {
    return this.#options.session.getState().settings.savedSearches
  }
}
