import type { AreaOptions } from './area-options.ts'
import { stepOf } from './tile-content.ts'
import { tileOf, visibleTiles } from './wall-document.ts'
import { onChangeOf } from './on-change-of.ts'

export type SequenceDriverOptions = Pick<AreaOptions, 'wall' | 'clock' | 'playback'>

interface Waiting {
  /** Tells one camera of one sequence from the next. */
  readonly what: string
  readonly callOff: () => void
}

/** Takes sequences on: those that are seen, live and not held. One that comes back has its whole dwell again. */
export class SequenceDriver {
  readonly #options: SequenceDriverOptions
  /** By tile. */
  readonly #waiting = new Map<number, Waiting>()
  readonly #unsubscribe: readonly (() => void)[]

  constructor(options: SequenceDriverOptions) {
    this.#options = options
    this.#unsubscribe = [
      onChangeOf(options.wall, 'document', () => this.#update()),
      onChangeOf(options.playback, 'tiles', () => this.#update()),
    ]
    this.#update()
  }

  dispose(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    for (const { callOff } of this.#waiting.values()) callOff()
    this.#waiting.clear()
  }

  #update(): void {
    const { document } = this.#options.wall.getState()
    const running = new Set(visibleTiles(document).filter((tile) => this.#follow(tile)))
    for (const [tile, { callOff }] of this.#waiting) {
      if (running.has(tile)) continue
      callOff()
      this.#waiting.delete(tile)
    }
  }

  /** Whether the tile waits for its next camera. */
  #follow(tile: number): boolean {
    const { wall, playback, clock } = this.#options
    const { content } = tileOf(wall.getState().document, tile)
    if (content.kind !== 'sequence' || content.pausedBy !== undefined || content.steps.length < 2)
      return false
    if (playback.getState().tiles.includes(tile)) return false
    const step = content.steps[stepOf(content)]
    if (step === undefined) return false
    const what = JSON.stringify([content.steps, stepOf(content)])
    const waiting = this.#waiting.get(tile)
    if (waiting?.what === what) return true
    waiting?.callOff()
    const callOff = clock.after(step.dwellInMs, () => {
      this.#waiting.delete(tile)
      wall.actions.stepSequence(tile, 1)
    })
    this.#waiting.set(tile, { what, callOff })
    return true
  }
}
