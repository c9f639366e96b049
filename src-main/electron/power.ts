import type { PowerMonitor } from 'electron'
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
