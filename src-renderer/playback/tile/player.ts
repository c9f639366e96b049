import type HlsPlayer from 'hls.js'
import type { ErrorData, HlsConfig, LevelDetails } from 'hls.js'
import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import { listedSeconds, SegmentMap } from '../segment-map.ts'
import { frameOf } from '../../video-frame.ts'
import { findKeyFrames } from './find-key-frames.ts'
import { FrameTable, isBeside } from './frame-table.ts'
import {
  aheadSeconds,
  bestOf,
  bestOnlyOptions,
  hlsOptions,
  keepBest,
  namesSound,
  withoutSound,
} from './hls-options.ts'
import type { HlsLibrary } from './load-hls.ts'
import { keyless, type PlayerFault, playerFault } from './player-fault.ts'
import { SoundTracks } from './sound-tracks.ts'
import { bufferedSeconds, epsilonSeconds, rangesOf, Seeker } from './seeker.ts'

export interface PlayerWindow {
  readonly manifest: string
  /** For a manifest that names no instant. Epoch milliseconds. */
  readonly windowStartMs: number
}

export interface PlayerOptions extends PlayerWindow {
  readonly library: HlsLibrary
  readonly video: HTMLVideoElement
  /** Where to begin, asked when the manifest has been read. */
  readonly startMs: () => number
  readonly clock: Clock
  /** Footage that turned out not to play is stepped over like a gap. */
  readonly isUnplayable: (wallMs: number) => boolean
  /** Loads the best rendition and no other, and little more of it than one picture takes. */
  readonly isBestOnly?: boolean
  /** The operator listens: the footage is played with its sound. */
  readonly isAudible: boolean
  /** The map is another one now. */
  readonly onMap: () => void
  readonly onFault: (fault: PlayerFault) => void
  /** A picture is on the screen, of that instant. */
  readonly onFrame: (wallMs: number | undefined) => void
  /** It is where a seek was to lead, or at a step on the way. */
  readonly onSeeked: () => void
}

/** A picture and how long it is the newest one: `[fromMs, untilMs)`, epoch milliseconds. */
export interface WallFrame {
  readonly fromMs: number
  readonly untilMs: number
}

/** For engineers. */
export interface PlayerFigures {
  /** Footage that is ready to be played on from here. */
  readonly bufferedSeconds: number
  /** Since the player was made. */
  readonly droppedFrames: number
}

/** Of the picture that is seen, for engineers. */
export interface PictureFacts {
  readonly widthPx: number
  readonly heightPx: number
  /** The footage has a rendition of more pixels. */
  readonly isReduced: boolean
  /** As the footage itself says (RFC 6381), with that of its sound; undefined until some has been read. */
  readonly codec: string | undefined
}

const { player, tile } = playbackDefaults
/** Value of the GAP tag that is added to unplayable segments: hls.js loads segments without that tag. */
const unplayable = 'unplayable'

/** One hls.js on one element for one manifest: where it is in wall time, and how to get elsewhere. */
export class Player {
  #options: PlayerOptions
  #hls: HlsPlayer
  /** Reads the list of the window that comes after this one. */
  #next: { readonly manifest: string; readonly hls: HlsPlayer; retryAtMs: number } | undefined
  readonly #seeker: Seeker
  readonly #frames = new FrameTable()
  readonly #onSeeking = () => {
    // Footage after the asked picture would be fetched, parsed and appended before the picture is decoded. Fast
    // scrubbing leaves the loaded stretch behind.
    const isAlone = this.#seeker.isExact || this.#bufferedSeconds === 0
    const { aheadWhileSeekingSeconds, aheadWhileSeekingHeardSeconds } = player
    const aloneSeconds = this.isAudible ? aheadWhileSeekingHeardSeconds : aheadWhileSeekingSeconds
    this.#hls.config.maxBufferLength = isAlone ? aloneSeconds : this.#aheadSeconds
  }
  readonly #onSeeked = () => {
    // While a hand drags, its next step decides.
    if (!this.isSeeking) this.#hls.config.maxBufferLength = this.#aheadSeconds
    this.#options.onSeeked()
  }
  #details: LevelDetails | undefined
  #map: SegmentMap | undefined
  #hasBegun = false
  #frameRequest = 0
  /** The newest one: where on the player's time line, when it went to the screen, and whether the seek was done by then. */
  #picture: { readonly seconds: number; readonly atMs: number; readonly isOfSeek: boolean } | undefined
  /** Since the last seek: it may have gone on after it was told to stop. */
  #hasRun = false
  readonly #soundTracks = new SoundTracks()
  #hasSound = false
  #activeAtMs: number
  #codec: string | undefined
  /** Its media source was another player's, and is not its own before it has read a segment. */
  #isAdopting = false
  #isStopped = false
  #isDisposed = false

  constructor(options: PlayerOptions) {
    this.#options = options
    const { video, manifest, clock } = options
    this.#activeAtMs = clock.nowMs()
    this.#hls = this.#create()
    this.#seeker = new Seeker({ video, clock, map: () => this.map })
    video.addEventListener('seeking', this.#onSeeking)
    video.addEventListener('seeked', this.#onSeeked)
    this.#hls.attachMedia(video)
    this.#hls.loadSource(manifest)
    this.#watchFrames()
  }

  /** Undefined until the manifest has been read. */
  get map(): SegmentMap | undefined {
    if (this.#map === undefined && this.#details !== undefined)
      this.#map = mapOf(this.#details, this.#options.windowStartMs)
    return this.#map
  }

  /** Epoch milliseconds at the player's head, or where a seek leads it. */
  get headMs(): number | undefined {
    return this.map?.wallAt(this.#seeker.headSeconds)
  }

  get isSeeking(): boolean {
    return this.#seeker.isSeeking
  }

  /** Expected duration of a seek, from those before it. */
  get seekMs(): number {
    return this.#seeker.seekMs
  }

  /** The picture of an instant, as the footage itself says; undefined of footage that is not loaded. */
  frameAt(wallMs: number): WallFrame | undefined {
    const { map } = this
    const place = map?.locate(wallMs)
    const span = place?.kind === 'footage' ? this.#frames.at(place.mediaSeconds) : undefined
    const fromMs = span && map?.wallAt(span.fromSeconds)
    if (span === undefined || fromMs === undefined) return undefined
    return { fromMs, untilMs: fromMs + (span.untilSeconds - span.fromSeconds) * 1_000 }
  }

  /** Milliseconds between two pictures, as the platform says. */
  get namedFrameMs(): number | undefined {
    const named = this.#hls.levels[Math.max(0, this.#hls.currentLevel)]?.frameRate
    return named === undefined || named <= 0 ? undefined : 1_000 / named
  }

  /**
   * Whether the picture of that instant stands on the element; undefined while that is not known: a seek is under
   * way, or has brought no picture yet.
   */
  isShowing(mediaSeconds: number): boolean | undefined {
    const picture = this.#picture
    // A late callback from before the seek: the seek's own picture is still to come.
    if (this.isSeeking || picture === undefined || picture.atMs < this.#seeker.sinceMs) return undefined
    const asked = this.#frames.at(mediaSeconds)
    const shown = this.#frames.beginningAt(picture.seconds)
    if (asked !== undefined && shown !== undefined) {
      if (asked.fromSeconds === shown.fromSeconds) return true
      // A key frame that was being decoded at release is shown after the exact seek has begun.
      return picture.isOfSeek || isBeside(asked, shown) ? false : undefined
    }
    // Without a table of its frames the browser's own position decides.
    const isThere = Math.abs(this.#seeker.headSeconds - mediaSeconds) <= tile.roundingMs / 1_000
    return isThere && this.#seeker.isExact && picture.seconds <= mediaSeconds + epsilonSeconds
  }

  /** It stands on that very place, and its picture is on the element: a seek there would decode it once more. */
  standsAt(mediaSeconds: number): boolean {
    const offSeconds = Math.abs(this.#seeker.headSeconds - mediaSeconds)
    return !this.#hasRun && offSeconds <= tile.roundingMs / 1_000 && this.isShowing(mediaSeconds) === true
  }

  /** Instant of the picture that the element has now, from the picture itself. Epoch milliseconds. */
  get pictureMs(): number | undefined {
    const frame = frameOf(this.#options.video)
    if (frame === undefined) return undefined
    const seconds = frame.timestamp / 1_000_000
    frame.close()
    return this.map?.wallAt(seconds)
  }

  /** Its footage has sound; false until some of it has been read. */
  get hasSound(): boolean {
    return this.#hasSound || this.#soundTracks.areThere
  }

  /** It was made to play its sound, where it has any. */
  get isAudible(): boolean {
    return this.#options.isAudible
  }

  get facts(): PictureFacts {
    return { ...this.size, isReduced: this.isReduced, codec: this.#codec }
  }

  /** Of its picture. */
  get size(): { readonly widthPx: number; readonly heightPx: number } {
    const { videoWidth, videoHeight } = this.#options.video
    return { widthPx: videoWidth, heightPx: videoHeight }
  }

  /** The footage has a rendition of more pixels than its picture. */
  get isReduced(): boolean {
    const { levels, currentLevel } = this.#hls
    const { widthPx, heightPx } = this.size
    const best = bestOf(levels)
    const level = levels[best]
    if (levels.length < 2 || level === undefined || widthPx === 0) return false
    // A manifest need not say how large its renditions are.
    return level.width > 0 ? widthPx * heightPx < level.width * level.height : currentLevel !== best
  }

  /** Another player of the same footage: its best rendition and no other. */
  openBest(
    options: Pick<PlayerOptions, 'video' | 'startMs' | 'onMap' | 'onFault' | 'onFrame' | 'onSeeked'>,
  ): Player {
    return new Player({ ...this.#options, ...options, isBestOnly: true, isAudible: false })
  }

  /** A segment elsewhere could not be loaded, which has stopped it, and what is needed here is not there either. */
  get isStarved(): boolean {
    return this.#isStopped && this.#bufferedSeconds === 0
  }

  /** When hls.js last brought footage or reported an error; in the milliseconds of the clock. */
  get activeAtMs(): number {
    return this.#activeAtMs
  }

  figures(): PlayerFigures {
    const droppedFrames = this.#options.video.getVideoPlaybackQuality().droppedVideoFrames
    return { bufferedSeconds: this.#bufferedSeconds, droppedFrames }
  }

  /** `isByHand`: a hand drags, and the next wish follows at once. */
  seek(mediaSeconds: number, isByHand: boolean): void {
    this.#hasRun = false
    this.#seeker.seek(mediaSeconds, isByHand)
  }

  /** To the picture of a place, far from its edges: beside them a browser may take the one before or the next. */
  seekWithin(mediaSeconds: number): void {
    const frame = this.#frames.at(mediaSeconds)
    const { fromSeconds, untilSeconds } = frame ?? { fromSeconds: mediaSeconds, untilSeconds: mediaSeconds }
    this.seek((fromSeconds + untilSeconds) / 2, false)
  }

  /** At 0 it stands. */
  run(rate: number): void {
    const { video } = this.#options
    if (rate === 0) {
      if (!video.paused) video.pause()
      return
    }
    this.#hasRun = true
    if (Math.abs(video.playbackRate - rate) > 0.001) video.playbackRate = rate
    if (video.paused) video.play().catch(() => undefined)
  }

  /** After a segment that could not be loaded: on from where it was sent. */
  resumeIfStopped(): void {
    if (!this.#isStopped) return
    this.#isStopped = false
    for (const { details } of this.#hls.levels) if (details !== undefined) this.#stepOver(details)
    // hls.js loads where the element is, which is still on its way to what could not be loaded.
    this.#seeker.giveUp()
    this.#startLoad(this.#seeker.headSeconds)
  }

  /**
   * Goes over to a window of the same footage that holds its picture too, without emptying the element. `onMove`: whether
   * it can, for it cannot where the two lists disagree about what is buffered; true lets it.
   */
  moveTo(window: PlayerWindow, onMove: (canMove: boolean) => boolean): void {
    const { manifest } = window
    if (this.#next?.manifest === manifest && this.#options.clock.nowMs() < this.#next.retryAtMs) return
    this.#next?.hls.destroy()
    const { bandwidthEstimate } = this.#hls
    const isMeasured = Number.isFinite(bandwidthEstimate)
    const hls = this.#create(isMeasured ? { abrEwmaDefaultEstimate: bandwidthEstimate } : {})
    this.#next = { manifest, hls, retryAtMs: Number.POSITIVE_INFINITY }
    hls.once(this.#options.library.Hls.Events.LEVEL_UPDATED, (_event, { details }) => {
      // Neither inside a callback of hls.js nor during a seek: it is retried at the next look.
      queueMicrotask(() => {
        if (this.#next?.hls !== hls) return
        const offsetSeconds = this.#offsetOf(mapOf(details, window.windowStartMs))
        if (this.isSeeking || this.#isStopped) this.#next = undefined
        if (this.#next === undefined) return hls.destroy()
        if (!onMove(offsetSeconds !== undefined) || offsetSeconds === undefined) return hls.destroy()
        this.#next = undefined
        this.#options = { ...this.#options, ...window }
        this.#adopt(hls, details, offsetSeconds)
      })
    })
    hls.loadSource(manifest)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#next?.hls.destroy()
    this.#next = undefined
    const { video } = this.#options
    video.cancelVideoFrameCallback(this.#frameRequest)
    video.removeEventListener('seeking', this.#onSeeking)
    video.removeEventListener('seeked', this.#onSeeked)
    this.#seeker.dispose()
    this.#hls.destroy()
    // An element that still holds a source keeps its decoder.
    video.removeAttribute('src')
    video.load()
  }

  get #aheadSeconds(): number {
    return aheadSeconds(this.#options.isBestOnly)
  }

  /** What its segments hold can only be read by hls.js: a track that its head lacked would make them damaged. */
  get #isEncrypted(): boolean {
    return this.#details?.fragments.some(({ encrypted }) => encrypted) === true
  }

  get #bufferedSeconds(): number {
    return bufferedSeconds(this.#options.video)
  }

  #create(config: Partial<HlsConfig> = {}): HlsPlayer {
    const { library, isBestOnly, isAudible } = this.#options
    const { Events } = library.Hls
    const hls = new library.Hls({
      ...hlsOptions(
        library,
        (bytes) => this.#soundTracks.read(bytes, !isAudible && !this.#isEncrypted),
        (list) => {
          const silent = withoutSound(list)
          if (silent !== list) this.#hasSound = true
          return isAudible ? list : silent
        },
      ),
      ...(isBestOnly === true ? bestOnlyOptions : {}),
      ...config,
    })
    findKeyFrames(hls, library.Hls, (fromSeconds, untilSeconds) => {
      if (hls === this.#hls) this.#report(keyless(fromSeconds, untilSeconds))
    })
    hls.on(Events.MANIFEST_PARSED, () => {
      if (isBestOnly === true) keepBest(hls)
      hls.startLoad(0)
    })
    hls.on(Events.LEVEL_UPDATED, (_event, { details }) => {
      if (hls !== this.#hls) return
      this.#stepOver(details)
      this.#learn(details)
    })
    hls.on(Events.LEVEL_PTS_UPDATED, (_event, { details }) => {
      if (hls === this.#hls) this.#learn(details)
    })
    hls.on(Events.BUFFER_CODECS, (_event, codecs) => {
      this.#codec = codecs.audiovideo?.codec ?? codecs.video?.codec ?? this.#codec
      if (namesSound(codecs)) this.#hasSound = true
    })
    hls.on(Events.BUFFER_APPENDING, (_event, { type, data, offset }) => {
      this.#activeAtMs = this.#options.clock.nowMs()
      if (type !== 'audio') this.#frames.add(data, offset ?? 0)
    })
    hls.on(Events.FRAG_BUFFERED, (_event, { frag }) => {
      // hls.js limits the failures of all renditions together, and resets only those of this one.
      const type: string = frag.type
      if (type !== 'main') return
      for (const [at, level] of hls.levels.entries()) if (at !== frag.level) level.fragmentError = 0
    })
    hls.on(Events.ERROR, (_event, data) => {
      const nowMs = this.#options.clock.nowMs()
      if (hls === this.#hls) {
        this.#activeAtMs = nowMs
        this.#judge(data)
      } else if (data.fatal && hls === this.#next?.hls) this.#next.retryAtMs = nowMs + tile.nextWindowEveryMs
    })
    return hls
  }

  /** Media source and buffers become those of another hls.js. */
  #adopt(hls: HlsPlayer, details: LevelDetails, offsetSeconds: number): void {
    // As hls.js does with the lists of the other renditions.
    hls.config.timelineOffset = offsetSeconds
    details.appliedTimelineOffset = offsetSeconds
    for (const fragment of details.fragments) fragment.setStart(fragment.playlistOffset + offsetSeconds)
    const source = this.#hls.transferMedia()
    this.#hls.destroy()
    this.#hls = hls
    this.#stepOver(details)
    this.#learn(details)
    this.#isAdopting = true
    hls.once(this.#options.library.Hls.Events.MEDIA_ATTACHED, () => {
      this.#isAdopting = false
    })
    hls.attachMedia(source ?? this.#options.video)
    // From the end of the buffer on: appending what plays again would freeze the picture.
    this.#startLoad(this.#seeker.headSeconds + this.#bufferedSeconds, true)
  }

  /** Where a map begins on this player's time line, so that both say the same of all that is buffered. */
  #offsetOf(next: SegmentMap): number | undefined {
    const { map, headMs } = this
    const place = headMs === undefined ? undefined : next.locate(headMs)
    if (map === undefined || place?.kind !== 'footage') return undefined
    const offsetSeconds = this.#seeker.headSeconds - place.mediaSeconds
    const isSame = rangesOf(this.#options.video)
      .flatMap(([from, to]) => [from + epsilonSeconds, to - epsilonSeconds])
      .every((seconds) => {
        const [here, there] = [map.wallAt(seconds), next.wallAt(seconds - offsetSeconds)]
        return here === undefined || there === undefined || Math.abs(here - there) <= tile.roundingMs
      })
    return isSame && offsetSeconds >= 0 ? offsetSeconds : undefined
  }

  /** hls.js counts where to load from the beginning of its list. */
  #startLoad(seconds: number, staysThere = false): void {
    this.#hls.startLoad(seconds - (this.#hls.config.timelineOffset ?? 0), staysThere)
  }

  /** Loaded again, a segment that cannot be appended would cost every player its media source. */
  #stepOver(details: LevelDetails): void {
    const map = mapOf(details, this.#options.windowStartMs)
    for (const fragment of details.fragments) {
      // Of its end: some can be played from a key frame in their middle on.
      const wallMs = map.wallAt(fragment.start + fragment.duration - epsilonSeconds)
      const isKnown = fragment.tagList.some(([tag]) => tag === 'GAP')
      if (isKnown || wallMs === undefined || !this.#options.isUnplayable(wallMs)) continue
      fragment.gap = true
      fragment.tagList.push(['GAP', unplayable])
    }
  }

  #learn(details: LevelDetails): void {
    this.#details = details
    this.#map = undefined
    if (!this.#hasBegun) {
      this.#hasBegun = true
      const { map } = this
      const place = map?.locate(this.#options.startMs())
      const nearestMs = place?.kind === 'gap' ? (place.untilMs ?? (place.fromMs ?? 0) - 1) : undefined
      const near = nearestMs === undefined ? place : map?.locate(nearestMs)
      this.#hls.startLoad(near?.kind === 'footage' ? near.mediaSeconds + epsilonSeconds : 0)
    }
    this.#options.onMap()
  }

  #judge(data: ErrorData): void {
    // hls.js waits for its first segment before it takes over the buffers, and has no second try of it until then.
    const isLost = this.#isAdopting && data.frag !== undefined
    const found = playerFault(data) ?? (isLost ? { kind: 'rebuild' } : undefined)
    if (found === undefined || this.#isDisposed) return
    // Made without sound, it has some all the same: another one would, too.
    this.#report(found.kind === 'sound' && !this.isAudible ? { kind: 'unplayable' } : found)
  }

  #report(fault: PlayerFault): void {
    if (fault.kind === 'segment') {
      this.#isStopped = true
      this.#hls.stopLoad()
    }
    // Not from within hls.js: what follows may destroy it.
    queueMicrotask(() => {
      if (!this.#isDisposed) this.#options.onFault(fault)
    })
  }

  #watchFrames(): void {
    const { video } = this.#options
    this.#frameRequest = video.requestVideoFrameCallback((_now, { mediaTime, presentationTime }) => {
      this.#watchFrames()
      this.#picture = { seconds: mediaTime, atMs: presentationTime, isOfSeek: !this.isSeeking }
      this.#options.onFrame(this.map?.wallAt(mediaTime))
    })
  }
}

function mapOf({ fragments }: LevelDetails, windowStartMs: number): SegmentMap {
  const dated = fragments.findIndex(({ rawProgramDateTime }) => rawProgramDateTime !== null)
  // Behind it nobody says how long the gap is: the list ends there, as it does for an export.
  const lost = fragments.findIndex(
    ({ rawProgramDateTime, tagList }, at) =>
      dated >= 0 && at > dated && rawProgramDateTime === null && tagList.some(([tag]) => tag === 'DIS'),
  )
  const segments = fragments
    .slice(0, lost < 0 ? undefined : lost)
    .map(({ start, duration, programDateTime, rawProgramDateTime, gap, tagList }) => {
      // hls.js sets `gap` itself, too, on what it has loaded and could not use.
      const isMissing = tagList.some(([tag, why]) => tag === 'GAP' && why !== unplayable)
      const [, listed] = tagList.find(([tag]) => tag === 'INF') ?? []
      return {
        mediaStartSeconds: start,
        durationSeconds: duration,
        // hls.js computes the others by what is listed.
        wallStartMs: rawProgramDateTime === null ? undefined : (programDateTime ?? undefined),
        isMissing,
        isUnreadable: gap === true && !isMissing,
        listedSeconds: listed === undefined ? duration : listedSeconds(listed, duration),
      }
    })
  return new SegmentMap(segments, windowStartMs)
}
