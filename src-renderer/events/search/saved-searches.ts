import { keepSearch, removeSearch, type SavedSearch } from '#contract/wall/saved-search.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { SessionStore } from '../../wall/session-store.ts'

export interface SavedSearchesNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly session: SessionStore
}

/** Searches that operators keep under a name, in the settings. Each function answers with a sentence when it could not. */
export class SavedSearches {
  readonly #needs: SavedSearchesNeeds

  constructor(needs: SavedSearchesNeeds) {
    this.#needs = needs
  }

  /** @param inPlaceOf name of the one that it replaces, and whose place it takes */
  async keep(search: SavedSearch, inPlaceOf?: string): Promise<string | undefined> {
    const kept = keepSearch(this.#all, search, inPlaceOf)
    return kept.ok ? this.#save(kept.value) : kept.error
  }

  remove(name: string): Promise<string | undefined> {
    return this.#save(removeSearch(this.#all, name))
  }

  get #all(): readonly SavedSearch[] {
    return this.#needs.session.getState().settings.savedSearches
  }

  async #save(savedSearches: SavedSearch[]): Promise<string | undefined> {
    const { shell, session } = this.#needs
    const answer = await shell.call('settings.save', { ...session.getState().settings, savedSearches })
    if (!answer.ok) return answer.error.message
    session.actions.setSettings(answer.value)
    return undefined
  }
}
