import { type WallError, wallError } from '#contract/errors.ts'
import type { TileStateName } from '#contract/wall/tile-report.ts'
import type {
  ExpectedCamera,
  LiveWallPort,
  TileObservation,
  TileStatistics,
  TileWish,
} from '#renderer/live/live-wall-port.ts'

const nothing: TileObservation = {
  state: 'NO CAMERA',
  shownCameraId: undefined,
  stateSinceMs: 0,
  lastFrameAtMs: undefined,
  delayMs: undefined,
  error: undefined,
  nextTryAtMs: undefined,
}

/** An engine without a network: it shows at once what it is asked to, and states are set by hand. */
export class FakeLiveWall implements LiveWallPort {
  readonly shown: (readonly TileWish[])[] = []
  readonly standingBy: (readonly string[])[] = []
  readonly expected: (ExpectedCamera | undefined)[] = []
  readonly mounted = new Map<number, HTMLElement>()
  readonly power: string[] = []
  readonly #observations = new Map<number, TileObservation>()
  readonly #listeners = new Map<number, Set<() => void>>()
  readonly #statisticsListeners = new Map<number, (statistics: TileStatistics) => void>()
  isDisposed = false

  show(wishes: readonly TileWish[]): void {
    const before = new Map(this.shown.at(-1)?.map((wish) => [wish.tile, wish.cameraId]))
    this.shown.push(wishes)
    for (const { tile, cameraId } of wishes) {
      if (before.has(tile) && before.get(tile) === cameraId) continue
      this.set(tile, { state: cameraId === undefined ? 'NO CAMERA' : 'LIVE', shownCameraId: cameraId })
    }
  }

  standBy(cameraIds: readonly string[]): void {
    this.standingBy.push(cameraIds)
  }

  expect(expected: ExpectedCamera | undefined): void {
    this.expected.push(expected)
  }

  mount(tile: number, container: HTMLElement): () => void {
    const picture = document.createElement('canvas')
    container.append(picture)
    this.mounted.set(tile, container)
    return () => {
      picture.remove()
      this.mounted.delete(tile)
    }
  }

  observe(tile: number): TileObservation {
    return this.#observations.get(tile) ?? nothing
  }

  subscribe(tile: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(tile) ?? new Set()
    this.#listeners.set(tile, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  watchStatistics(tile: number, listener: (statistics: TileStatistics) => void): () => void {
    this.#statisticsListeners.set(tile, listener)
    return () => this.#statisticsListeners.delete(tile)
  }

  receiveSoundOf(): void {}

  sound(): undefined {
    return undefined
  }

  frame(): undefined {
    return undefined
  }

  suspend(): void {
    this.power.push('suspend')
  }

  resume(): void {
    this.power.push('resume')
  }

  dispose(): void {
    this.isDisposed = true
  }

  /** Anybody left on the line? For tests of clean ends. */
  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0)
  }

  set(tile: number, change: Partial<TileObservation>): void {
    this.#observations.set(tile, { ...this.observe(tile), ...change })
    for (const listener of this.#listeners.get(tile) ?? []) listener()
  }

  fault(tile: number, state: TileStateName, change: Partial<TileObservation> = {}, error?: WallError): void {
    this.set(tile, { state, error: error ?? wallError('media_unreachable'), ...change })
  }

  measure(tile: number, statistics: TileStatistics): void {
    this.#statisticsListeners.get(tile)?.(statistics)
  }
}
