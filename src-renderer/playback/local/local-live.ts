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

/** A camera live over HLS, some seconds late: for a tile whose media server cannot be reached. Tries for ever. */
export class LocalLive {
  readonly #options: LocalLiveOptions
  readonly #listeners = new Set<() => void>()
  #hls: HlsPlayer | undefined
  #frameRequest = 0
  #cancelRetry = (): void => {}
  #isDisposed = false
  /** Since the last start; undefined until its first picture. */
  #lastFrame: Frame | undefined
  #hasSound = false

  constructor(options: LocalLiveOptions) {
    this.#options = options
    void this.#start()
  }

  /** Computed at each call: a picture grows old without a notification. Undefined without one since the last start. */
  observe(): LocalLiveObservation | undefined {
    if (this.#lastFrame === undefined) return undefined
    const { atMs, delayMs } = this.#lastFrame
    const ageMs = this.#options.clock.nowMs() - atMs
    return {
      isStale: ageMs >= staleAfterMs,
      delayMs: delayMs === undefined ? undefined : delayMs + ageMs,
      lastFrameAtMs: atMs,
    }
  }

  /** What is played has sound; it is silent unless somebody unmutes the element. */
  get hasSound(): boolean {
    return this.#hasSound
  }

  /** Called with the first picture of each start, and when it ends. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelRetry()
    this.#listeners.clear()
    this.#end()
    this.#options.holds.set(this, { playing: [], paused: [] })
  }

  async #start(): Promise<void> {
    const { shell, holds, cameraId, video, loadHls } = this.#options
    const [opened, library] = await Promise.all([shell.call('playback.local', { cameraId }), loadHls()])
    if (this.#isDisposed) return
    if (!opened.ok) {
      const { code, retryInMs } = opened.error
      return this.#fail(isPermanent(code) ? local.retryRefusedMs : retryInMs)
    }
    if (library === undefined) return this.#fail()
    const { Hls, workerUrl } = library
    holds.set(this, { playing: [opened.value.playbackId], paused: [] })
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
    this.#hls = hls
    hls.on(Hls.Events.BUFFER_CODECS, (_event, codecs) => {
      this.#hasSound = namesSound(codecs)
    })
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) queueMicrotask(() => this.#fail())
    })
    // Each time: hls.js makes a media source anew when a decoder fails, which pauses the element.
    hls.on(Hls.Events.MEDIA_ATTACHED, () => void video.play().catch(() => undefined))
    hls.attachMedia(video)
    hls.loadSource(opened.value.manifest)
    this.#watch()
  }

  #watch(): void {
    this.#frameRequest = this.#options.video.requestVideoFrameCallback((_now, { mediaTime }) => {
      this.#watch()
      // A player that is sent to where it stands already, as at the end of what there is, draws the same picture again.
      if (this.#lastFrame?.mediaSeconds === mediaTime) return
      const filmedAt = this.#hls?.playingDate
      const delayMs = filmedAt ? this.#options.platformNowMs() - filmedAt.getTime() : undefined
      const isFirst = this.#lastFrame === undefined
      this.#lastFrame = { mediaSeconds: mediaTime, atMs: this.#options.clock.nowMs(), delayMs }
      if (isFirst) this.#notify()
    })
  }

  #fail(retryInMs = 0): void {
    if (this.#isDisposed) return
    this.#end()
    this.#lastFrame = undefined
    this.#notify()
    this.#cancelRetry()
    const waitMs = Math.max(local.retryMs, retryInMs)
    this.#cancelRetry = this.#options.clock.after(waitMs, () => void this.#start())
  }

  #end(): void {
    const { video } = this.#options
    video.cancelVideoFrameCallback(this.#frameRequest)
    this.#hls?.destroy()
    this.#hls = undefined
    video.removeAttribute('src')
    video.load()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
