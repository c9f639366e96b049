import { frameOf, overTile } from '../../video-frame.ts'
import type { WallErrorCode } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { liveDefaults } from '../../live/defaults.ts'
import type {
  ExpectedCamera,
  LiveWallPort,
  TileObservation,
  TileStatistics,
  TileWish,
} from '../../live/live-wall-port.ts'
import { TileWatches } from '../../live/tile-watches.ts'
import { playbackDefaults } from '../defaults.ts'
import type { PlaybackHolds } from '../playback-holds.ts'
import type { LoadHls } from '../tile/load-hls.ts'
import { VideoPool } from '../video-pool.ts'
import { LocalLive } from './local-live.ts'

export interface HlsFallbackOptions {
  readonly live: LiveWallPort
  readonly shell: Pick<WallShell, 'call'>
  readonly holds: PlaybackHolds
  /** The engine's: its milliseconds only ever go forward. */
  readonly clock: Clock
  readonly platformNowMs: () => number
  readonly loadHls: LoadHls
}

interface StandIn {
  readonly cameraId: string
  readonly video: HTMLVideoElement
  readonly local: LocalLive
}

const { local: limits } = playbackDefaults
const { staleAfterMs } = liveDefaults.tile

/** The way to the media server, as opposed to an answer about this camera or this key. */
const transportFailures: ReadonlySet<WallErrorCode> = new Set(['media_unreachable', 'timeout'])

/**
 * The live engine, and for a tile to which its pictures find no way the same camera over HLS, some seconds late and
 * said to be. The engine goes on trying; its first picture ends the stand-in.
 */
export class HlsFallback implements LiveWallPort {
  readonly #options: HlsFallbackOptions
  readonly #videos = new VideoPool()
  readonly #standIns = new Map<number, StandIn>()
  readonly #listeners = new Map<number, Set<() => void>>()
  readonly #containers = new Map<number, HTMLElement>()
  readonly #watches: TileWatches
  #wishes: readonly TileWish[] = []
  #isSuspended = false
  #callOffTick: (() => void) | undefined

  constructor(options: HlsFallbackOptions) {
    this.#options = options
    this.#watches = new TileWatches((tile) => options.live.subscribe(tile, () => this.#judge()))
  }

  show(wishes: readonly TileWish[]): void {
    this.#wishes = wishes
    this.#options.live.show(wishes)
    this.#watches.follow(wishes.map(({ tile }) => tile))
    this.#judge()
  }

  standBy(cameraIds: readonly string[]): void {
    this.#options.live.standBy(cameraIds)
  }

  expect(expected: ExpectedCamera | undefined): void {
    this.#options.live.expect(expected)
  }

  mount(tile: number, container: HTMLElement): () => void {
    const unmount = this.#options.live.mount(tile, container)
    this.#containers.set(tile, container)
    const standIn = this.#standIns.get(tile)
    if (standIn !== undefined) place(standIn.video, container)
    return () => {
      if (this.#containers.get(tile) === container) {
        this.#containers.delete(tile)
        this.#standIns.get(tile)?.video.remove()
      }
      unmount()
    }
  }

  observe(tile: number): TileObservation {
    const observation = this.#options.live.observe(tile)
    const standIn = this.#standIns.get(tile)
    const seen = standIn?.local.observe()
    if (standIn === undefined || seen === undefined) return observation
    const { isStale, delayMs, lastFrameAtMs } = seen
    const shown = { ...observation, shownCameraId: standIn.cameraId, lastFrameAtMs, isLocal: true } as const
    if (!isStale) return { ...shown, state: 'LATE', delayMs }
    return { ...shown, state: 'STALE', stateSinceMs: lastFrameAtMs + staleAfterMs, delayMs: undefined }
  }

  frame(tile: number): VideoFrame | undefined {
    const standIn = this.#standIns.get(tile)
    return standIn?.local.observe() === undefined ? this.#options.live.frame(tile) : frameOf(standIn.video)
  }

  subscribe(tile: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(tile) ?? new Set()
    this.#listeners.set(tile, listeners.add(listener))
    const unsubscribe = this.#options.live.subscribe(tile, listener)
    return () => {
      listeners.delete(listener)
      unsubscribe()
    }
  }

  receiveSoundOf(tile: number | undefined): void {
    this.#options.live.receiveSoundOf(tile)
  }

  sound(tile: number): ReturnType<LiveWallPort['sound']> {
    const standIn = this.#standIns.get(tile)
    if (standIn?.local.observe() === undefined) return this.#options.live.sound(tile)
    return standIn.local.hasSound ? standIn.video : 'none'
  }

  watchStatistics(tile: number, listener: (statistics: TileStatistics) => void): () => void {
    return this.#options.live.watchStatistics(tile, listener)
  }

  suspend(): void {
    this.#isSuspended = true
    this.#options.live.suspend()
    this.#judge()
  }

  resume(): void {
    this.#isSuspended = false
    this.#options.live.resume()
    this.#judge()
  }

  dispose(): void {
    this.#callOffTick?.()
    this.#watches.follow([])
    for (const tile of this.#standIns.keys()) this.#end(tile)
    this.#listeners.clear()
    this.#containers.clear()
    this.#options.live.dispose()
  }

  #judge(): void {
    for (const [tile, { cameraId }] of this.#standIns) {
      const wish = this.#wishes.find((other) => other.tile === tile)
      const { state, limit } = this.#options.live.observe(tile)
      const isBack = state === 'LIVE' || state === 'LATE'
      // Of a paused tile the engine never says that it is back, and its picture would cost most.
      const isUnwanted = this.#isSuspended || limit === 'paused' || wish?.cameraId !== cameraId
      if (isBack || isUnwanted) this.#end(tile)
    }
    let isWaiting = this.#standIns.size > 0
    for (const { tile, cameraId } of this.#isSuspended ? [] : this.#wishes) {
      if (cameraId === undefined || this.#standIns.has(tile) || !this.#hasNoWay(tile)) continue
      isWaiting = true
      const { stateSinceMs, lastFrameAtMs } = this.#options.live.observe(tile)
      const darkMs = this.#options.clock.nowMs() - (lastFrameAtMs ?? stateSinceMs)
      if (darkMs >= limits.afterDarkMs) this.#begin(tile, cameraId)
    }
    if (isWaiting) this.#callOffTick ??= this.#options.clock.after(limits.judgeEveryMs, () => this.#tick())
  }

  #tick(): void {
    this.#callOffTick = undefined
    // The tiles show their delay, and when no picture arrives.
    for (const tile of this.#standIns.keys()) this.#notify(tile)
    this.#judge()
  }

  #hasNoWay(tile: number): boolean {
    const { state, error, limit } = this.#options.live.observe(tile)
    const isDark = state === 'CONNECTING' || state === 'RECONNECTING' || state === 'OFFLINE'
    return isDark && limit !== 'paused' && error !== undefined && transportFailures.has(error.code)
  }

  #begin(tile: number, cameraId: string): void {
    const { shell, holds, clock, platformNowMs, loadHls } = this.#options
    const video = this.#videos.take()
    const local = new LocalLive({ shell, holds, cameraId, video, clock, platformNowMs, loadHls })
    this.#standIns.set(tile, { cameraId, video, local })
    local.subscribe(() => {
      // The last picture before a failure must not stand there as if it went on.
      video.style.visibility = local.observe() === undefined ? 'hidden' : 'visible'
      this.#notify(tile)
    })
    video.style.visibility = 'hidden'
    const container = this.#containers.get(tile)
    if (container !== undefined) place(video, container)
  }

  #end(tile: number): void {
    const standIn = this.#standIns.get(tile)
    if (standIn === undefined) return
    this.#standIns.delete(tile)
    standIn.local.dispose()
    standIn.video.remove()
    standIn.video.removeAttribute('style')
    this.#videos.give(standIn.video)
    this.#notify(tile)
  }

  #notify(tile: number): void {
    for (const listener of this.#listeners.get(tile) ?? []) listener()
  }
}

function place(video: HTMLVideoElement, container: HTMLElement): void {
  Object.assign(video.style, overTile, { background: '#000', zIndex: '3' })
  container.append(video)
}
