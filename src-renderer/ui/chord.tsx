import type { ReactNode } from 'react'
import type { ActionName } from '../keyboard/actions.ts'
import { capWords, keysOf } from '../keyboard/keystroke.ts'
import { useServices, useSession } from './services.ts'

export function Cap({ name }: { readonly name: string }) {
  return <kbd>{capWords(name)}</kbd>
}

/** What `rich` makes of a key in a sentence. */
export const kbd = (parts: ReactNode[]) => (
  <Cap name={parts.filter((part) => typeof part === 'string').join('')} />
)

/** The first key of an action, as it is bound now. */
export function KeyOf({ action, none = '–' }: { readonly action: ActionName; readonly none?: string }) {
  const { keymap } = useServices()
  const chord = useSession(() => keymap().chordsByAction.get(action)?.[0])
  return chord === undefined ? none : <Chord chord={chord} />
}

export function Chord({ chord }: { readonly chord: string }) {
  return (
    <span className="chord">
      {keysOf(chord).map((key) => (
        <Cap key={key} name={key} />
      ))}
    </span>
  )
}
