import { frameOf, overTile } from '../../video-frame.ts'
import type { WallErrorCode } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { liveDefaults } from '../../live/defaults.ts'
import type { LiveWallPort, TileWish } from '../../live/live-wall-port.ts'
import { TileWatches } from '../../live/tile-watches.ts'
import { playbackDefaults } from '../defaults.ts'
import type { PlaybackHolds } from '../playback-holds.ts'
import type { LoadHls } from '../tile/load-hls.ts'
import { VideoPool } from '../video-pool.ts'
import { type LocalLive, localLiveOf } from './local-live.ts'

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
export function withHlsFallback(options: HlsFallbackOptions): LiveWallPort {
  const { live, shell, holds, clock, platformNowMs, loadHls } = options
  const videos = new VideoPool()
  const standIns = new Map<number, StandIn>()
  const listenersOf = new Map<number, Set<() => void>>()
  const containers = new Map<number, HTMLElement>()
  const watches = new TileWatches((tile) => live.subscribe(tile, judge))
  let wishes: readonly TileWish[] = []
  let isSuspended = false
  let callOffTick: (() => void) | undefined

  function judge(): void {
    for (const [tile, { cameraId }] of standIns) {
      const wish = wishes.find((other) => other.tile === tile)
      const { state, limit } = live.observe(tile)
      const isBack = state === 'LIVE' || state === 'LATE'
      // Of a paused tile the engine never says that it is back, and its picture would cost most.
      const isUnwanted = isSuspended || limit === 'paused' || wish?.cameraId !== cameraId
      if (isBack || isUnwanted) end(tile)
    }
    let isWaiting = standIns.size > 0
    for (const { tile, cameraId } of isSuspended ? [] : wishes) {
      if (cameraId === undefined || standIns.has(tile) || !hasNoWay(tile)) continue
      isWaiting = true
      const { stateSinceMs, lastFrameAtMs } = live.observe(tile)
      const darkMs = clock.nowMs() - (lastFrameAtMs ?? stateSinceMs)
      if (darkMs >= limits.afterDarkMs) begin(tile, cameraId)
    }
    if (isWaiting) callOffTick ??= clock.after(limits.judgeEveryMs, tick)
  }

  function tick(): void {
    callOffTick = undefined
    // The tiles show their delay, and when no picture arrives.
    for (const tile of standIns.keys()) notify(tile)
    judge()
  }

  function hasNoWay(tile: number): boolean {
    const { state, error, limit } = live.observe(tile)
    const isDark = state === 'CONNECTING' || state === 'RECONNECTING' || state === 'OFFLINE'
    return isDark && limit !== 'paused' && error !== undefined && transportFailures.has(error.code)
  }

  function begin(tile: number, cameraId: string): void {
    const video = videos.take()
    const local = localLiveOf({ shell, holds, cameraId, video, clock, platformNowMs, loadHls })
    standIns.set(tile, { cameraId, video, local })
    local.subscribe(() => {
      // The last picture before a failure must not stand there as if it went on.
      video.style.visibility = local.observe() === undefined ? 'hidden' : 'visible'
      notify(tile)
    })
    video.style.visibility = 'hidden'
    const container = containers.get(tile)
    if (container !== undefined) place(video, container)
  }

  function end(tile: number): void {
    const standIn = standIns.get(tile)
    if (standIn === undefined) return
    standIns.delete(tile)
    standIn.local.dispose()
    standIn.video.remove()
    standIn.video.removeAttribute('style')
    videos.give(standIn.video)
    notify(tile)
  }

  function notify(tile: number): void {
    for (const listener of listenersOf.get(tile) ?? []) listener()
  }

  return {
    show(wished) {
      wishes = wished
      live.show(wishes)
      watches.follow(wishes.map(({ tile }) => tile))
      judge()
    },
    standBy: (cameraIds) => live.standBy(cameraIds),
    expect: (expected) => live.expect(expected),
    mount(tile, container) {
      const unmount = live.mount(tile, container)
      containers.set(tile, container)
      const standIn = standIns.get(tile)
      if (standIn !== undefined) place(standIn.video, container)
      return () => {
        if (containers.get(tile) === container) {
          containers.delete(tile)
          standIns.get(tile)?.video.remove()
        }
        unmount()
      }
    },
    observe(tile) {
      const observation = live.observe(tile)
      const standIn = standIns.get(tile)
      const seen = standIn?.local.observe()
      if (standIn === undefined || seen === undefined) return observation
      const { isStale, delayMs, lastFrameAtMs } = seen
      const shown = { ...observation, shownCameraId: standIn.cameraId, lastFrameAtMs, isLocal: true } as const
      if (!isStale) return { ...shown, state: 'LATE', delayMs }
      return { ...shown, state: 'STALE', stateSinceMs: lastFrameAtMs + staleAfterMs, delayMs: undefined }
    },
    frame(tile) {
      const standIn = standIns.get(tile)
      return standIn?.local.observe() === undefined ? live.frame(tile) : frameOf(standIn.video)
    },
    subscribe(tile, listener) {
      const listeners = listenersOf.get(tile) ?? new Set()
      listenersOf.set(tile, listeners.add(listener))
      const unsubscribe = live.subscribe(tile, listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
    receiveSoundOf: (tile) => live.receiveSoundOf(tile),
    sound(tile) {
      const standIn = standIns.get(tile)
      if (standIn?.local.observe() === undefined) return live.sound(tile)
      return standIn.local.hasSound ? standIn.video : 'none'
    },
    watchStatistics: (tile, listener) => live.watchStatistics(tile, listener),
    suspend() {
      isSuspended = true
      live.suspend()
      judge()
    },
    resume() {
      isSuspended = false
      live.resume()
      judge()
    },
    dispose() {
      callOffTick?.()
      watches.follow([])
      for (const tile of standIns.keys()) end(tile)
      listenersOf.clear()
      containers.clear()
      live.dispose()
    },
  }
}

function place(video: HTMLVideoElement, container: HTMLElement): void {
  Object.assign(video.style, overTile, { background: '#000', zIndex: '3' })
  container.append(video)
}
