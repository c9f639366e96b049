import { Pencil, Trash2 } from 'lucide-react'
import { t } from '../language/language.ts'
import { IconButton } from './form-parts.tsx'

interface Tool {
  readonly label: string
  readonly act: () => void
}

/** Beside what is kept under a name. */
export function EntryTools({ rename, remove }: { readonly rename: Tool; readonly remove: Tool }) {
  return (
    <>
      <IconButton Icon={Pencil} label={rename.label} onClick={rename.act} />
      <IconButton Icon={Trash2} label={remove.label} onClick={remove.act} />
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
