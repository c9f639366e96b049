import { type ReactNode, useEffect, useRef } from 'react'

/** What a field offers while it is typed in. The field keeps the keys. */
export function OptionList<Entry>({
  className,
  id,
  label,
  entries,
  keyOf,
  chosen,
  onTake,
  children,
}: {
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
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div className={className} id={id} role="listbox" aria-label={label} ref={list}>
      {entries.map((entry, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field does that
        <div
          key={keyOf(entry)}
          id={`${id}-${at}`}
          className="option"
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(entry)}
        >
          {children(entry)}
        </div>
      ))}
    </div>
  )
}
