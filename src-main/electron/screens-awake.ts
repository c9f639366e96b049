import type { PowerSaveBlocker } from 'electron'
import type { WallMain } from '../core/wall-main.ts'

/**
 * Keeps the screens lit while there is something to be seen on them: always in front of walls, otherwise as long as
 * the operator's window has a camera to show – also one that is away, whose return somebody is waiting for.
 */
export function keepScreensAwake(
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
  wall: Pick<WallMain, 'onReport' | 'screens'>,
): () => void {
  let blocking: number | undefined
  let hasCameras = false

  function follow(): void {
    const isWanted = hasCameras || wall.screens.mode !== 'window'
    if (isWanted && blocking === undefined) blocking = blocker.start('prevent-display-sleep')
    if (!isWanted) rest()
  }
  function rest(): void {
    if (blocking !== undefined) blocker.stop(blocking)
    blocking = undefined
  }

  const stopMode = wall.screens.onMode(follow)
  const stopReports = wall.onReport(({ tiles }) => {
    hasCameras = tiles.some(({ cameraId }) => cameraId !== undefined)
    follow()
  })
  follow()
  return () => {
    stopReports()
    stopMode()
    rest()
  }
}
