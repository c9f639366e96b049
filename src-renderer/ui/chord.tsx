import type { ReactNode } from 'react'
import type { ActionName } from '../keyboard/actions.ts'
import { useServices, useSession } from './services.ts'

const names: Readonly<Record<string, string>> = {
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
  return [...held, chord.slice(at + 1)].map((key) => names[key] ?? key)
}

/** What `rich` makes of a key in a sentence. */
export const kbd = (parts: ReactNode[]) => <kbd>{parts}</kbd>

/** The first key of an action, as it is bound now. */
export function KeyOf({ action }: { readonly action: ActionName }) {
  const { keymap } = useServices().keyboard
  const chord = useSession(() => keymap().chordsByAction.get(action)?.[0])
  return chord === undefined ? '–' : <Chord chord={chord} />
}

export function Chord({ chord }: { readonly chord: string }) {
  return (
    <span className="chord">
      {keysOf(chord).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
