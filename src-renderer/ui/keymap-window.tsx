import { type KeyboardEvent, useRef, useState } from 'react'
import type { Keymap as KeymapSetting } from '#contract/wall/settings.ts'
import { type ActionName, actionNames, actionOf, actionWords, groupWords } from '../keyboard/actions.ts'
import { buildKeymap, conflictSentence } from '../keyboard/keymap.ts'
import { chordWords } from '../keyboard/keystroke.ts'
import {
  type Assignment,
  assignChord,
  MAX_KEYMAP_FILE_BYTES,
  readKeymapFile,
  resetAction,
  withCctvKeys,
  withChords,
  writeKeymapFile,
} from '../keyboard/keymap-edit.ts'
import { saveSettings } from '../wall/save-settings.ts'
import { Chord, rich } from './rich-text.tsx'
import { downloadBlob } from './download.tsx'
import { FileButton } from './file-import.tsx'
import { focusNow } from './focus-beside.ts'
import { Button, Problem } from './form-parts.tsx'
import { chordOfPress } from './keyboard-driver.ts'
import { rank } from './rank.ts'
import { useServices, useSession } from './services.ts'
import { Window } from './window.tsx'
import { t } from '../language/language.ts'

interface Capture {
  readonly action: ActionName
  readonly how: 'replace' | 'add'
  /** What was pressed, and cannot simply be kept. */
  readonly pressed?: { readonly chord: string; readonly assignment: Assignment }
}

interface Outcome {
  readonly problem?: string
  readonly done?: string
  /** All keys, as they were and as they were set. */
  readonly replaced?: { readonly before: KeymapSetting; readonly after: KeymapSetting }
}

/** Every command with its keys, which are changed here for this workstation. */
export function KeymapWindow({ onClose }: { readonly onClose: () => void }) {
  const { shell, session, clock } = useServices()
  const setting = useSession(({ settings }) => settings.keymap)
  const [query, setQuery] = useState('')
  const [capture, setCapture] = useState<Capture>()
  /** Its buttons get the focus back. */
  const [last, setLast] = useState<ActionName>()
  const [outcome, setOutcome] = useState<Outcome>({})
  const { chordsByAction, conflicts } = buildKeymap(setting)
  const rows = actionNames.map((name) => {
    const chords = chordsByAction.get(name) ?? []
    return {
      name,
      chords,
      words: actionWords(name),
      detail: `${groupWords(actionOf(name).group)} ${chords.map((chord) => `${chord} ${chordWords(chord)}`).join(' ')}`,
    }
  })
  const { replaced } = outcome
  const search = useRef<HTMLInputElement>(null)
  const shown = query.trim() === '' ? rows : rank(rows, query, rows.length)

  function begin(wanted: Capture): void {
    setOutcome({})
    setLast(wanted.action)
    setCapture(wanted)
  }

  /** @param isAll a change of all keys, which can be taken back as long as nobody has changed them since */
  async function keep(
    change: (now: KeymapSetting) => KeymapSetting | string,
    done: string,
    isAll = false,
  ): Promise<void> {
    setCapture(undefined)
    let replaced: Outcome['replaced']
    const problem = await saveSettings({ shell, session }, ({ keymap: now }) => {
      const keymap = change(now)
      if (typeof keymap === 'string') return keymap
      if (isAll) replaced = { before: now, after: keymap }
      return { keymap }
    })
    setOutcome(
      problem === undefined ? { done, ...(replaced === undefined ? {} : { replaced }) } : { problem },
    )
  }

  function takeBack({ before, after }: NonNullable<Outcome['replaced']>): void {
    search.current?.focus()
    const isAsSet = (now: KeymapSetting) => JSON.stringify(now) === JSON.stringify(after)
    void keep((now) => (isAsSet(now) ? before : t('keymap.changedSince')), t('form.saved'))
  }

  function onCaptured(event: KeyboardEvent, wanted: Capture): void {
    event.preventDefault()
    event.stopPropagation()
    const chord = chordOfPress(event)
    if (chord === undefined || event.repeat) return
    if (chord === 'Escape') return setCapture(undefined)
    const assignment = assignChord(setting, wanted.action, chord, wanted.how)
    if (assignment.outcome === 'free') return void assign(wanted, chord)
    setCapture({ ...wanted, pressed: { chord, assignment } })
  }

  /** @param by who loses the chord, as the operator was told */
  function assign({ action, how }: Capture, chord: string, by?: ActionName): Promise<void> {
    const change = (now: KeymapSetting) => {
      const assignment = assignChord(now, action, chord, how)
      if (assignment.outcome === 'refused') return assignment.reason
      if (assignment.outcome === 'free' || assignment.by === by) return assignment.keymap
      return t('keymap.isNow', { chord: chordWords(chord), action: actionWords(assignment.by) })
    }
    return keep(change, t('keymap.set', { chord: chordWords(chord) }))
  }

  function save(): void {
    const blob = new Blob([writeKeymapFile(setting)], { type: 'application/json' })
    downloadBlob(clock, blob, 'tessera-keys.json')
  }

  async function take(file: File | undefined): Promise<void> {
    const isSmall = file !== undefined && file.size <= MAX_KEYMAP_FILE_BYTES
    const keymap = isSmall ? readKeymapFile(await file.text()) : undefined
    if (file === undefined) return
    if (keymap === undefined) return setOutcome({ problem: t('keymap.noFileTesserasKeysNothing') })
    await keep(() => keymap, t('keymap.keysFileSet'), true)
  }

  return (
    <Window title={t('keymap.keys')} size="wide" onClose={onClose}>
      <p className="window-note">
        {rich('keymap.note', {
          signs: (
            <>
              <kbd>.</kbd> <kbd>/</kbd> <kbd>*</kbd>
            </>
          ),
          chord: <Chord chord="Ctrl+Shift+K" />,
        })}
      </p>
      <div className="keymap-tools wrap">
        <input
          ref={search}
          type="search"
          data-first-focus
          aria-label={t('keymap.findCommandOrKey')}
          placeholder={t('keymap.findCommandOrKey')}
          value={query}
          onChange={({ currentTarget }) => {
            // A row that comes back into the list must not take the keys from here.
            setLast(undefined)
            setQuery(currentTarget.value)
          }}
        />
        <Button onClick={save}>{t('form.export')}</Button>
        <FileButton label={t('import.ask')} name={t('keymap.fileKeys')} onFile={take} />
        <Button onClick={() => void keep(withCctvKeys, t('keymap.keysCCTVKeyboardSet'), true)}>
          {t('keymap.cctv')}
        </Button>
        <Button onClick={() => void keep(() => ({}), t('keymap.allKeysDefaultOnes'), true)}>
          {t('keymap.resetAll')}
        </Button>
      </div>
      <p className={outcome.done === undefined ? 'unseen' : 'form-done'} role="status">
        {outcome.done}
        {replaced !== undefined && (
          <>
            {' '}
            <Button look="text" onClick={() => takeBack(replaced)}>
              {t('form.takeBack')}
            </Button>
          </>
        )}
      </p>
      <Problem text={outcome.problem} />
      {conflicts.map((conflict) => (
        <p key={JSON.stringify(conflict)} className="form-error">
          {conflictSentence(conflict)}
        </p>
      ))}
      <ul className="keymap">
        {shown.map(({ name, chords, words }) => (
          <li
            key={name}
            data-action={name}
            data-changed={Object.hasOwn(setting, name) ? t('keymap.changed') : undefined}
          >
            <span className="keymap-words">
              {words}
              <small>{groupWords(actionOf(name).group)}</small>
            </span>
            <span className="help-keys line wrap">
              {chords.map((chord) => (
                <Chord key={chord} chord={chord} />
              ))}
              {chords.length === 0 && <i>{t('keymap.noKey')}</i>}
            </span>
            {actionOf(name).fixed === true ? (
              <span className="keymap-edit row wrap dim">{t('keymap.cannotBeChanged')}</span>
            ) : capture?.action === name ? (
              <CaptureRow
                capture={capture}
                onKeyDown={(event) => onCaptured(event, capture)}
                onReplace={(chord, by) => void assign(capture, chord, by)}
                onCancel={() => setCapture(undefined)}
              />
            ) : (
              <span className="keymap-edit row wrap dim">
                <RowButton
                  of={words}
                  does={t('keymap.change')}
                  focused={last === name}
                  onClick={() => begin({ action: name, how: 'replace' })}
                />
                <RowButton
                  of={words}
                  does={t('form.add')}
                  onClick={() => begin({ action: name, how: 'add' })}
                />
                {chords.length > 0 && (
                  <RowButton
                    of={words}
                    does={t('form.remove')}
                    onClick={() =>
                      void keep((now) => withChords(now, name, []), t('keymap.commandHasNoKeyNow'))
                    }
                  />
                )}
                {Object.hasOwn(setting, name) && (
                  <RowButton
                    of={words}
                    does={t('keymap.reset')}
                    onClick={() =>
                      void keep((now) => resetAction(now, name), t('keymap.commandHasDefaultKeys'))
                    }
                  />
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="window-note">{t('keymap.noCommandOrKeyCalled', { query })}</p>}
    </Window>
  )
}

function RowButton(props: {
  readonly of: string
  readonly does: string
  readonly focused?: boolean
  readonly onClick: () => void
}) {
  return (
    <Button
      ref={props.focused === true ? focusNow : undefined}
      look="text"
      aria-label={`${props.does}: ${props.of}`}
      onClick={props.onClick}
    >
      {props.does}
    </Button>
  )
}

/** Takes the next key, and asks before another command loses it. */
function CaptureRow(props: {
  readonly capture: Capture
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onReplace: (chord: string, by: ActionName) => void
  readonly onCancel: () => void
}) {
  const { onKeyDown, onReplace, onCancel } = props
  const { pressed } = props.capture
  const assignment = pressed?.assignment
  const taken = assignment?.outcome === 'taken' ? assignment : undefined
  return (
    <span className="keymap-edit row wrap dim">
      <span role="alert">
        {taken !== undefined &&
          t('keymap.isNow', { chord: chordWords(pressed?.chord ?? ''), action: actionWords(taken.by) })}
        {assignment?.outcome === 'refused' && assignment.reason}
      </span>
      {taken === undefined ? (
        <Button ref={focusNow} onKeyDown={onKeyDown}>
          {t('keymap.pressNewKeyEscCancels')}
        </Button>
      ) : (
        <>
          <Button ref={focusNow} look="main" onClick={() => onReplace(pressed?.chord ?? '', taken.by)}>
            {t('form.replace')}
          </Button>
          <Button onClick={onCancel}>{t('form.cancel')}</Button>
        </>
      )}
    </span>
  )
}
