import type { TileContent } from '#contract/wall/document.ts'
import { cameraOfContent } from '../../wall/tile-content.ts'
import { chordOfPress } from '../keyboard-driver.ts'
import { useServices } from '../services.ts'
import { Window } from '../window.tsx'
import { useOpenedTile } from './use-opened-tile.ts'
import { type PlainKey, t } from '../../language/language.ts'
import { rich } from '../rich-text.ts'
import { KeyOf } from '../chord.tsx'

interface Choice {
  readonly key: string
  readonly name: PlainKey
  readonly description: PlainKey
  readonly kind: TileContent['kind']
  /** Shown at once; absent: a window asks for more. */
  readonly content?: TileContent
  readonly scope?: 'monitor' | 'all'
}

const choices: readonly Choice[] = [
  {
    key: 'H',
    name: 'contents.hotspot',
    description: 'contents.hotspotDescription',
    kind: 'hotspot',
    scope: 'monitor',
  },
  {
    key: 'A',
    name: 'contents.hotspotOfAll',
    description: 'contents.hotspotOfAllDescription',
    kind: 'hotspot',
    scope: 'all',
  },
  { key: 'S', name: 'contents.sequence', description: 'contents.sequenceDescription', kind: 'sequence' },
  {
    key: 'F',
    name: 'contents.feed',
    description: 'contents.feedDescription',
    kind: 'feed',
    content: { kind: 'feed' },
  },
  {
    key: 'K',
    name: 'contents.clock',
    description: 'contents.clockDescription',
    kind: 'clock',
    content: { kind: 'clock' },
  },
  { key: 'T', name: 'contents.text', description: 'contents.textDescription', kind: 'text' },
  {
    key: 'E',
    name: 'contents.empty',
    description: 'contents.emptyDescription',
    kind: 'empty',
    content: { kind: 'empty' },
  },
]

/** Everything that a tile can show besides a camera, under a letter each. */
export function ContentWindow({ onClose }: { readonly onClose: () => void }) {
  const { run, session, wall } = useServices().wall
  const { tile, content: shown, isThere } = useOpenedTile()

  function take(choice: Choice): void {
    if (!isThere()) return
    if (choice.kind === 'sequence' || choice.kind === 'text') {
      // A salvo that came and went meanwhile may have selected another tile.
      wall.actions.select(tile)
      return session.actions.openDialog(choice.kind)
    }
    onClose()
    if (choice.content !== undefined) return run({ kind: 'show-content', tile, content: choice.content })
    const scope = choice.scope ?? 'monitor'
    const cameraId = cameraOfContent(shown)
    const followed = cameraId === undefined ? {} : { cameraId }
    run({ kind: 'show-content', tile, content: { kind: 'hotspot', scope, ...followed } })
  }
  function onKeyDown(event: React.KeyboardEvent<HTMLElement>): void {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const chord = chordOfPress(event)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const choice = choices.find(({ key }) => key === chord)
    if (step !== 0) {
      const at = buttons.findIndex((button) => button === document.activeElement)
      buttons[(at + step + buttons.length) % buttons.length]?.focus()
    } else if (choice !== undefined) take(choice)
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
            className="content-choice"
            aria-pressed={isShown(choice, shown)}
            data-first-focus={at === 0 || undefined}
            onClick={() => take(choice)}
          >
            <kbd>{choice.key}</kbd>
            <b data-now={t('contents.now')}>{t(choice.name)}</b>
            <small>{t(choice.description)}</small>
          </button>
        ))}
      </div>
      <p className="window-note">{rich('contents.note', { confirm: <KeyOf action="confirm" /> })}</p>
    </Window>
  )
}

function isShown({ kind, scope }: Choice, shown: TileContent): boolean {
  return shown.kind === kind && (shown.kind !== 'hotspot' || shown.scope === scope)
}
