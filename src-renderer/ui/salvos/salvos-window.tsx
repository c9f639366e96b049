import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Salvo, salvoTitle } from '#contract/wall/salvo.ts'
import { layoutWords } from '../../wall/layout.ts'
import { unlistedOf } from '../../wall/salvo-words.ts'
import { freeSalvoNumber } from '../../wall/salvos.ts'
import { LayoutPicture } from '../layout-picture.tsx'
import { NameForm } from '../name-form.tsx'
import { DownloadButton } from '../platform/download-button.tsx'
import { useServices, useSession, useWall } from '../services.ts'
import { Window } from '../window.tsx'
import { SalvosImport } from './salvos-import.tsx'

/** All salvos: recalled, renamed, deleted; to a file and from one. */
export function SalvosWindow({ onClose }: { readonly onClose: () => void }) {
  const { salvos, run, shell } = useServices()
  const all = useSession(({ settings }) => settings.salvos)
  const [renamed, setRenamed] = useState<number>()
  const [deleted, setDeleted] = useState<Salvo>()
  const [problem, setProblem] = useState<string>()

  async function remove(salvo: Salvo): Promise<void> {
    const refused = await salvos.remove(salvo.number)
    setProblem(refused)
    if (refused === undefined) setDeleted(salvo)
  }
  async function takeBack(salvo: Salvo): Promise<void> {
    const refused = await salvos.take([salvo])
    setProblem(refused)
    if (refused === undefined) setDeleted(undefined)
  }

  return (
    <Window title="Salvos" size="middle" onClose={onClose}>
      {all.length === 0 && (
        <p className="window-note">
          None yet. A salvo is what a wall shows, kept under a number: type <kbd>*</kbd> <kbd>5</kbd>{' '}
          <kbd>Shift</kbd> <kbd>Enter</kbd> on the wall to save it, <kbd>*</kbd> <kbd>5</kbd> <kbd>Enter</kbd>{' '}
          to have it back.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between its buttons */}
      <ul className="salvo-list" onKeyDown={(event) => onListKey(event)}>
        {all.map((salvo, at) => (
          <li
            key={salvo.number}
            onKeyDown={(event) => {
              if (event.target instanceof HTMLInputElement) return
              if (event.key === 'Delete') void remove(salvo)
              if (event.key === 'F2') setRenamed(salvo.number)
            }}
          >
            {renamed === salvo.number ? (
              <div className="salvo-rename" ref={focusField}>
                <NameForm
                  label={`Name of salvo ${salvo.number}`}
                  name={salvo.name}
                  verb="Rename"
                  onName={async (name) => {
                    const refused = await salvos.rename(salvo, name)
                    setProblem(refused)
                    if (refused === undefined) setRenamed(undefined)
                  }}
                />
              </div>
            ) : (
              <>
                <button
                  type="button"
                  className="salvo-recall"
                  data-first-focus={at === 0 || undefined}
                  onClick={() => {
                    onClose()
                    run({ kind: 'recall-salvo', number: salvo.number })
                  }}
                >
                  <b className="salvo-number">{salvo.number}</b>
                  <Pictures salvo={salvo} />
                  <span className="salvo-words">
                    <b>{salvo.name === '' ? `Salvo ${salvo.number}` : salvo.name}</b>
                    <Detail salvo={salvo} />
                  </span>
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Rename ${salvoTitle(salvo)}`}
                  onClick={() => setRenamed(salvo.number)}
                >
                  <Pencil aria-hidden size="1em" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Delete ${salvoTitle(salvo)}`}
                  onClick={() => void remove(salvo)}
                >
                  <Trash2 aria-hidden size="1em" />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {deleted !== undefined && (
        <p className="salvo-deleted" role="status">
          {salvoTitle(deleted)} is deleted.{' '}
          <button type="button" className="text-button" onClick={() => void takeBack(deleted)}>
            Take it back
          </button>
        </p>
      )}
      {problem !== undefined && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
      {all.length > 0 && (
        <p className="window-note salvo-keys">
          <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> recalls, <kbd>F2</kbd> renames, <kbd>Delete</kbd>{' '}
          deletes.
        </p>
      )}
      <div className="salvo-files">
        <button
          type="button"
          className="button"
          data-first-focus={all.length === 0 || undefined}
          onClick={() => run({ kind: 'save-salvo' })}
        >
          Save what is shown as salvo {freeSalvoNumber(all)}
        </button>
        {all.length > 0 && (
          <DownloadButton
            make={() => shell.call('salvos.export', undefined)}
            onError={(error) => setProblem(error?.message)}
          >
            Export
          </DownloadButton>
        )}
        <SalvosImport onProblem={setProblem} />
      </div>
    </Window>
  )
}

/** One for each monitor of the salvo, as far as they are recognised side by side. */
function Pictures({ salvo }: { readonly salvo: Salvo }) {
  return (
    <span className="salvo-pictures">
      {salvo.walls.slice(0, 4).map(({ monitor, layout, tiles }) => (
        <LayoutPicture key={monitor} layout={layout} kinds={tiles.map(({ kind }) => kind)} />
      ))}
    </span>
  )
}

function Detail({ salvo }: { readonly salvo: Salvo }) {
  const unlisted = useWall(({ cameraById }) => unlistedOf(salvo, cameraById))
  const [first] = salvo.walls
  const of = salvo.scope === 'all' ? `${salvo.walls.length} monitors` : first && layoutWords(first.layout)
  return (
    <small>
      {of}
      {unlisted > 0 && (
        <em>
          {' '}
          · {unlisted} {unlisted === 1 ? 'camera' : 'cameras'} not in the platform’s list
        </em>
      )}
    </small>
  )
}

function focusField(element: HTMLElement | null): void {
  element?.querySelector('input')?.select()
}

function onListKey(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.salvo-recall')]
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement) === true)
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}
