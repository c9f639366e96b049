import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { SavedSearch } from '#contract/wall/saved-search.ts'
import { NameForm } from '../name-form.tsx'
import { useServices, useSession } from '../services.ts'

/** Searches under a name: chosen, kept, renamed, removed. */
export function SearchSaved({ onChosen }: { readonly onChosen: () => void }) {
  const { search, savedSearches } = useServices()
  const saved = useSession(({ settings }) => settings.savedSearches)
  const text = useStore(search.store, (state) => state.text)
  const [refusal, setRefusal] = useState<string>()
  const [renamed, setRenamed] = useState<string>()
  const keep = async (one: SavedSearch, inPlaceOf?: string) => {
    const refused = await savedSearches.keep(one, inPlaceOf)
    setRefusal(refused)
    return refused === undefined
  }
  return (
    <div className="search-extra">
      {saved.length === 0 && <p className="search-note">No search is saved yet.</p>}
      <ul className="saved-searches">
        {saved.map((one) =>
          renamed === one.name ? (
            <li key={one.name}>
              <NameForm
                label="New name"
                name={one.name}
                verb="Rename"
                onName={async (name) => {
                  if (await keep({ ...one, name }, one.name)) setRenamed(undefined)
                }}
              />
            </li>
          ) : (
            <li key={one.name}>
              <button
                type="button"
                className="saved-search"
                onClick={() => {
                  search.type(one.text)
                  void search.search()
                  onChosen()
                }}
              >
                <b>{one.name}</b>
                <span className="code">{one.text}</span>
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Rename ${one.name}`}
                onClick={() => setRenamed(one.name)}
              >
                <Pencil aria-hidden size="1em" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete ${one.name}`}
                onClick={() => void savedSearches.remove(one.name).then(setRefusal)}
              >
                <Trash2 aria-hidden size="1em" />
              </button>
            </li>
          ),
        )}
      </ul>
      <NameForm
        label="Save this search as"
        name=""
        verb="Save"
        onName={(name) => keep({ name, text }).then(() => undefined)}
      />
      {refusal !== undefined && <p className="search-refusal">{refusal}</p>}
    </div>
  )
}
