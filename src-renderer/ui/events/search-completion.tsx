import { useEffect, useRef } from 'react'
import type { CompletionItem } from '../../events/query/completion/items.ts'

const kindWords: Readonly<Record<CompletionItem['kind'], string>> = {
  tag: 'tag',
  field: 'field',
  operator: '',
  value: 'value',
  filter: '',
  camera: 'camera',
  group: 'group',
  time: 'time',
}

/** What can stand at the caret. The field keeps the keys. */
export function SearchCompletion({
  id,
  items,
  chosen,
  onTake,
}: {
  readonly id: string
  readonly items: readonly CompletionItem[]
  readonly chosen: number
  readonly onTake: (index: number) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div className="search-completion" id={id} role="listbox" aria-label="Completion" ref={list}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field does that
        <div
          key={`${item.kind} ${item.label} ${item.insert}`}
          id={`${id}-${index}`}
          className="search-completion-item"
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(index)}
        >
          <span className="code">{item.label}</span>
          <small>{item.detail}</small>
          <i>{kindWords[item.kind]}</i>
        </div>
      ))}
    </div>
  )
}
