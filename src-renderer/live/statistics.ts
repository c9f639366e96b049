import type { LiveDefaults } from './defaults.ts'
import type { Clock } from '../clock.ts'
import type { TileStatistics } from './live-wall-port.ts'
import { ratesBetween, readReceiver, type ReceiverSample } from './receiver-sample.ts'

/** What the statistics of a tile are made of, as it is at the moment of sampling. */
export interface StatisticsSource {
  readonly receiver: RTCRtpReceiver | undefined
  /** Frames put on the screen so far. */
  readonly presentedFrames: number
  readonly layer: TileStatistics['layer']
  readonly delayMs: number | undefined
  readonly history: TileStatistics['history']
}

interface Watch {
  readonly source: () => StatisticsSource
  readonly listener: (statistics: TileStatistics) => void
  before: { receiver: RTCRtpReceiver; sample: ReceiverSample; presentedFrames: number } | undefined
}

/**
 * Samples the watched tiles in turn, so many a second in all: each sample walks a whole connection.
 * Nothing runs while nobody watches.
 */
export class Statistics {
  readonly #clock: Clock
  readonly #limits: LiveDefaults['statistics']
  readonly #turns: Watch[] = []
  #cancelTurn: (() => void) | undefined

  constructor(clock: Clock, limits: LiveDefaults['statistics']) {
    this.#clock = clock
    this.#limits = limits
  }

  watch(source: () => StatisticsSource, listener: (statistics: TileStatistics) => void): () => void {
    const watch: Watch = { source, listener, before: undefined }
    this.#turns.push(watch)
    this.#schedule()
    return () => {
      const at = this.#turns.indexOf(watch)
      if (at !== -1) this.#turns.splice(at, 1)
    }
  }

  dispose(): void {
    this.#turns.length = 0
    this.#cancelTurn?.()
  }

  #schedule(): void {
    if (this.#cancelTurn || this.#turns.length === 0) return
    // One tile alone is sampled once a second: that is what people can read.
    const waitMs = 1000 / Math.min(this.#limits.perSecond, this.#turns.length)
    this.#cancelTurn = this.#clock.after(waitMs, () => {
      this.#cancelTurn = undefined
      const watch = this.#turns.shift()
      if (watch) {
        this.#turns.push(watch)
        void this.#sample(watch)
      }
      this.#schedule()
    })
  }

  async #sample(watch: Watch): Promise<void> {
    const { receiver, presentedFrames } = watch.source()
    const sample = receiver && readReceiver(await receiver.getStats())
    if (!receiver || !sample || !this.#turns.includes(watch)) return
    const { before } = watch
    watch.before = { receiver, sample, presentedFrames }
    const rates = before?.receiver === receiver ? ratesBetween(before.sample, sample) : undefined
    if (!before || !rates) return
    const seconds = (sample.atMs - before.sample.atMs) / 1000
    const { layer, delayMs, history } = watch.source()
    const presentedFps = Math.max(0, presentedFrames - before.presentedFrames) / seconds
    watch.listener({ ...rates, presentedFps, layer, delayMs, history })
  }
}
