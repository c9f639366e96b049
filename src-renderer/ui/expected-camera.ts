import type { KeyboardContext } from '../keyboard/context-of-wall.ts'
import { parseEntry } from '../keyboard/entry.ts'
import { interpret } from '../keyboard/interpret.ts'
import type { KeyboardStore } from '../keyboard/keyboard-store.ts'
import type { ExpectedCamera, LiveWallPort } from '../live/live-wall-port.ts'

/** The camera that `Enter` would put on a tile of this page; undefined where it would do something else. */
export function expectedCameraOf(entry: string, context: KeyboardContext): ExpectedCamera | undefined {
  const meaning = interpret(entry, context)
  if (meaning?.outcome !== 'ready') return undefined
  const [command] = meaning.commands
  if (command?.kind === 'last-camera') {
    const { tile } = command
    const cameraId = context.previousCameraOf(tile)?.id
    return cameraId === undefined ? undefined : { tile, cameraId, isUnambiguous: true }
  }
  const parsed = parseEntry(entry)
  if (command?.kind !== 'show-camera' || parsed?.kind !== 'camera') return undefined
  const { tile, cameraId } = command
  return { tile, cameraId, isUnambiguous: context.countBeginningWith(String(Number(parsed.camera))) === 0 }
}

/** A camera is made ready while its number is typed, so that its picture waits for `Enter` and not the other way round. */
export function driveExpectedCamera(
  keyboard: KeyboardStore,
  context: () => KeyboardContext,
  live: Pick<LiveWallPort, 'expect'>,
): () => void {
  return keyboard.subscribe(({ entry }, before) => {
    if (entry !== before.entry) live.expect(entry === '' ? undefined : expectedCameraOf(entry, context()))
  })
}
