import type { ReactNode } from 'react'

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  '-': '−',
}

/** `Ctrl+K` → keys side by side. The last sign may be the plus key itself. */
export function keysOf(chord: string): string[] {
  const at = chord.length < 2 ? -1 : chord.lastIndexOf('+', chord.length - 2)
  const held = at < 0 ? [] : chord.slice(0, at).split('+')
  return [...held, chord.slice(at + 1)].map((key) => names[key] ?? key)
}

/** What `rich` makes of a key in a sentence. */
export const kbd = (parts: ReactNode[]) => <kbd>{parts}</kbd>

export function Chord({ chord }: { readonly chord: string }) {
  return (
    <span className="chord">
      {keysOf(chord).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
