import { useRef } from 'react'
import { foldText } from '#contract/fold-text.ts'
import {
  type Layout,
  layoutNameOf,
  type LayoutName,
  layoutNames,
  layoutOf,
  type SavedLayout,
} from '#contract/wall/layout.ts'
import { layoutWords } from '../wall/layout.ts'
import { readLayoutsFile } from '../wall/saved-layouts.ts'
import { kbd, KeyOf, rich } from './rich-text.tsx'
import { FileImport } from './file-import.tsx'
import { focusBeside, focusInside } from './focus-beside.ts'
import { isSame } from './grid-editor.tsx'
import { isLetter, moveFocus, rowsDown, useWallKeys } from './list-keys.ts'
import { t } from '../language/language.ts'
import { LayoutPicture } from './layout-picture.tsx'
import { DownloadButton } from './download.tsx'
import { useServices, useSession, useWall } from './services.ts'
import { useTry } from './use-call.ts'
import { Window } from './window.tsx'
import { errorWords } from '../language/error-words.ts'
import { EntryTools, NameForm, useRemoval, useRenaming } from './saved-list.tsx'
import { Button, Problem } from './form-parts.tsx'

/** Layouts as small drawings of themselves, those that somebody has made after the others; arrows or the typed name choose. */
export function LayoutWindow({ onClose }: { readonly onClose: () => void }) {
  const { run, savedLayouts } = useServices()
  const shown = useWall(({ document }) => document.layout)
  const saved = useSession(({ settings }) => settings.layouts)
  const renaming = useRenaming<string>()
  const { renamed } = renaming
  const { problem, setProblem, attempt } = useTry<string>()
  const { remove, note } = useRemoval<SavedLayout>({
    attempt,
    remove: ({ name }) => savedLayouts.remove(name),
    restore: (layout) => savedLayouts.restore(layout),
    words: ({ name }) => t('layouts.deleted', { name }),
  })
  const typed = useRef('')
  const isWallKey = useWallKeys('layout', 'gridEditor')
  const current = layoutNameOf(shown)
  const names = [...layoutNames, ...saved.map(({ name }) => name)].map((name) => foldText(String(name)))
  const isSaved = saved.some(({ layout }) => isSame(layout, shown))

  function take(layout: LayoutName | Layout): void {
    run({ kind: 'set-layout', layout })
    onClose()
  }
  async function rename(name: string, newName: string): Promise<boolean> {
    const isRenamed = await attempt(savedLayouts.rename(name, newName))
    if (isRenamed) renaming.end(newName.trim())
    return isRenamed
  }
  function onKeyDown(event: React.KeyboardEvent<HTMLElement>): void {
    if (event.target instanceof HTMLInputElement) return
    const list = event.currentTarget
    const step = stepOf(event.key)
    const layout = saved.find(({ name }) => name === focusedName())
    if (step !== undefined) {
      moveFocus(list, step)
      typed.current = ''
    } else if (isLetter(event)) {
      const begins = (text: string) => names.findIndex((name) => name.startsWith(text))
      const key = foldText(event.key)
      const isOn = begins(typed.current + key) >= 0
      // A blank presses the button, unless it is part of a name.
      if (!isOn && (event.key === ' ' || (typed.current === '' && isWallKey(event)))) return
      // Starts over with this key when no name goes on so; a letter that begins none must not reach the wall.
      typed.current = isOn ? typed.current + key : key
      focusInside(list.children[begins(typed.current)])
    } else if (event.key === 'F2' && layout !== undefined) renaming.begin(layout.name)
    else if (event.key === 'Delete' && layout !== undefined && !event.repeat) {
      focusBeside(event.target instanceof Element ? event.target.closest('.layout-saved') : null)
      remove(layout)
    } else return
    event.preventDefault()
  }

  return (
    <Window title={t('layout.layout')} size="middle" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between its buttons */}
      <div className="layouts stack" role="group" aria-label={t('layout.layouts')} onKeyDown={onKeyDown}>
        {layoutNames.map((layout) => (
          <button
            key={layout}
            type="button"
            className="layout-choice stack dim nowrap"
            aria-pressed={layout === current}
            data-first-focus={layout === (current ?? (isSaved ? undefined : 1)) || undefined}
            onClick={() => take(layout)}
          >
            <LayoutPicture layout={layoutOf(layout)} />
            <span>
              {rich('layout.tiles', {
                count: layout === 1 ? 1 : 2,
                layout: <b>{layout}</b>,
              })}
            </span>
          </button>
        ))}
        {saved.map(({ name, layout }) => (
          <div key={name} className="layout-saved slim">
            <button
              ref={renaming.refOf(name)}
              type="button"
              className="layout-choice stack dim nowrap"
              data-name={name}
              aria-pressed={isSame(layout, shown)}
              data-first-focus={isSame(layout, shown) || undefined}
              onClick={() => take(layout)}
            >
              <LayoutPicture layout={layout} />
              <span className="layout-name slim">
                <b className="cut">{name}</b> <small>{layoutWords(layout)}</small>
              </span>
            </button>
            <span className="layout-tools rounded">
              <EntryTools
                name={name}
                onRename={() => renaming.begin(name)}
                onRemove={() => remove({ version: 1, name, layout })}
              />
            </span>
          </div>
        ))}
      </div>
      {renamed !== undefined && (
        <NameForm
          key={renamed}
          label={t('layouts.newName', { name: renamed })}
          name={renamed}
          verb={t('savedList.rename')}
          isFirst
          onLeave={() => renaming.end(renamed)}
          onName={(name) => rename(renamed, name)}
        />
      )}
      {note}
      <Problem text={problem} />
      <p className="window-note layouts-note">{rich('layout.note', { kbd })}</p>
      <LayoutFiles onProblem={setProblem} />
    </Window>
  )
}

/** To the editor, to a file and from one. */
function LayoutFiles({ onProblem }: { readonly onProblem: (problem?: string) => void }) {
  const { shell, run, savedLayouts } = useServices()
  const saved = useSession(({ settings }) => settings.layouts)
  return (
    <div className="window-files">
      <Button onClick={() => run({ kind: 'toggle-dialog', dialog: 'grid' })}>
        {t('layouts.edit')} <KeyOf action="gridEditor" />
      </Button>
      {saved.length > 0 && (
        <DownloadButton
          make={() => shell.call('layouts.export', undefined)}
          onError={(error) => onProblem(errorWords(error))}
        >
          {t('form.export')}
        </DownloadButton>
      )}
      <FileImport
        what="layouts"
        read={readLayoutsFile}
        replaced={(read) =>
          saved
            .filter(({ name }) => read.some((layout) => layout.name === name))
            .map(({ name }) => t('query.quoted', { text: name }))
        }
        take={(taken) => savedLayouts.take(taken)}
        onProblem={onProblem}
      />
    </div>
  )
}

/** Choices in a row of the window. */
const COLUMNS = 5

function stepOf(key: string): number | undefined {
  if (key === 'ArrowLeft') return -1
  if (key === 'ArrowRight') return 1
  const down = rowsDown(key)
  return down && down * COLUMNS
}

function focusedName(): string | undefined {
  return document.activeElement instanceof HTMLElement ? document.activeElement.dataset['name'] : undefined
}
