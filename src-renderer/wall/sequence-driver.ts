import type { AreaOptions } from './area-options.ts'
import { stepOf } from './tile-content.ts'
import { tileOf, visibleTiles } from './wall-document.ts'
import { onChangeOf } from './on-change-of.ts'

interface Waiting {
  /** Tells one camera of one sequence from the next. */
  readonly what: string
  readonly callOff: () => void
}

/** Takes sequences on: those that are seen, live and not held. One that comes back has its whole dwell again. */
export function driveSequences({ wall, clock, playback }: Pick<AreaOptions, 'wall' | 'clock' | 'playback'>) {
  /** By tile. */
  const waitingAt = new Map<number, Waiting>()

  function update(): void {
    const running = new Set(visibleTiles(wall.getState().document).filter(follow))
    for (const [tile, { callOff }] of waitingAt) {
      if (running.has(tile)) continue
      callOff()
      waitingAt.delete(tile)
    }
  }

  /** Whether the tile waits for its next camera. */
  function follow(tile: number): boolean {
    const { content } = tileOf(wall.getState().document, tile)
    if (content.kind !== 'sequence' || content.pausedBy !== undefined || content.steps.length < 2)
      return false
    if (playback.getState().tiles.includes(tile)) return false
    const step = content.steps[stepOf(content)]
    if (step === undefined) return false
    const what = JSON.stringify([content.steps, stepOf(content)])
    const waiting = waitingAt.get(tile)
    if (waiting?.what === what) return true
    waiting?.callOff()
    const callOff = clock.after(step.dwellInMs, () => {
      waitingAt.delete(tile)
      wall.actions.stepSequence(tile, 1)
    })
    waitingAt.set(tile, { what, callOff })
    return true
  }

  const stops = [onChangeOf(wall, 'document', update), onChangeOf(playback, 'tiles', update)]
  update()
  return {
    dispose(): void {
      for (const stop of stops) stop()
      for (const { callOff } of waitingAt.values()) callOff()
      waitingAt.clear()
    },
  }
}
