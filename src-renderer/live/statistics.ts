import type { Clock } from '../clock.ts'
import type { LiveDefaults } from './defaults.ts'
import type { TileStatistics } from './live-wall-port.ts'

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
 * Samples the watched tiles in turn, `perSecond` in all: each sample walks a whole connection. Nothing runs without an
 * observer.
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
    this.#cancelTurn = this.#clock.after(1000 / Math.min(this.#limits.perSecond, this.#turns.length), () => {
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
    // A receiver that is no longer shown would keep its whole connection in memory.
    if (receiver !== watch.before?.receiver) watch.before = undefined
    const sample = receiver && readReceiver(await receiver.getStats())
    if (!receiver || !sample || !this.#turns.includes(watch) || watch.source().receiver !== receiver) return
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

/** The numbers of one `inbound-rtp` report that the wall shows. Counters since the start; times in seconds. */
export type ReceiverSample = { readonly atMs: number } & Readonly<Record<(typeof sampled)[number], number>>
const sampled = [
  'framesDecoded',
  'packetsReceived',
  'packetsLost',
  'bytesReceived',
  'jitterBufferDelay',
  'jitterBufferEmittedCount',
  'totalDecodeTime',
  'frameWidth',
  'frameHeight',
] as const

type ReceiverRates = Omit<TileStatistics, 'presentedFps' | 'layer' | 'delayMs' | 'history'>

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Undefined when the report holds no video. */
export function readReceiver(report: RTCStatsReport): ReceiverSample | undefined {
  for (const stats of report.values() as Iterable<Record<string, unknown>>) {
    if (stats['type'] !== 'inbound-rtp' || stats['kind'] !== 'video') continue
    const numbers = Object.fromEntries(sampled.map((name) => [name, number(stats[name])]))
    return { atMs: number(stats['timestamp']), ...(numbers as Record<(typeof sampled)[number], number>) }
  }
  return undefined
}

/** What happened between two samples of one receiver. Counters that went back mean another receiver: no rates. */
export function ratesBetween(before: ReceiverSample, after: ReceiverSample): ReceiverRates | undefined {
  const seconds = (after.atMs - before.atMs) / 1000
  const frames = after.framesDecoded - before.framesDecoded
  if (seconds <= 0 || frames < 0 || after.bytesReceived < before.bytesReceived) return undefined
  const lost = Math.max(0, after.packetsLost - before.packetsLost)
  const expected = after.packetsReceived - before.packetsReceived + lost
  const emitted = after.jitterBufferEmittedCount - before.jitterBufferEmittedCount
  return {
    receivedFps: frames / seconds,
    widthPx: after.frameWidth,
    heightPx: after.frameHeight,
    lossPercent: expected > 0 ? (100 * lost) / expected : 0,
    jitterBufferMs: emitted > 0 ? (1000 * (after.jitterBufferDelay - before.jitterBufferDelay)) / emitted : 0,
    decodeMs: frames > 0 ? (1000 * (after.totalDecodeTime - before.totalDecodeTime)) / frames : 0,
    bitsPerSecond: (8 * (after.bytesReceived - before.bytesReceived)) / seconds,
  }
}
