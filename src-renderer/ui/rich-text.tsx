import { createElement, Fragment, type ReactNode } from 'react'
import type { Tag } from '../../resources/languages/parameters.ts'
import type { ActionName } from '../keyboard/actions.ts'
import { capWords, keysOf } from '../keyboard/keystroke.ts'
import { formatOf, type Key, type ValuesOf } from '../language/language.ts'
import { useServices, useSession } from './services.ts'

type Rich<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends Tag
    ? (parts: ReactNode[]) => ReactNode
    : Values[Name] | ReactNode
}

/** A sentence with elements in it: values for its parameters, and for its tags functions from content to element. */
export function rich<K extends Key>(key: K, values: Rich<Extract<ValuesOf<K>[0], object>>): ReactNode {
  const parts = formatOf(key).format<ReactNode>(values as Record<string, ReactNode>)
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}

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

/** The same as a button; it takes no focus, so that the keys stay the wall's. */
export function KeyButton({
  action,
  children,
}: {
  readonly action: ActionName
  readonly children?: ReactNode
}) {
  const { keymap, keyboard } = useServices()
  const chord = useSession(() => keymap().chordsByAction.get(action)?.[0])
  if (chord === undefined) return null
  return (
    <button
      type="button"
      className="key-button"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => keyboard.actions.act(action)}
    >
      <Chord chord={chord} />
      {children !== undefined && <> {children}</>}
    </button>
  )
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
