import { Pencil, Trash2 } from 'lucide-react'
import { t } from '../language/language.ts'

interface Tool {
  readonly label: string
  readonly act: () => void
}

/** Beside what is kept under a name. */
export function EntryTools({ rename, remove }: { readonly rename: Tool; readonly remove: Tool }) {
  return (
    <>
      <button type="button" className="icon-button" aria-label={rename.label} onClick={rename.act}>
        <Pencil aria-hidden size="1em" />
      </button>
      <button type="button" className="icon-button" aria-label={remove.label} onClick={remove.act}>
        <Trash2 aria-hidden size="1em" />
      </button>
    </>
  )
}

/** Says what was deleted, and brings it back. */
export function Deleted({ words, onTakeBack }: { readonly words: string; readonly onTakeBack: () => void }) {
  return (
    <p className="salvo-deleted" role="status">
      {words}{' '}
      <button type="button" className="text-button" onClick={onTakeBack}>
        {t('form.takeBack')}
      </button>
    </p>
  )
}
