import type HlsPlayer from 'hls.js'
import type { ErrorData, LevelDetails } from 'hls.js'
import { playbackDefaults } from '../defaults.ts'
import { SegmentMap } from '../segment-map.ts'
import { hlsOptions } from './hls-options.ts'
import type { HlsLibrary } from './load-hls.ts'
import { type PlayerFault, playerFault } from './player-fault.ts'

export interface PlayerNeeds {
  readonly library: HlsLibrary
  readonly video: HTMLVideoElement
  readonly manifest: string
  /** Of the window, for a manifest that names no instant. Epoch milliseconds. */
  readonly windowStartMs: number
  /** Where to begin, asked when the manifest has been read. */
  readonly startMs: () => number
  readonly nowMs: () => number
  /** The map is another one now. */
  readonly onMap: () => void
  readonly onFault: (fault: PlayerFault) => void
  /** A picture is on the screen, of that instant. */
  readonly onFrame: (wallMs: number | undefined) => void
}

/** For engineers. */
export interface PlayerFigures {
  /** Footage that is ready to be played on from here. */
  readonly bufferedSeconds: number
  /** Since the player was made. */
  readonly droppedFrames: number
}

const { tile } = playbackDefaults

/** One hls.js on one element for one manifest: where it is in wall time, and how to get elsewhere. */
export class Player {
  readonly #needs: PlayerNeeds
  readonly #hls: HlsPlayer
  readonly #onSeeked = () => this.#seekNext()
  #details: LevelDetails | undefined
  #map: SegmentMap | undefined
  #hasBegun = false
  /** What seeks have taken lately. */
  #seekMs = 100
  #seekingSinceMs: number | undefined
  /** The newest wish, while an older seek is under way. */
  #nextSeconds: number | undefined
  #soughtSeconds: number | undefined
  #frameRequest = 0
  #lastFrameSeconds: number | undefined
  #frameSeconds: number | undefined
  #isStopped = false
  #isDisposed = false

  constructor(needs: PlayerNeeds) {
    this.#needs = needs
    const { library, video, manifest } = needs
    const { Events } = library.Hls
    this.#hls = new library.Hls(hlsOptions(library.workerUrl))
    video.addEventListener('seeked', this.#onSeeked)
    this.#hls.on(Events.MANIFEST_PARSED, () => this.#hls.startLoad(0))
    this.#hls.on(Events.LEVEL_UPDATED, (_event, { details }) => this.#learn(details))
    this.#hls.on(Events.LEVEL_PTS_UPDATED, (_event, { details }) => this.#learn(details))
    this.#hls.on(Events.ERROR, (_event, data) => this.#judge(data))
    this.#hls.attachMedia(video)
    this.#hls.loadSource(manifest)
    this.#watchFrames()
  }

  /** Undefined until the manifest has been read. */
  get map(): SegmentMap | undefined {
    if (this.#map === undefined && this.#details !== undefined) {
      this.#map = mapOf(this.#details, this.#needs.windowStartMs)
    }
    return this.#map
  }

  /** Epoch milliseconds at the player's head, or where a seek leads it. */
  get headMs(): number | undefined {
    return this.map?.wallAt(this.#nextSeconds ?? this.#needs.video.currentTime)
  }

  get isSeeking(): boolean {
    return this.#needs.video.seeking || this.#nextSeconds !== undefined
  }

  /** How long a seek will take, as far as those before tell. */
  get seekMs(): number {
    return this.#seekMs
  }

  /** Milliseconds between two pictures, from pictures seen or else as the platform says. */
  get frameMs(): number | undefined {
    const named = this.#hls.levels[Math.max(0, this.#hls.currentLevel)]?.frameRate
    if (this.#frameSeconds !== undefined) return this.#frameSeconds * 1_000
    return named === undefined || named <= 0 ? undefined : 1_000 / named
  }

  figures(): PlayerFigures {
    const { video } = this.#needs
    const { buffered, currentTime } = video
    const ends = Array.from({ length: buffered.length }, (_, at) =>
      buffered.start(at) <= currentTime + epsilonSeconds ? buffered.end(at) - currentTime : 0,
    )
    const droppedFrames = video.getVideoPlaybackQuality().droppedVideoFrames
    return { bufferedSeconds: Math.max(0, ...ends), droppedFrames }
  }

  /** Latest wins: while a seek is under way only the newest wish is kept. */
  seek(mediaSeconds: number): void {
    const target = mediaSeconds + epsilonSeconds
    if (this.isSeeking && this.#needs.nowMs() - (this.#seekingSinceMs ?? 0) < tile.seekHangsMs) {
      if (target !== this.#soughtSeconds) this.#nextSeconds = target
      return
    }
    this.#seekNow(target)
  }

  /** At 0 it stands. */
  run(rate: number): void {
    const { video } = this.#needs
    if (rate === 0) {
      if (!video.paused) video.pause()
      return
    }
    if (Math.abs(video.playbackRate - rate) > 0.001) video.playbackRate = rate
    if (video.paused) video.play().catch(() => undefined)
  }

  /** After a segment that could not be loaded: on from where it was sent. */
  resumeIfStopped(): void {
    if (!this.#isStopped) return
    this.#isStopped = false
    this.#hls.startLoad(this.#nextSeconds ?? this.#needs.video.currentTime)
  }

  dispose(): void {
    this.#isDisposed = true
    const { video } = this.#needs
    video.cancelVideoFrameCallback(this.#frameRequest)
    video.removeEventListener('seeked', this.#onSeeked)
    this.#hls.destroy()
    // An element that still holds a source keeps its decoder.
    video.removeAttribute('src')
    video.load()
  }

  #learn(details: LevelDetails): void {
    this.#details = details
    this.#map = undefined
    if (!this.#hasBegun) {
      this.#hasBegun = true
      const { map } = this
      const place = map?.locate(this.#needs.startMs())
      const nearestMs = place?.kind === 'gap' ? (place.untilMs ?? (place.fromMs ?? 0) - 1) : undefined
      const near = nearestMs === undefined ? place : map?.locate(nearestMs)
      this.#hls.startLoad(near?.kind === 'footage' ? near.mediaSeconds + epsilonSeconds : 0)
    }
    this.#needs.onMap()
  }

  #judge(data: ErrorData): void {
    const fault = playerFault(data)
    if (fault === undefined || this.#isDisposed) return
    if (fault.kind === 'segment') {
      this.#isStopped = true
      this.#hls.stopLoad()
    }
    // Not from within hls.js: what follows may destroy it.
    queueMicrotask(() => {
      if (!this.#isDisposed) this.#needs.onFault(fault)
    })
  }

  #seekNow(target: number, mayDetour = true): void {
    const { video, nowMs } = this.#needs
    const isByDetour = mayDetour && isJustBefore(video.buffered, target)
    this.#nextSeconds = isByDetour ? target : undefined
    this.#soughtSeconds = target
    this.#seekingSinceMs = nowMs()
    this.#lastFrameSeconds = undefined
    video.currentTime = isByDetour ? Math.max(0, target - detourSeconds) : target
  }

  #seekNext(): void {
    const tookMs = this.#needs.nowMs() - (this.#seekingSinceMs ?? this.#needs.nowMs())
    this.#seekMs += (Math.min(tookMs, longestLeadMs) - this.#seekMs) / 4
    const target = this.#nextSeconds
    // A hole that is there after a detour too is one.
    if (target !== undefined) this.#seekNow(target, target !== this.#soughtSeconds)
  }

  #watchFrames(): void {
    const { video } = this.#needs
    this.#frameRequest = video.requestVideoFrameCallback((_now, { mediaTime }) => {
      this.#watchFrames()
      const passed = mediaTime - (this.#lastFrameSeconds ?? mediaTime)
      if (passed > shortestFrameSeconds && passed < (this.#frameSeconds ?? longestFrameSeconds)) {
        this.#frameSeconds = passed
      }
      this.#lastFrameSeconds = mediaTime
      this.#needs.onFrame(this.map?.wallAt(mediaTime))
    })
  }
}

/** At the very edge of a picture a player may show the one before. */
const epsilonSeconds = 0.001
/** Far enough before a hole that hls.js does not take it for one. */
const detourSeconds = 2 * playbackDefaults.player.holeSeconds
/** A seek that took longer had to wait for the network, which says nothing about the next one. */
const longestLeadMs = 400
/** 240 and 2 pictures a second. */
const shortestFrameSeconds = 0.004
const longestFrameSeconds = 0.5

/**
 * Nothing is buffered there, but something is so shortly after it that hls.js would take the hole for one to be
 * jumped, and would not load what belongs there.
 */
function isJustBefore(buffered: TimeRanges, seconds: number): boolean {
  const ranges = Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)])
  const isBuffered = ranges.some(([from = 0, to = 0]) => from <= seconds && seconds < to)
  const holeSeconds = playbackDefaults.player.holeSeconds + epsilonSeconds
  return !isBuffered && ranges.some(([from = 0]) => from > seconds && from - seconds <= holeSeconds)
}

function mapOf({ fragments }: LevelDetails, windowStartMs: number): SegmentMap {
  const segments = fragments.map(({ start, duration, programDateTime, gap, tagList }) => {
    // hls.js sets `gap` of its own accord too, on what it has loaded and could not use.
    const isMissing = tagList.some(([tag]) => tag === 'GAP')
    const [, listed] = tagList.find(([tag]) => tag === 'INF') ?? []
    return {
      mediaStartSeconds: start,
      durationSeconds: duration,
      wallStartMs: programDateTime ?? undefined,
      isMissing,
      isUnreadable: gap === true && !isMissing,
      listedSeconds: listed === undefined ? duration : Number(listed),
    }
  })
  return new SegmentMap(segments, windowStartMs)
}
