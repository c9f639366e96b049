import { X } from 'lucide-react'
import type { WallCamera } from '#contract/wall/camera.ts'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { focusBeside } from './focus-beside.ts'
import { offeredAfter } from './list-keys.ts'
import { OptionList } from './option-list.tsx'
import { type Findable, rank } from './rank.ts'
import { useWall } from './services.ts'
import { numberedName, t } from '../language/language.ts'

export type PickerChoice = Findable & { readonly id: string }

/** More are found by typing. */
const mostRows = 50

/**
 * Chosen entries as chips, and a field that finds others by a few letters. The list shows only what is not chosen yet;
 * where the page knows no list, or not all of it, an id is taken as it is typed.
 */
export function Picker({
  label,
  choices,
  chosen,
  onChange,
  placeholder,
  isSingle = false,
  takesOthers = false,
  isFirst = false,
  wrong = noneWrong,
  ...aria
}: {
  readonly label: string
  readonly choices: readonly PickerChoice[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
  readonly placeholder: string
  /** The next one takes the place of the one before. */
  readonly isSingle?: boolean
  readonly takesOthers?: boolean
  /** Gets the keys when its window opens. */
  readonly isFirst?: boolean
  /** Indexes of chosen entries that are not allowed. */
  readonly wrong?: readonly number[]
  readonly id?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string | undefined
}) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  // Only while they are shown: there may be thousands, beside a field that is typed into.
  const rows = isOpen ? rowsOf(choices, chosen, query, takesOthers) : []
  const shown = rows.length > 0
  const at = Math.min(active, rows.length - 1)
  const row = shown ? rows[at] : undefined

  const ask = (text: string, open: boolean) => {
    setQuery(text)
    setOpen(open)
    setActive(0)
  }
  const take = (id: string) => {
    onChange(isSingle ? [id] : [...chosen, id])
    ask('', false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = offeredAfter(event.key, at, rows.length)
    if (to !== undefined) {
      event.preventDefault()
      if (shown) setActive(to)
      else setOpen(true)
    } else if (event.key === 'Enter' && row !== undefined && !event.ctrlKey) {
      event.preventDefault()
      take(row.id)
    } else if (event.key === 'Escape' && shown) {
      // Only the list goes, not the window that it is in.
      event.preventDefault()
      event.stopPropagation()
      ask('', false)
    } else if (event.key === 'Backspace' && query === '' && chosen.length > 0) {
      onChange(chosen.slice(0, -1))
    }
  }

  return (
    <div className="picker row wrap" data-invalid={aria['aria-invalid']}>
      {chosen.map((id, at) => (
        <Chip
          key={id}
          words={choices.find((choice) => choice.id === id)?.words ?? id}
          isWrong={wrong.includes(at)}
          onRemove={() => onChange(chosen.filter((other) => other !== id))}
        />
      ))}
      <input
        {...aria}
        role="combobox"
        aria-label={label}
        aria-expanded={shown}
        aria-autocomplete="list"
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={row === undefined ? undefined : `${listId}-${at}`}
        data-first-focus={isFirst || undefined}
        value={query}
        placeholder={chosen.length === 0 || !isSingle ? placeholder : ''}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        onChange={({ target }) => ask(target.value, true)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <OptionList
          className="picker-list"
          id={listId}
          label={label}
          entries={rows}
          keyOf={({ id }) => id}
          chosen={at}
          onTake={({ id }) => take(id)}
        >
          {({ words, detail }) => (
            <>
              <span>{words}</span>
              <small className="cut small-note">{detail}</small>
            </>
          )}
        </OptionList>
      )}
    </div>
  )
}

const noneWrong: readonly number[] = []

/** Cameras, none or several, under a label. */
export function CamerasField(
  props: Pick<ComponentProps<typeof Picker>, 'label' | 'placeholder' | 'chosen' | 'onChange'>,
) {
  const cameras = useWall((wall) => wall.cameras)
  return (
    <div className="field">
      <span className="field-label">{props.label}</span>
      <Picker choices={cameraChoices(cameras)} {...props} />
    </div>
  )
}

export function cameraChoices(cameras: readonly WallCamera[]): PickerChoice[] {
  return cameras.map(({ id, number, name, group }) => ({
    id,
    number,
    words: numberedName({ number, name }),
    ...(group === '' ? {} : { detail: group }),
  }))
}

/** What may be meant; as the last one, the id as it is typed. */
function rowsOf(
  choices: readonly PickerChoice[],
  chosen: readonly string[],
  query: string,
  takesOthers: boolean,
): PickerChoice[] {
  const typed = query.trim()
  const found = rank(
    choices.filter(({ id }) => !chosen.includes(id)),
    query,
    mostRows,
  )
  const isKnown = typed === '' || chosen.includes(typed) || choices.some(({ id }) => id === typed)
  return takesOthers && !isKnown ? [...found, { id: typed, words: t('picker.id', { typed }) }] : found
}

function Chip(props: { readonly words: string; readonly isWrong: boolean; readonly onRemove: () => void }) {
  const { words, isWrong, onRemove } = props
  return (
    <button
      type="button"
      className="pill small-note rounded"
      data-wrong={isWrong || undefined}
      aria-label={t(isWrong ? 'picker.withoutUnknown' : 'picker.without', { words })}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget)
        onRemove()
      }}
    >
      {words} <X aria-hidden size="0.875em" />
    </button>
  )
}
