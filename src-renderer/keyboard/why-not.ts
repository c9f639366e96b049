import type { WallCommand } from '../wall/commands.ts'
import type { ActionName } from './actions.ts'
import type { KeyboardContext } from './context.ts'
import type { Keymap } from './keymap.ts'

/** Why a command can do nothing on this wall now, in words; undefined when it can. */
export function whyNot(command: WallCommand, context: KeyboardContext, keymap: Keymap): string | undefined {
  const keyOf = (name: ActionName) => keymap.chordsByAction.get(name)?.[0]
  switch (command.kind) {
    case 'step-camera':
      return context.cameraCount === 0 ? 'No cameras yet' : undefined
    case 'undo':
      return context.canUndo ? undefined : 'Nothing to undo'
    case 'redo':
      return context.canRedo ? undefined : 'Nothing to redo'
    case 'replay':
      return hasCamera(context) ? undefined : 'No camera in this tile to replay'
    case 'play-pause':
    case 'step-frame':
    case 'shuttle':
      return context.isAnyPlayback ? undefined : `This tile is live.${hint(keyOf('replay'), replays)}`
    case 'jump':
      if (context.isAnyPlayback) return undefined
      if (command.byMs > 0) return 'This tile is live: nothing is later than now'
      return hasCamera(context) ? undefined : 'No camera in this tile to play'
    case 'jump-gap':
      if (context.isAnyPlayback) return undefined
      if (command.by > 0) return 'This tile is live: nothing is later than now'
      return hasCamera(context) ? undefined : 'No camera in this tile to play'
    case 'go-live':
      if (context.isPlayback) return undefined
      return context.isAnyPlayback
        ? `This tile is live.${hint(keyOf('goLiveAll'), 'brings all tiles back')}`
        : 'All tiles are live'
    case 'go-live-all':
      return context.isAnyPlayback ? undefined : 'All tiles are live'
    case 'play-together':
      return context.hasVisibleCamera ? undefined : 'No camera on this wall to play'
    case 'timeline':
      return context.isTimelineShown
        ? undefined
        : `The timeline is not shown.${hint(keyOf('toggleTimeline'), 'shows it')}`
    default:
      return undefined
  }
}

const replays = 'replays the last 30 s'

function hint(key: string | undefined, does: string): string {
  return key === undefined ? '' : ` ${key} ${does}.`
}

function hasCamera(context: KeyboardContext): boolean {
  return context.cameraOf(context.selected) !== undefined
}
