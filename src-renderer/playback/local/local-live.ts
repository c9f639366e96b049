import type HlsPlayer from 'hls.js'
import { isPermanent } from '#contract/errors.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { PlaybackHolds } from '../playback-holds.ts'
import type { HlsLibrary } from '../tile/load-hls.ts'

export interface LocalLiveNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly holds: PlaybackHolds
  readonly cameraId: string
  /** Given back by whoever gave it, after `dispose`. */
  readonly video: HTMLVideoElement
  readonly clock: Clock
  readonly loadHls: () => Promise<HlsLibrary>
}

export interface LocalLiveObservation {
  readonly state: 'STARTING' | 'PLAYING' | 'FAILED'
  /** How late the picture is, by the times in the manifest, in milliseconds. */
  readonly delayMs: number | undefined
  readonly reason: string | undefined
}

const { local } = playbackDefaults

/** A camera live over HLS, some seconds late: for a tile whose media server cannot be reached. Tries for ever. */
export class LocalLive {
  readonly #needs: LocalLiveNeeds
  readonly #listeners = new Set<() => void>()
  #hls: HlsPlayer | undefined
  #frameRequest = 0
  #cancelRetry = (): void => {}
  #isDisposed = false
  #observation: LocalLiveObservation = { state: 'STARTING', delayMs: undefined, reason: undefined }

  constructor(needs: LocalLiveNeeds) {
    this.#needs = needs
    void this.#start()
  }

  observe(): LocalLiveObservation {
    return this.#observation
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelRetry()
    this.#listeners.clear()
    this.#end()
    this.#needs.holds.set(this, { playing: [], paused: [] })
  }

  async #start(): Promise<void> {
    const { shell, holds, cameraId, video, loadHls } = this.#needs
    const [opened, { Hls, workerUrl }] = await Promise.all([
      shell.call('playback.local', { cameraId }),
      loadHls(),
    ])
    if (this.#isDisposed) return
    if (!opened.ok) {
      const { code, message, retryInMs } = opened.error
      return this.#fail(message, isPermanent(code) ? local.retryRefusedMs : retryInMs)
    }
    holds.set(this, { playing: [opened.value.playbackId], paused: [] })
    const hls = new Hls({
      workerPath: workerUrl,
      // At the edge or nowhere: a tile that has fallen behind jumps rather than shows what was.
      liveSyncDuration: local.behindEdgeSeconds,
      liveMaxLatencyDuration: local.atMostBehindSeconds,
      maxLiveSyncPlaybackRate: local.catchUpRate,
      backBufferLength: 0,
      maxBufferSize: 0,
      capLevelToPlayerSize: true,
    })
    this.#hls = hls
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) queueMicrotask(() => this.#fail(interrupted, undefined))
    })
    hls.attachMedia(video)
    hls.loadSource(opened.value.manifest)
    video.play().catch(() => undefined)
    this.#watch()
  }

  #watch(): void {
    this.#frameRequest = this.#needs.video.requestVideoFrameCallback(() => {
      this.#watch()
      const filmedAt = this.#hls?.playingDate
      const delayMs = filmedAt ? Date.now() - filmedAt.getTime() : undefined
      this.#tell({ state: 'PLAYING', delayMs, reason: undefined })
    })
  }

  #fail(reason: string, retryInMs: number | undefined): void {
    if (this.#isDisposed) return
    this.#end()
    this.#tell({ state: 'FAILED', delayMs: undefined, reason })
    this.#cancelRetry()
    this.#cancelRetry = this.#needs.clock.after(
      Math.max(local.retryMs, retryInMs ?? 0),
      () => void this.#start(),
    )
  }

  #end(): void {
    const { video } = this.#needs
    video.cancelVideoFrameCallback(this.#frameRequest)
    this.#hls?.destroy()
    this.#hls = undefined
    video.removeAttribute('src')
    video.load()
  }

  #tell(observation: LocalLiveObservation): void {
    const before = this.#observation
    this.#observation = observation
    if (before.state === observation.state && before.reason === observation.reason) return
    for (const listener of this.#listeners) listener()
  }
}

const interrupted = 'The live view over HLS was interrupted. Trying again.'
