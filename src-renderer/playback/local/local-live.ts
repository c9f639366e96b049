import type HlsPlayer from 'hls.js'
import { isPermanent } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { liveDefaults } from '../../live/defaults.ts'
import { playbackDefaults } from '../defaults.ts'
import type { PlaybackHolds } from '../playback-holds.ts'
import { loadPolicies, namesSound, wholeSegmentLoader } from '../tile/hls-options.ts'
import type { LoadHls } from '../tile/load-hls.ts'

export interface LocalLiveOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly holds: PlaybackHolds
  readonly cameraId: string
  /** Given back by whoever gave it, after `dispose`. */
  readonly video: HTMLVideoElement
  /** Its milliseconds only ever go forward. */
  readonly clock: Clock
  /** Epoch milliseconds, by the clock that the times in the manifest are of. */
  readonly platformNowMs: () => number
  readonly loadHls: LoadHls
}

export interface LocalLiveObservation {
  /** The last picture is still there, and none has come after it. */
  readonly isStale: boolean
  /** How late the picture is now, by the times in the manifest, in milliseconds. */
  readonly delayMs: number | undefined
  /** When the last picture came, by the given clock. */
  readonly lastFrameAtMs: number
}

interface Frame {
  readonly mediaSeconds: number
  readonly atMs: number
  /** When it came. */
  readonly delayMs: number | undefined
}

const { local } = playbackDefaults
const { staleAfterMs } = liveDefaults.tile

export type LocalLive = ReturnType<typeof localLiveOf>

/** A camera live over HLS, some seconds late: for a tile whose media server cannot be reached. Tries for ever. */
export function localLiveOf(options: LocalLiveOptions) {
  const { cameraId, clock, holds, loadHls, platformNowMs, shell, video } = options
  const owner = {}
  const listeners = new Set<() => void>()
  let player: HlsPlayer | undefined
  let frameRequest = 0
  let cancelRetry: (() => void) | undefined
  let isDisposed = false
  /** Since the last start; undefined until its first picture. */
  let lastFrame: Frame | undefined
  let hasSound = false

  async function start(): Promise<void> {
    const [opened, library] = await Promise.all([shell.call('playback.local', { cameraId }), loadHls()])
    if (isDisposed) return
    if (!opened.ok) {
      const { code, retryInMs } = opened.error
      return fail(isPermanent(code) ? local.retryRefusedMs : retryInMs)
    }
    if (library === undefined) return fail()
    const { Hls, workerUrl } = library
    holds.set(owner, { playing: [opened.value.playbackId], paused: [] })
    const hls = new Hls({
      workerPath: workerUrl,
      loader: wholeSegmentLoader(Hls),
      // At the edge or nowhere: a tile that has fallen behind jumps rather than shows what was.
      liveSyncDuration: local.behindEdgeSeconds,
      liveMaxLatencyDuration: local.atMostBehindSeconds,
      maxLiveSyncPlaybackRate: local.catchUpRate,
      backBufferLength: 0,
      maxBufferSize: 0,
      capLevelToPlayerSize: true,
      ...loadPolicies,
    })
    player = hls
    hls.on(Hls.Events.BUFFER_CODECS, (_event, codecs) => {
      hasSound = namesSound(codecs)
    })
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) queueMicrotask(() => fail())
    })
    // Each time: hls.js makes a media source anew when a decoder fails, which pauses the element.
    hls.on(Hls.Events.MEDIA_ATTACHED, () => void video.play().catch(() => undefined))
    hls.attachMedia(video)
    hls.loadSource(opened.value.manifest)
    watch()
  }

  function watch(): void {
    frameRequest = video.requestVideoFrameCallback((_now, { mediaTime }) => {
      watch()
      // A player that is sent to where it stands already, as at the end of what there is, draws the same picture again.
      if (lastFrame?.mediaSeconds === mediaTime) return
      const filmedAt = player?.playingDate
      const delayMs = filmedAt ? platformNowMs() - filmedAt.getTime() : undefined
      const isFirst = lastFrame === undefined
      lastFrame = { mediaSeconds: mediaTime, atMs: clock.nowMs(), delayMs }
      if (isFirst) notify()
    })
  }

  function fail(retryInMs = 0): void {
    if (isDisposed) return
    end()
    lastFrame = undefined
    notify()
    cancelRetry?.()
    const waitMs = Math.max(local.retryMs, retryInMs)
    cancelRetry = clock.after(waitMs, () => void start())
  }

  function end(): void {
    video.cancelVideoFrameCallback(frameRequest)
    player?.destroy()
    player = undefined
    video.removeAttribute('src')
    video.load()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  void start()
  return {
    /** Computed at each call: a picture grows old without a notification. Undefined without one since the last start. */
    observe(): LocalLiveObservation | undefined {
      if (lastFrame === undefined) return undefined
      const { atMs, delayMs } = lastFrame
      const ageMs = clock.nowMs() - atMs
      return {
        isStale: ageMs >= staleAfterMs,
        delayMs: delayMs === undefined ? undefined : delayMs + ageMs,
        lastFrameAtMs: atMs,
      }
    },
    /** Called with the first picture of each start, and when it ends. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** What is played has sound; it is silent unless somebody unmutes the element. */
    get hasSound(): boolean {
      return hasSound
    },
    dispose(): void {
      isDisposed = true
      cancelRetry?.()
      listeners.clear()
      end()
      holds.set(owner, { playing: [], paused: [] })
    },
  }
}
