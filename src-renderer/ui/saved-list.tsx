import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../language/language.ts'
import { focusBeside, focusIfLost, focusNow } from './focus-beside.ts'
import { Button, Form, IconButton, textOf } from './form-parts.tsx'
import { useTry } from './use-call.ts'

export interface SavedEntry {
  /** Stays the same as long as the entry is the same one. */
  readonly key: string
  readonly name: string
  /** What is kept under the name. */
  readonly detail: string
  readonly isOpen?: boolean
}

/** Which entry of a list is being renamed; afterwards it gets the focus back, whatever its key is then. */
export function useRenaming<Key>() {
  const [renamed, setRenamed] = useState<Key>()
  const [last, setLast] = useState<Key>()
  return {
    renamed,
    begin(key: Key): void {
      setLast(undefined)
      setRenamed(() => key)
    },
    end(key: Key): void {
      setRenamed(undefined)
      setLast(() => key)
    },
    /** Of the entry's own button. */
    refOf: (...keys: readonly Key[]) => (last !== undefined && keys.includes(last) ? focusNow : undefined),
  }
}

/** Resolves to a sentence when it could not. */
type Outcome = Promise<string | undefined>

/** Removes entries of a list; `note` says which one was removed last, and brings it back. */
export function useRemoval<Entry extends object>(props: {
  readonly attempt: (trial: Outcome) => Promise<boolean>
  readonly remove: (entry: Entry) => Outcome
  readonly restore: (entry: Entry) => Outcome
  readonly words: (entry: Entry) => string
}) {
  const { attempt, remove, restore, words } = props
  const [removed, setRemoved] = useState<Entry>()
  return {
    remove: (entry: Entry) => void attempt(remove(entry)).then((isGone) => isGone && setRemoved(entry)),
    note: removed && (
      <p className="deleted-entry dim" role="status" ref={focusIfLost}>
        {words(removed)}{' '}
        <Button
          look="text"
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget.parentElement)
            void attempt(restore(removed)).then((isBack) => isBack && setRemoved(undefined))
          }}
        >
          {t('form.takeBack')}
        </Button>
      </p>
    ),
  }
}

/** What is kept under names: opened, renamed where it stands, removed and taken back; and a name for one more. */
export function SavedList<Entry extends SavedEntry>(props: {
  readonly className: string
  readonly entries: readonly Entry[]
  /** Words for an empty list. */
  readonly none: string
  readonly saveAs: string
  readonly onOpen: (entry: Entry) => void
  readonly rename: (entry: Entry, name: string) => Outcome
  readonly remove: (entry: Entry) => Outcome
  readonly restore: (entry: Entry) => Outcome
  readonly add: (name: string) => Outcome
  /** Keeps what is shown under the name that it has. */
  readonly keep?: { readonly words: string; readonly act: () => Outcome } | undefined
}) {
  const { className, entries, none, saveAs, onOpen, rename, add, keep, ...removing } = props
  const renaming = useRenaming<string>()
  const { problem, attempt } = useTry<string>()
  const words = ({ name }: Entry) => t('savedList.deleted', { name })
  const { remove, note } = useRemoval<Entry>({ attempt, words, ...removing })
  return (
    <div className={className}>
      {entries.length === 0 && <p className="small-note">{none}</p>}
      <ul className="saved-list">
        {entries.map((entry) => (
          <li key={entry.key}>
            {renaming.renamed === entry.key ? (
              <NameForm
                label={t('savedList.newName')}
                name={entry.name}
                verb={t('savedList.rename')}
                isFirst
                onLeave={() => renaming.end(entry.key)}
                onName={async (name) => {
                  const isRenamed = await attempt(rename(entry, name))
                  if (isRenamed) renaming.end(name.trim())
                  return isRenamed
                }}
              />
            ) : (
              <>
                <button
                  ref={renaming.refOf(entry.key, entry.name)}
                  type="button"
                  className="saved-entry grow slim"
                  aria-current={entry.isOpen === true || undefined}
                  onClick={() => onOpen(entry)}
                >
                  <b>{entry.name}</b>
                  <span className="code cut small-note">{entry.detail}</span>
                </button>
                <EntryTools
                  name={entry.name}
                  onRename={() => renaming.begin(entry.key)}
                  onRemove={() => remove(entry)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {note}
      {keep !== undefined && <Button onClick={() => void attempt(keep.act())}>{keep.words}</Button>}
      <NameForm label={saveAs} name="" verb={t('form.save')} onName={(name) => attempt(add(name))} />
      {problem !== undefined && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** A name for something that is kept, and the button that keeps it. */
export function NameForm(props: {
  readonly label: string
  readonly name: string
  readonly verb: string
  /** Gets the keys when it appears, with the name selected. */
  readonly isFirst?: boolean
  /** `Escape` leaves it alone, and not the window around it. */
  readonly onLeave?: () => void
  /** Resolves to whether it was taken: what was refused stays in the field, to be corrected. */
  readonly onName: (name: string) => Promise<boolean>
}) {
  const { label, name, verb, isFirst = false, onLeave, onName } = props
  return (
    <Form
      className="name-form grow"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onLeave === undefined) return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
      onSend={async (data, form) => {
        if (await onName(textOf(data, 'name'))) form.reset()
      }}
    >
      <input
        ref={isFirst ? select : undefined}
        name="name"
        aria-label={label}
        placeholder={label}
        defaultValue={name}
        spellCheck={false}
      />
      <Button type="submit">{verb}</Button>
    </Form>
  )
}

function select(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

/** Beside what is kept under a name. */
export function EntryTools(props: {
  readonly name: string
  readonly onRename: () => void
  readonly onRemove: () => void
}) {
  const { name, onRename, onRemove } = props
  return (
    <>
      <IconButton Icon={Pencil} label={t('savedList.renameNamed', { name })} onClick={onRename} />
      <RemoveButton name={name} onRemove={onRemove} />
    </>
  )
}

export function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <IconButton
      Icon={Trash2}
      label={t('savedList.delete', { name })}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget.closest('li, .layout-saved'))
        onRemove()
      }}
    />
  )
}
