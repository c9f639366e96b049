import type { WallCamera } from '#contract/wall/camera.ts'
import type { Monitor } from '#contract/wall/monitors.ts'

/** What the grammar must know of the wall to say what a key will do. Tiles are indexes from 0. */
export interface KeyboardContext {
  /** `dialog`: a window of the page is open; `page`: something else than the wall is shown. */
  readonly mode: 'wall' | 'dialog' | 'page'
  /** A text field has the focus: its keys are its own. */
  readonly textFocused: boolean
  readonly tileCount: number
  /** Number of this one. */
  readonly monitor: number
  readonly monitors: readonly Monitor[]
  readonly selected: number
  readonly isLarge: boolean
  /** Whether only a part of the selected tile's picture is seen. */
  readonly isZoomed: boolean
  /** Whether the selected tile shows events as they come. */
  readonly isFeed: boolean
  /** Whether it shows how many are there. */
  readonly isOccupancy: boolean
  /** Whether the selected tile shows the past. */
  readonly isPlayback: boolean
  /** Whether any tile does. */
  readonly isAnyPlayback: boolean
  readonly isTimelineShown: boolean
  /** Whether an end of what is to be exported is set. */
  readonly hasRange: boolean
  /** Whether a tile that is seen has a camera. */
  readonly hasVisibleCamera: boolean
  readonly isFullScreen: boolean
  /** Alarms that wait for somebody; those that are snoozed, too. */
  readonly alarmCount: number
  readonly snoozedAlarmCount: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Those that are listed now. */
  readonly cameraCount: number
  cameraByNumber(number: number): WallCamera | undefined
  /** Why the platform may not have it: `not in the platform’s list since 14:05`. Undefined: it is listed. */
  unlistedWords(camera: WallCamera): string | undefined
  /** How many cameras have a longer number that begins with these digits. */
  countBeginningWith(digits: string): number
  /** The camera that a tile shows. */
  cameraOf(tile: number): WallCamera | undefined
  /** The camera that a tile showed before. */
  previousCameraOf(tile: number): WallCamera | undefined
}
