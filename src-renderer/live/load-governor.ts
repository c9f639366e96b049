import type { Clock } from '../clock.ts'
import {
  type GovernedTile,
  idleGovernor,
  isOverload,
  limitsAt,
  steer,
  type TileLimit,
} from './decode-governor.ts'
import type { LiveDefaults } from './defaults.ts'
import type { TileStatistics, TileWish } from './live-wall-port.ts'
import { Statistics, type StatisticsSource } from './statistics.ts'
import { TileWatches } from './tile-watches.ts'

export interface LoadGovernorOptions {
  readonly clock: Clock
  readonly defaults: LiveDefaults
  readonly sourceOf: (tile: number) => StatisticsSource
  readonly isConnecting: (tile: number) => boolean
}

type Figures = Pick<TileStatistics, 'receivedFps' | 'presentedFps'> & { readonly atMs: number }

/** Measures what this computer manages of the wall, and says what each tile may have. */
export class LoadGovernor {
  readonly #options: LoadGovernorOptions
  readonly #statistics: Statistics
  readonly #watches = new TileWatches((tile) => this.#watch(tile))
  readonly #figures = new Map<number, Figures>()
  readonly #ticksLateMs: number[] = []
  #state: ReturnType<typeof idleGovernor>
  #governed: readonly GovernedTile[] = []
  #limits: ReadonlyMap<number, TileLimit> = new Map()
  /** The last look at which there was no overload, or nobody saw the page. */
  #inTimeAtMs: number
  #tickedAtMs: number | undefined
  #lookedAtMs: number
  #hiddenSinceMs: number | undefined
  #isHidden = false

  constructor(options: LoadGovernorOptions) {
    this.#options = options
    const { governor } = options.defaults
    this.#state = idleGovernor(governor)
    this.#statistics = new Statistics(options.clock, { perSecond: governor.statisticsPerSecond })
    this.#inTimeAtMs = this.#lookedAtMs = options.clock.nowMs()
  }

  get limits(): ReadonlyMap<number, TileLimit> {
    return this.#limits
  }

  /** Takes effect at once: a tile that is selected now gets its picture back. */
  wish(wishes: readonly TileWish[]): void {
    this.#governed = wishes
      .filter(({ cameraId, widthPx }) => cameraId !== undefined && widthPx > 0)
      .map(({ tile, urgent, important, widthPx, heightPx }) => ({
        tile,
        widthPx,
        heightPx,
        importance: urgent ? 'selected' : important ? 'important' : 'ordinary',
      }))
    this.#watches.follow(this.#governed.map(({ tile }) => tile))
    this.#assign()
  }

  /** On every tick of the wall; true when the limits are others now. */
  tick(nowMs: number, isHidden: boolean): boolean {
    const { tickEveryMs, governor } = this.#options.defaults
    const before = this.#limits
    const lateMs = nowMs - (this.#tickedAtMs ?? nowMs) - tickEveryMs
    this.#tickedAtMs = nowMs
    this.#hiddenSinceMs = isHidden ? (this.#hiddenSinceMs ?? nowMs) : undefined
    this.#isHidden =
      this.#hiddenSinceMs !== undefined && nowMs - this.#hiddenSinceMs >= governor.hiddenAfterMs
    // The timers of a hidden page are late by rule, and a clock that was set says nothing of load.
    if (!isHidden && Math.abs(lateMs) < governor.lookEveryMs) this.#ticksLateMs.push(Math.max(0, lateMs))
    if (nowMs - this.#lookedAtMs >= governor.lookEveryMs) this.#look(nowMs)
    this.#assign()
    return before !== this.#limits
  }

  dispose(): void {
    this.#statistics.dispose()
    this.#watches.follow([])
  }

  #look(nowMs: number): void {
    const {
      isConnecting,
      defaults: { governor },
    } = this.#options
    const late = this.#ticksLateMs.splice(0).toSorted((a, b) => a - b)
    this.#lookedAtMs = nowMs
    if (this.#hiddenSinceMs !== undefined) {
      this.#inTimeAtMs = nowMs
      return
    }
    const receiving = this.#governed.filter(({ tile }) => this.#limits.get(tile) !== 'paused')
    const connecting = receiving.filter(({ tile }) => isConnecting(tile))
    const load = {
      atMs: nowMs,
      // Three of four ticks were no later: one long task is no overload.
      lagMs: late[Math.floor(late.length * 0.75)] ?? 0,
      presentedShare: this.#presentedShare(nowMs),
    }
    if (!isOverload(load, governor)) this.#inTimeAtMs = nowMs
    const isSettled =
      connecting.length <= receiving.length * governor.connectingShare ||
      nowMs - this.#inTimeAtMs > governor.settledAfterMs
    this.#state = steer(this.#state, { ...load, isSettled }, this.#governed.length, governor)
  }

  #presentedShare(nowMs: number): number | undefined {
    let received = 0
    let presented = 0
    for (const [tile, { atMs, receivedFps, presentedFps }] of this.#figures) {
      const isOld = nowMs - atMs > this.#options.defaults.governor.figuresForMs
      if (isOld || this.#limits.get(tile) === 'paused') continue
      received += receivedFps
      presented += Math.min(receivedFps, presentedFps)
    }
    return received < 1 ? undefined : presented / received
  }

  #watch(tile: number): () => void {
    const unwatch = this.#statistics.watch(
      () => this.#options.sourceOf(tile),
      ({ receivedFps, presentedFps }) => {
        this.#figures.set(tile, { atMs: this.#options.clock.nowMs(), receivedFps, presentedFps })
      },
    )
    return () => {
      unwatch()
      this.#figures.delete(tile)
    }
  }

  #assign(): void {
    const limits = this.#isHidden
      ? new Map(this.#governed.map(({ tile }) => [tile, 'paused' as const]))
      : limitsAt(this.#state.level, this.#governed)
    const isSame =
      limits.size === this.#limits.size &&
      [...limits].every(([tile, limit]) => this.#limits.get(tile) === limit)
    if (!isSame) this.#limits = limits
  }
}
