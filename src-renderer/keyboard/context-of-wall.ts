import type { WallCamera } from '#contract/wall/camera.ts'
import type { PlaybackState } from '../wall/playback-store.ts'
import { isFirstRun, type SessionState } from '../wall/session-store.ts'
import { cameraIdOf, isListed, previousCameraIdOf, tileOf, visibleTiles } from '../wall/wall-document.ts'
import type { WallState } from '../wall/wall-store.ts'
import { salvoWords } from '../wall/salvo-words.ts'

export type KeyboardContext = Readonly<ReturnType<typeof contextOfWall>>

/** What the grammar must know of the wall to say what a key will do. Tiles are indexes from 0. */
export function contextOfWall(
  wall: WallState,
  session: SessionState,
  playback: Pick<PlaybackState, 'tiles' | 'isTimelineShown' | 'range'>,
  /** A text field has the focus and takes the keys. */
  textFocused: boolean,
  /** Why the platform may not have it: `not in the platform’s list since 14:05`. Undefined: it is listed. */
  unlistedWords: (camera: WallCamera) => string | undefined,
) {
  const { document, cameras, cameraById, cameraByNumber } = wall
  const { content, memory } = tileOf(document, document.selected)
  const known = (id: string | undefined) => (id === undefined ? undefined : cameraById.get(id))
  return {
    /** `dialog`: a window of the page is open; `page`: something else than the wall is shown. */
    mode: modeOf(session),
    textFocused,
    tileCount: document.layout.cells.length,
    monitor: session.monitor,
    monitors: session.monitors,
    selected: document.selected,
    isLarge: document.large !== null,
    /** Whether only a part of the selected tile's picture is seen. */
    isZoomed: wall.zooms.has(document.selected),
    /** Of the selected tile. */
    content: content.kind,
    hasEarlier: memory.length > 0,
    isPlayback: playback.tiles.includes(document.selected),
    isAnyPlayback: playback.tiles.length > 0,
    isTimelineShown: playback.isTimelineShown,
    /** Whether an end of what is to be exported is set. */
    hasRange: playback.range.startMs !== undefined || playback.range.endMs !== undefined,
    hasVisibleCamera: visibleTiles(document).some((tile) => cameraIdOf(document, tile) !== undefined),
    isFullScreen: session.isFullScreen,
    /** Whether what was there before a salvo can come back. */
    canLeaveSalvo: wall.recalled.length > 0,
    /** Alarms that wait for somebody; those that are snoozed, too. */
    alarmCount: session.alarms.alarms.length,
    snoozedAlarmCount: session.alarms.alarms.filter(({ snoozedUntilMs }) => snoozedUntilMs !== undefined)
      .length,
    canUndo: wall.past.length > 0,
    /** The other monitor that the last entry was for, if nothing has changed here since. */
    enteredOn: wall.enteredOn,
    canRedo: wall.future.length > 0,
    cameraCount: cameras.filter(isListed).length,
    cameraByNumber: (number: number) => cameraByNumber.get(number),
    /** What a salvo is and does on a monitor; undefined where there is none. */
    salvoWords: (number: number, monitor: number) => {
      const salvo = session.salvos.find((one) => one.number === number)
      return salvo && salvoWords(salvo, { cameraById, monitor, monitors: session.monitors })
    },
    unlistedWords,
    /** How many cameras have a longer number that begins with these digits. */
    countBeginningWith: (digits: string) =>
      cameras.filter(({ number }) => String(number).startsWith(digits) && String(number) !== digits).length,
    cameraOf: (tile: number) => known(cameraIdOf(document, tile)),
    previousCameraOf: (tile: number) => known(previousCameraIdOf(document, tile)),
  }
}

function modeOf({ dialog, connection }: SessionState) {
  if (dialog !== undefined) return 'dialog'
  return isFirstRun(connection) ? 'page' : 'wall'
}
