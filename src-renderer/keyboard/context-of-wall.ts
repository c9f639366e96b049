import type { WallCamera } from '#contract/wall/camera.ts'
import type { PlaybackState } from '../wall/playback-store.ts'
import { isFirstRun, type SessionState } from '../wall/session-store.ts'
import {
  cameraIdOf,
  isFeed,
  isHotspot,
  isListed,
  isSequence,
  previousCameraIdOf,
  reportIdOf,
  tileOf,
  visibleTiles,
} from '../wall/wall-document.ts'
import type { WallState } from '../wall/wall-store.ts'
import { salvoWords } from '../wall/salvo-words.ts'
import type { KeyboardContext } from './context.ts'

/** What the stores say, as the grammar wants to know it. */
export function contextOfWall(
  wall: WallState,
  session: Pick<
    SessionState,
    | 'dialog'
    | 'connection'
    | 'settings'
    | 'lock'
    | 'isFullScreen'
    | 'monitor'
    | 'monitors'
    | 'alarms'
    | 'salvos'
  >,
  playback: Pick<PlaybackState, 'tiles' | 'isTimelineShown' | 'range'>,
  textFocused: boolean,
  unlistedWords: (camera: WallCamera) => string | undefined,
): KeyboardContext {
  const { document, cameras, cameraById, cameraByNumber } = wall
  const known = (id: string | undefined) => (id === undefined ? undefined : cameraById.get(id))
  return {
    mode: session.dialog !== undefined ? 'dialog' : isFirstRun(session.connection) ? 'page' : 'wall',
    textFocused,
    tileCount: document.layout.cells.length,
    monitor: session.monitor,
    monitors: session.monitors,
    selected: document.selected,
    isLarge: document.large !== null,
    isZoomed: wall.zooms.has(document.selected),
    isFeed: isFeed(document, document.selected),
    isOccupancy: reportIdOf(document, document.selected) !== undefined,
    isHotspot: isHotspot(document, document.selected),
    isSequence: isSequence(document, document.selected),
    isEmpty: tileOf(document, document.selected).content.kind === 'empty',
    hasEarlier: tileOf(document, document.selected).memory.length > 0,
    isPlayback: playback.tiles.includes(document.selected),
    isAnyPlayback: playback.tiles.length > 0,
    isTimelineShown: playback.isTimelineShown,
    hasRange: playback.range.startMs !== undefined || playback.range.endMs !== undefined,
    hasVisibleCamera: visibleTiles(document).some((tile) => cameraIdOf(document, tile) !== undefined),
    isFullScreen: session.isFullScreen,
    canLeaveSalvo: wall.recalled.length > 0,
    alarmCount: session.alarms.alarms.length,
    snoozedAlarmCount: session.alarms.alarms.filter(({ snoozedUntilMs }) => snoozedUntilMs !== undefined)
      .length,
    canUndo: wall.past.length > 0,
    canRedo: wall.future.length > 0,
    cameraCount: cameras.filter(isListed).length,
    cameraByNumber: (number) => cameraByNumber.get(number),
    salvoWords: (number) => {
      const salvo = session.salvos.find((one) => one.number === number)
      return salvo && salvoWords(salvo, { cameraById, monitor: session.monitor, monitors: session.monitors })
    },
    unlistedWords,
    countBeginningWith: (digits) =>
      cameras.filter(({ number }) => String(number).startsWith(digits) && String(number) !== digits).length,
    cameraOf: (tile) => known(cameraIdOf(document, tile)),
    previousCameraOf: (tile) => known(previousCameraIdOf(document, tile)),
  }
}
