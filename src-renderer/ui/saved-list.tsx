import { useState } from 'react'
import { NameForm } from './name-form.tsx'
import { t } from '../language/language.ts'
import { EntryTools } from './entry-tools.tsx'

export interface SavedEntry {
  /** Stays the same as long as the entry is the same one. */
  readonly key: string
  readonly name: string
  /** What is kept under the name. */
  readonly detail: string
  readonly isOpen?: boolean
}

/** What is kept under names: opened, renamed where it stands, removed. */
export function SavedList<Entry extends SavedEntry>({
  entries,
  onOpen,
  onRename,
  onRemove,
}: {
  readonly entries: readonly Entry[]
  readonly onOpen: (entry: Entry) => void
  /** Resolves to whether it has the name now. */
  readonly onRename: (entry: Entry, name: string) => Promise<boolean>
  readonly onRemove: (entry: Entry) => void
}) {
  const [renamed, setRenamed] = useState<string>()
  return (
    <ul className="saved-list">
      {entries.map((entry) =>
        renamed === entry.key ? (
          <li key={entry.key}>
            <NameForm
              label={t('savedList.newName')}
              name={entry.name}
              verb={t('savedList.rename')}
              isFirst
              onName={async (name) => {
                if (await onRename(entry, name)) setRenamed(undefined)
              }}
            />
          </li>
        ) : (
          <li key={entry.key}>
            <button
              type="button"
              className="saved-entry"
              aria-current={entry.isOpen === true || undefined}
              onClick={() => onOpen(entry)}
            >
              <b>{entry.name}</b>
              <span className="code">{entry.detail}</span>
            </button>
            <EntryTools
              rename={{
                label: t('savedList.renameNamed', { name: entry.name }),
                act: () => setRenamed(entry.key),
              }}
              remove={{ label: t('savedList.delete', { name: entry.name }), act: () => onRemove(entry) }}
            />
          </li>
        ),
      )}
    </ul>
  )
}
