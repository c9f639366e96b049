import type { PowerMonitor, PowerSaveBlocker } from 'electron'
import type { WallMain } from '../core/wall-main.ts'

/** Tells the wall when the machine sleeps and wakes, and keeps the screens lit while a wall is shown. */
export function watchPower(
  monitor: Pick<PowerMonitor, 'on' | 'off'>,
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
  wall: Pick<WallMain, 'power'>,
): () => void {
  const onSuspend = (): void => wall.power('suspend')
  const onResume = (): void => wall.power('resume')
  monitor.on('suspend', onSuspend)
  monitor.on('resume', onResume)
  const blocking = blocker.start('prevent-display-sleep')
  return () => {
    monitor.off('suspend', onSuspend)
    monitor.off('resume', onResume)
    blocker.stop(blocking)
  }
}
