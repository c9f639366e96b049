import { freeSalvoNumber, type Salvo } from '#contract/wall/salvo.ts'
import { layoutWords } from '../../wall/layout.ts'
import { salvoTitle, unlistedOf } from '../../wall/salvo-words.ts'
import { kbd, KeyOf, rich } from '../rich-text.tsx'
import { FileImport } from '../file-import.tsx'
import { focusBeside } from '../focus-beside.ts'
import { LayoutPicture } from '../layout-picture.tsx'
import { isLetter, moveFocus, rowsDown, useWallKeys } from '../list-keys.ts'
import { DownloadButton } from '../download.tsx'
import { useServices, useSession, useWall } from '../services.ts'
import { useTry } from '../use-call.ts'
import { Window } from '../window.tsx'
import { SalvoConflicts, SharedMark } from './shared-salvos.tsx'
import { SalvoTimes } from './salvo-times.tsx'
import { t } from '../../language/language.ts'
import { errorWords } from '../../language/error-words.ts'
import { EntryTools, NameForm, useRemoval, useRenaming } from '../saved-list.tsx'
import { Button, Problem } from '../form-parts.tsx'

/** All salvos: recalled, renamed, deleted; to a file and from one. */
export function SalvosWindow({ onClose }: { readonly onClose: () => void }) {
  const { salvos, run, shell } = useServices()
  const all = useSession((session) => session.salvos)
  const renaming = useRenaming<number>()
  const { problem, setProblem, attempt } = useTry<string>()
  const isWallKey = useWallKeys('salvos')
  const removal = useRemoval<{ readonly salvo: Salvo; readonly wasShared: boolean }>({
    attempt,
    remove: ({ salvo }) => salvos.remove(salvo.number),
    restore: ({ salvo, wasShared }) => salvos.restore(salvo, wasShared),
    words: ({ salvo }) => t('salvos.deleted', { salvo: salvoTitle(salvo) }),
  })
  const remove = (salvo: Salvo) => removal.remove({ salvo, wasShared: salvos.isShared(salvo.number) })

  return (
    <Window title={t('salvos.title')} size="middle" onClose={onClose}>
      <SalvoConflicts onProblem={setProblem} />
      {all.length === 0 && (
        <p className="window-note">
          {rich('salvos.none', {
            kbd,
            save: <KeyOf action="saveSalvo" />,
            confirm: <KeyOf action="confirm" />,
          })}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between its buttons */}
      <ul className="salvo-list scrolls" onKeyDown={(event) => onListKey(event, isWallKey(event))}>
        {all.map((salvo, at) => (
          <li
            key={salvo.number}
            onKeyDown={(event) => {
              if (event.target instanceof HTMLInputElement) return
              if (event.key === 'Delete' && !event.repeat) {
                focusBeside(event.currentTarget)
                remove(salvo)
              }
              if (event.key === 'F2') renaming.begin(salvo.number)
            }}
          >
            {renaming.renamed === salvo.number ? (
              <NameForm
                label={t('salvos.nameOf', { number: salvo.number })}
                name={salvo.name}
                verb={t('savedList.rename')}
                isFirst
                onLeave={() => renaming.end(salvo.number)}
                onName={async (name) => {
                  const isRenamed = await attempt(salvos.rename(salvo, name))
                  if (isRenamed) renaming.end(salvo.number)
                  return isRenamed
                }}
              />
            ) : (
              <>
                <button
                  ref={renaming.refOf(salvo.number)}
                  type="button"
                  className="salvo-recall stack grow slim"
                  data-first-focus={at === 0 || undefined}
                  onClick={() => {
                    onClose()
                    run({ kind: 'recall-salvo', number: salvo.number })
                  }}
                >
                  <b className="large strong end">{salvo.number}</b>
                  <span className="salvo-pictures">
                    {/* One per monitor, at most as many as can be told apart. */}
                    {salvo.walls.slice(0, 4).map(({ monitor, layout, tiles }) => (
                      <LayoutPicture key={monitor} layout={layout} kinds={tiles.map(({ kind }) => kind)} />
                    ))}
                  </span>
                  <span className="salvo-words pile slim">
                    <b className="cut">
                      {salvo.name === '' ? t('salvos.numbered', { number: salvo.number }) : salvo.name}
                    </b>
                    <Detail salvo={salvo} />
                  </span>
                </button>
                <EntryTools
                  name={salvoTitle(salvo)}
                  onRename={() => renaming.begin(salvo.number)}
                  onRemove={() => remove(salvo)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {removal.note}
      <Problem text={problem} />
      {all.length > 0 && <p className="window-note salvo-keys">{rich('salvos.keys', { kbd })}</p>}
      <SalvoTimes onProblem={setProblem} />
      <div className="window-files">
        <Button data-first-focus={all.length === 0 || undefined} onClick={() => run({ kind: 'save-salvo' })}>
          {t('salvos.saveAs', { number: freeSalvoNumber(all) })}
        </Button>
        {all.length > 0 && (
          <DownloadButton
            make={() => shell.call('salvos.export', undefined)}
            onError={(error) => setProblem(errorWords(error))}
          >
            {t('form.export')}
          </DownloadButton>
        )}
        <FileImport
          what="salvos"
          read={(text) => salvos.read(text)}
          replaced={(read) =>
            all.filter(({ number }) => read.some((salvo) => salvo.number === number)).map(salvoTitle)
          }
          take={(taken) => salvos.take(taken)}
          onProblem={setProblem}
        />
      </div>
    </Window>
  )
}

function Detail({ salvo }: { readonly salvo: Salvo }) {
  const unlisted = useWall(({ cameraById }) => unlistedOf(salvo, cameraById))
  const [first] = salvo.walls
  const of =
    salvo.scope === 'all'
      ? t('salvos.monitors', { count: salvo.walls.length })
      : first && layoutWords(first.layout)
  return (
    <small className="small-note">
      {of}
      <SharedMark number={salvo.number} />
      {unlisted > 0 && <em> · {t('salvos.unlisted', { count: unlisted })}</em>}
    </small>
  )
}

function onListKey(event: React.KeyboardEvent<HTMLElement>, isWallKey: boolean): void {
  if (event.target instanceof HTMLInputElement) return
  // A name that is typed here must not reach the keys of the wall.
  if (isLetter(event) && event.key !== ' ' && !isWallKey) return event.preventDefault()
  const down = rowsDown(event.key)
  if (down === undefined) return
  moveFocus(event.currentTarget, down)
  event.preventDefault()
}
