import type { PowerMonitor, PowerSaveBlocker } from 'electron'
import type { WallMain } from '../core/wall-main.ts'

/** Tells the wall when the machine sleeps and wakes, and ends it in order before the machine is switched off. */
export function watchPower(
  monitor: Pick<PowerMonitor, 'on' | 'off'>,
  wall: Pick<WallMain, 'power'>,
  quit: () => void,
): () => void {
  const onSuspend = (): void => wall.power('suspend')
  const onResume = (): void => wall.power('resume')
  const onShutdown = (event?: { preventDefault(): void }): void => {
    // The system waits until we are gone, for as long as it thinks fit: time to write what the wall shows.
    event?.preventDefault()
    quit()
  }
  monitor.on('suspend', onSuspend)
  monitor.on('resume', onResume)
  monitor.on('shutdown', onShutdown)
  return () => {
    monitor.off('suspend', onSuspend)
    monitor.off('resume', onResume)
    monitor.off('shutdown', onShutdown)
  }
}

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
