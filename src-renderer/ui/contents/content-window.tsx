import type { TileContent } from '#contract/wall/document.ts'
import { cameraOfContent } from '../../wall/tile-content.ts'
import { chordOfPress } from '../keyboard-driver.ts'
import { moveFocus, rowsDown } from '../list-keys.ts'
import { useServices } from '../services.ts'
import { Window } from '../window.tsx'
import { useOpenedTile } from './use-opened-tile.ts'
import { t } from '../../language/language.ts'
import { KeyOf, rich } from '../rich-text.tsx'

/** `scope` is that of a hotspot. For a sequence and a text a window asks for more. */
const choices = [
  { key: 'H', name: 'hotspot', kind: 'hotspot', scope: 'monitor' },
  { key: 'A', name: 'hotspotOfAll', kind: 'hotspot', scope: 'all' },
  { key: 'S', name: 'sequence', kind: 'sequence' },
  { key: 'F', name: 'feed', kind: 'feed' },
  { key: 'K', name: 'clock', kind: 'clock' },
  { key: 'T', name: 'text', kind: 'text' },
  { key: 'E', name: 'empty', kind: 'empty' },
] as const

type Choice = (typeof choices)[number]

/** Everything that a tile can show besides a camera, under a letter each. */
export function ContentWindow({ onClose }: { readonly onClose: () => void }) {
  const { run, session, wall } = useServices()
  const { tile, content: shown, isThere } = useOpenedTile()

  function take(choice: Choice): void {
    if (!isThere()) return
    if (choice.kind === 'sequence' || choice.kind === 'text') {
      // A salvo that came and went meanwhile may have selected another tile.
      wall.actions.select(tile)
      return session.actions.openDialog(choice.kind)
    }
    onClose()
    if (choice.kind !== 'hotspot') return run({ kind: 'show-content', tile, content: { kind: choice.kind } })
    const cameraId = cameraOfContent(shown)
    const followed = cameraId === undefined ? {} : { cameraId }
    run({ kind: 'show-content', tile, content: { kind: 'hotspot', scope: choice.scope, ...followed } })
  }
  function onKeyDown(event: React.KeyboardEvent<HTMLElement>): void {
    const chord = chordOfPress(event)
    const down = rowsDown(event.key)
    const choice = choices.find(({ key }) => key === chord)
    if (down !== undefined) moveFocus(event.currentTarget, down)
    else if (choice !== undefined) take(choice)
    else return
    event.preventDefault()
  }

  return (
    <Window title={t('contents.title', { tile: tile + 1 })} size="narrow" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between its buttons */}
      <div className="contents" role="group" aria-label={t('contents.label')} onKeyDown={onKeyDown}>
        {choices.map((choice, at) => (
          <button
            key={choice.key}
            type="button"
            className="content-choice rounded"
            aria-pressed={isShown(choice, shown)}
            data-first-focus={at === 0 || undefined}
            onClick={() => take(choice)}
          >
            <kbd>{choice.key}</kbd>
            <b data-now={t('palette.now')}>{t(`contents.${choice.name}`)}</b>
            <small className="small-note">{t(`contents.${choice.name}Description`)}</small>
          </button>
        ))}
      </div>
      <p className="window-note">{rich('contents.note', { confirm: <KeyOf action="confirm" /> })}</p>
    </Window>
  )
}

function isShown(choice: Choice, shown: TileContent): boolean {
  if (choice.kind === 'hotspot' && shown.kind === 'hotspot') return choice.scope === shown.scope
  return choice.kind === shown.kind
}
