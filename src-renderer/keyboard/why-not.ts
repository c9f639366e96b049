import type { WallCommand } from '../wall/commands.ts'
import type { ActionName } from './actions.ts'
import type { KeyboardContext } from './context.ts'
import type { Keymap } from './keymap.ts'

/** A sentence that names a key, where the action has one. */
type Hint = (action: ActionName, does: string) => string
type Refusal = (context: KeyboardContext, hint: Hint, command: WallCommand) => string | undefined

const needsPlayback: Refusal = ({ isAnyPlayback }, hint) =>
  isAnyPlayback ? undefined : `This tile is live.${hint('replay', 'replays the last 30 s')}`

const needsPlaybackOrCamera: Refusal = (context, _hint, command) => {
  if (context.isAnyPlayback) return undefined
  const isOn =
    (command.kind === 'jump' && command.byMs > 0) || (command.kind === 'jump-gap' && command.by > 0)
  if (isOn) return 'This tile is live: nothing is later than now'
  return hasCamera(context) ? undefined : 'No camera in this tile to play'
}

/** By what a command needs of the wall. What is not listed can always be done. */
const refusals: Partial<Record<WallCommand['kind'], Refusal>> = {
  'step-camera': ({ cameraCount }) => (cameraCount === 0 ? 'No cameras yet' : undefined),
  'toggle-receipts': (context) => (hasCamera(context) ? undefined : 'No camera in this tile'),
  mark: (context) => (hasCamera(context) ? undefined : 'No camera in this tile to mark'),
  undo: ({ canUndo }) => (canUndo ? undefined : 'Nothing to undo'),
  redo: ({ canRedo }) => (canRedo ? undefined : 'Nothing to redo'),
  replay: (context) => (hasCamera(context) ? undefined : 'No camera in this tile to replay'),
  'play-pause': needsPlayback,
  'step-frame': needsPlayback,
  shuttle: needsPlayback,
  jump: needsPlaybackOrCamera,
  'jump-gap': needsPlaybackOrCamera,
  'go-live': ({ isPlayback, isAnyPlayback }, hint) => {
    if (isPlayback) return undefined
    return isAnyPlayback
      ? `This tile is live.${hint('goLiveAll', 'brings all tiles back')}`
      : 'All tiles are live'
  },
  'go-live-all': ({ isAnyPlayback }) => (isAnyPlayback ? undefined : 'All tiles are live'),
  'play-together': ({ hasVisibleCamera }) =>
    hasVisibleCamera ? undefined : 'No camera on this wall to play',
  timeline: ({ isTimelineShown }, hint) =>
    isTimelineShown ? undefined : `The timeline is not shown.${hint('toggleTimeline', 'shows it')}`,
}

/** Why a command can do nothing on this wall now, in words; undefined when it can. */
export function whyNot(command: WallCommand, context: KeyboardContext, keymap: Keymap): string | undefined {
  const hint: Hint = (action, does) => {
    const key = keymap.chordsByAction.get(action)?.[0]
    return key === undefined ? '' : ` ${key} ${does}.`
  }
  return refusals[command.kind]?.(context, hint, command)
}

function hasCamera(context: KeyboardContext): boolean {
  return context.cameraOf(context.selected) !== undefined
}
