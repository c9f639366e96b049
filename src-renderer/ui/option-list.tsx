import type { ReactNode } from 'react'
import { intoView } from './focus-beside.ts'

/** What a field offers while it is typed in. The field keeps the keys. */
export function OptionList<Entry>(props: {
  readonly className: string
  readonly id: string
  readonly label: string
  readonly entries: readonly Entry[]
  readonly keyOf: (entry: Entry) => string
  /** Index of the entry that a key would take. */
  readonly chosen: number
  readonly onTake: (entry: Entry) => void
  readonly children: (entry: Entry) => ReactNode
}) {
  const { className, id, label, entries, keyOf, chosen, onTake, children } = props
  return (
    <div className={className} id={id} role="listbox" aria-label={label}>
      {entries.map((entry, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field does that
        <div
          key={keyOf(entry)}
          id={`${id}-${at}`}
          className="option line"
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          ref={at === chosen ? intoView : undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(entry)}
        >
          {children(entry)}
        </div>
      ))}
    </div>
  )
}
