import { isCovered, type Tiles, videoOf } from './tiles.ts'

/** A tile that plays: how long its picture stood at worst. */
export interface TileFreezes {
  /** How often its window of footage was followed by the next one. */
  readonly moves: number
  readonly longestMs: number
  /** Around the moves; 0 when there were none. A part of the time: whoever watches longer finds longer ones. */
  readonly atMovesMs: number
}

interface Seen {
  readonly atMs: number
  readonly presentedFrames: number
}

interface Wait {
  readonly fromMs: number
  readonly untilMs: number
  readonly standsMs: number
}

/** A window is prepared before it is played, and its first segments come after that. */
const beforeMoveMs = 500
const afterMoveMs = 1_500

/** Watches all tiles for so long while they play. `frameMs`: between two pictures of the footage. */
export async function freezes(tiles: Tiles, forMs: number, frameMs: number): Promise<TileFreezes[]> {
  const watches = tiles.elements.map((element, tile) => new FreezeWatch(element, tile, tiles, frameMs))
  await new Promise((done) => setTimeout(done, forMs))
  return watches.map((one) => one.end())
}

class FreezeWatch {
  readonly #video: HTMLVideoElement
  readonly #waits: Wait[] = []
  readonly #movedAtMs: number[] = []
  readonly #frameMs: number
  readonly #look: () => void
  #last: Seen | undefined
  #wasCovered = false
  #frameRequest = 0
  #lookRequest = 0

  constructor(element: HTMLElement, tile: number, tiles: Tiles, frameMs: number) {
    this.#video = videoOf(element)
    this.#frameMs = frameMs
    let window = tiles.windowOf(tile)
    this.#look = () => {
      this.#lookRequest = requestAnimationFrame(this.#look)
      if (isCovered(element)) this.#wasCovered = true
      if (tiles.windowOf(tile) === window) return
      window = tiles.windowOf(tile)
      this.#movedAtMs.push(performance.now())
    }
    this.#look()
    this.#next(element)
  }

  end(): TileFreezes {
    cancelAnimationFrame(this.#lookRequest)
    this.#video.cancelVideoFrameCallback(this.#frameRequest)
    const nowMs = performance.now()
    this.#note({ atMs: nowMs, presentedFrames: (this.#last?.presentedFrames ?? 0) + 1 })
    return freezesOf(this.#waits, this.#movedAtMs)
  }

  #next(element: HTMLElement): void {
    this.#frameRequest = this.#video.requestVideoFrameCallback(
      (_now, { presentationTime, presentedFrames }) => {
        this.#next(element)
        if (!isCovered(element)) this.#note({ atMs: presentationTime, presentedFrames })
      },
    )
  }

  /** A busy page is told of some pictures only: those in between are taken to have come in time. */
  #note(seen: Seen): void {
    const last = this.#last
    this.#last = seen
    if (last !== undefined) {
      const between = this.#wasCovered ? 0 : seen.presentedFrames - last.presentedFrames - 1
      const standsMs = seen.atMs - last.atMs - between * this.#frameMs
      this.#waits.push({ fromMs: last.atMs, untilMs: seen.atMs, standsMs })
    }
    this.#wasCovered = false
  }
}

export function freezesOf(waits: readonly Wait[], movedAtMs: readonly number[]): TileFreezes {
  const isAtMove = ({ fromMs, untilMs }: Wait) =>
    movedAtMs.some((atMs) => fromMs < atMs + afterMoveMs && untilMs > atMs - beforeMoveMs)
  return {
    moves: movedAtMs.length,
    longestMs: longest(waits),
    atMovesMs: longest(waits.filter(isAtMove)),
  }
}

function longest(waits: readonly Wait[]): number {
  return Math.max(0, ...waits.map(({ standsMs }) => standsMs))
}
