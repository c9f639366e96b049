import type { ReactNode } from 'react'
import type { ActionName } from '../keyboard/actions.ts'
import { isKey, t } from '../language/language.ts'
import { useServices, useSession } from './services.ts'

const symbols: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  '-': '−',
}

/** `Ctrl+K` → keys side by side. The last sign may be the plus key itself. */
function keysOf(chord: string): string[] {
  const at = chord.length < 2 ? -1 : chord.lastIndexOf('+', chord.length - 2)
  const held = at < 0 ? [] : chord.slice(0, at).split('+')
  return [...held, chord.slice(at + 1)]
}

/** A key, as keyboards of the page's language name it. */
export function Cap({ name }: { readonly name: string }) {
  const named = `caps.${name}`
  return <kbd>{isKey(named) ? t(named) : (symbols[name] ?? name)}</kbd>
}

/** What `rich` makes of a key in a sentence. */
export const kbd = (parts: ReactNode[]) => <Cap name={parts.join('')} />

/** The first key of an action, as it is bound now. */
export function KeyOf({ action, none = '–' }: { readonly action: ActionName; readonly none?: string }) {
  const { keymap } = useServices().keyboard
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
