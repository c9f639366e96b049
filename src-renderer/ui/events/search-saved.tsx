import { useState } from 'react'
import { useStore } from 'zustand'
import type { SavedSearch } from '#contract/wall/saved-search.ts'
import { NameForm } from '../name-form.tsx'
import { SavedList } from '../saved-list.tsx'
import { useServices, useSession } from '../services.ts'

/** Searches under a name: chosen, kept, renamed, removed. */
export function SearchSaved({ onChosen }: { readonly onChosen: () => void }) {
  const { search, savedSearches } = useServices()
  const saved = useSession(({ settings }) => settings.savedSearches)
  const text = useStore(search.store, (state) => state.text)
  const [refusal, setRefusal] = useState<string>()
  const keep = async (one: SavedSearch, inPlaceOf?: string) => {
    const refused = await savedSearches.keep(one, inPlaceOf)
    setRefusal(refused)
    return refused === undefined
  }
  return (
    <div className="search-extra">
      {saved.length === 0 && <p className="search-note">No search is saved yet.</p>}
      <SavedList
        entries={saved.map((one) => ({ key: one.name, name: one.name, detail: one.text }))}
        onOpen={({ detail }) => {
          search.type(detail)
          void search.search()
          onChosen()
        }}
        onRename={({ key, detail }, name) => keep({ name, text: detail }, key)}
        onRemove={({ key }) => void savedSearches.remove(key).then(setRefusal)}
      />
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
