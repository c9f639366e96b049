import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Completion } from '../../events/query/completion/complete.ts'
import type { CompletionItem } from '../../events/query/completion/items.ts'
import type { QueryProblem } from '../../events/query/reading/problem.ts'
import { Button } from '../form-parts.tsx'
import { offeredAfter } from '../list-keys.ts'
import { OptionList } from '../option-list.tsx'
import { useServices } from '../services.ts'
import { t } from '../../language/language.ts'

const noCompletion: Completion = { replaceFrom: 0, replaceTo: 0, items: [] }

/** The search as text: completed while it is typed, and underlined where it cannot be read. */
export function SearchField({ onFound }: { readonly onFound: () => void }) {
  const { search } = useServices()
  const { text, problems, refusal, opened } = useStore(search.store)
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [completion, setCompletion] = useState(noCompletion)
  /** -1: none of the list; Enter searches. */
  const [chosen, setChosen] = useState(-1)
  /** What is still being typed is not called wrong, unless somebody has pressed Enter. */
  const [insisted, setInsisted] = useState(false)
  const shown = problems.filter(({ start, end }) => insisted || caret < start || caret > end)

  useEffect(() => {
    field.current?.focus()
    if (opened > 0) field.current?.select()
  }, [opened])

  const close = () => {
    setCompletion(noCompletion)
    setChosen(-1)
  }
  const offer = (at: number) => {
    setCompletion(search.completion(at))
    setChosen(-1)
  }
  const put = (from: number, to: number, insert: string) => {
    // At once, and with the caret: the next key may already be on its way.
    field.current?.setRangeText(insert, from, to, 'end')
    field.current?.focus()
    search.type(`${text.slice(0, from)}${insert}${text.slice(to)}`)
    const at = from + insert.length
    setCaret(at)
    offer(at)
  }
  const take = (item: CompletionItem | undefined) => {
    if (item === undefined) return
    const isEnd = completion.replaceTo >= text.length
    const isWhole = item.kind === 'tag' || item.kind === 'value' || item.kind === 'time'
    const space = isEnd && isWhole && completion.items.length > 0 ? ' ' : ''
    put(completion.replaceFrom, completion.replaceTo, `${item.insert}${space}`)
  }
  const submit = () => {
    close()
    setInsisted(true)
    if (search.store.getState().problems.length > 0) return
    void search.search()
    onFound()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isOffered = completion.items.length > 0
    const { key, altKey, ctrlKey } = event
    const to = offeredAfter(key, chosen, completion.items.length, true)
    if (event.nativeEvent.isComposing || altKey) return
    if (key === 'Enter') {
      event.preventDefault()
      if (chosen >= 0) take(completion.items[chosen])
      else submit()
    } else if (isOffered && to !== undefined) {
      event.preventDefault()
      setChosen(to)
    } else if (isOffered && key === 'Tab' && !event.shiftKey) {
      event.preventDefault()
      take(completion.items[Math.max(0, chosen)])
    } else if (isOffered && key === 'Escape') {
      event.preventDefault()
      close()
    } else if (ctrlKey && key === ' ') {
      event.preventDefault()
      offer(event.currentTarget.selectionStart)
    } else if (key === 'ArrowDown') {
      event.preventDefault()
      onFound()
    }
  }

  return (
    <div className="search-field rigid">
      <div className="search-text rounded">
        <Underlined text={text} problems={shown} />
        <textarea
          ref={field}
          rows={1}
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          placeholder={'sale amount>100 last:24h'}
          role="combobox"
          aria-label={t('events.search.label')}
          aria-expanded={completion.items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen < 0 ? undefined : `${listId}-${chosen}`}
          aria-invalid={shown.length > 0}
          onChange={({ target }) => {
            search.type(target.value.replaceAll('\n', ' '))
            setInsisted(false)
            setCaret(target.selectionStart)
            offer(target.selectionStart)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
      </div>
      {completion.items.length > 0 && (
        <OptionList
          className="search-completion"
          id={listId}
          label={t('events.search.completion')}
          entries={completion.items}
          keyOf={({ kind, label, insert }) => `${kind} ${label} ${insert}`}
          chosen={chosen}
          onTake={take}
        >
          {({ kind, label, detail }) => (
            <>
              <span className="code">{label}</span>
              <small className="cut small-note">{detail}</small>
              <i>{kindText(kind)}</i>
            </>
          )}
        </OptionList>
      )}
      <div role="status" className="search-problems">
        {shown.slice(0, 3).map((problem) => (
          <Problem key={`${problem.start} ${problem.message}`} problem={problem} onTake={put} />
        ))}
        {refusal !== undefined && <p>{refusal}</p>}
      </div>
    </div>
  )
}

/** A copy of the text behind the field: it gives the field its height and underlines what is wrong. */
function Underlined(props: { readonly text: string; readonly problems: readonly QueryProblem[] }) {
  const { text, problems } = props
  const parts: { readonly from: number; readonly text: string; readonly isWrong: boolean }[] = []
  let at = 0
  for (const { start, end } of problems) {
    if (start < at) continue
    if (start > at) parts.push({ from: at, text: text.slice(at, start), isWrong: false })
    // What is missing has no width of its own.
    const until = Math.max(end, start + 1)
    parts.push({ from: start, text: text.slice(start, until) || ' ', isWrong: true })
    at = until
  }
  parts.push({ from: at, text: text.slice(at), isWrong: false })
  return (
    <div className="search-mirror" aria-hidden>
      {parts.map((part) =>
        part.isWrong ? <u key={part.from}>{part.text}</u> : <span key={part.from}>{part.text}</span>,
      )}
      {'​'}
    </div>
  )
}

function Problem(props: {
  readonly problem: QueryProblem
  readonly onTake: (from: number, to: number, insert: string) => void
}) {
  const { start, end, message, suggestion } = props.problem
  return (
    <p>
      <i>{t('events.search.column', { column: start + 1 })}</i> {message}{' '}
      {suggestion !== undefined && (
        <Button look="text" onClick={() => props.onTake(start, end, suggestion)}>
          {t('events.search.use', { suggestion })}
        </Button>
      )}
    </p>
  )
}

/** Of an operator and a filter its sign says all. */
function kindText(kind: CompletionItem['kind']): string {
  return kind === 'operator' || kind === 'filter' ? '' : t(`events.search.kind.${kind}`)
}
