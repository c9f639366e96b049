import type { OpenedPlayback, PlaybackQuality } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Place, SegmentMap } from '../segment-map.ts'
import { type Aim, isByKeyFrames, isNear, isStanding } from './aim.ts'
import type { LoadHls } from './load-hls.ts'
import type { PictureFacts, Player, PlayerFigures, WallFrame } from './player.ts'
import { damagedWords, type PlayerFault } from './player-fault.ts'
import { PlayerSlot } from './player-slot.ts'
import { Sharpener, type SharpenerOptions } from './sharpener.ts'
import { UnplayableSegments } from './unplayable-segments.ts'
import { Steering } from './steering.ts'
import { VideoSurface } from './video-surface.ts'
import type { PlaybackObservation } from './tile-state.ts'
import { TileStateTracker } from './tile-state-tracker.ts'
import { WindowOpener } from './window-opener.ts'

export interface PlaybackDriverOptions {
  readonly shell: Pick<WallShell, 'call'>
  readonly cameraId: string
  readonly quality: PlaybackQuality
  /** Given back by whoever gave it, after `dispose`. */
  readonly video: HTMLVideoElement
  /** Its milliseconds only ever go forward. */
  readonly clock: Clock
  readonly loadHls: LoadHls
  readonly sharpening: Pick<SharpenerOptions, 'turns' | 'isSelected'>
  /** `playbackIds` may have changed. */
  readonly onPlaybacks: () => void
}

const { tile } = playbackDefaults

/** One tile of recorded footage: follows the wall's aim, and says truly what its picture shows. */
export class PlaybackDriver {
  readonly cameraId: string
  readonly #options: PlaybackDriverOptions
  readonly #surface: VideoSurface
  readonly #tracker = new TileStateTracker()
  readonly #unplayableSegments = new UnplayableSegments()
  readonly #steering: Steering
  readonly #windows: WindowOpener
  readonly #listeners = new Set<() => void>()
  readonly #slot: PlayerSlot
  readonly #sharpener: Sharpener
  #played: OpenedPlayback | undefined
  #aim: Aim | undefined
  #aimedAtMs = 0
  #place: Place | undefined
  /** The window that this machine cannot decode: another one may be of another codec. */
  #unplayable: OpenedPlayback | undefined
  #isUnplayable = false
  #isBroken = false
  /** Since a window without footage was found: what is opened now is of another instant. */
  #hasJumped = false
  #isAudible = false
  /** The window whose sound is not to be had, and from when the windows after it are tried; until the next jump or key. */
  #soundless: { readonly opened: OpenedPlayback; readonly retryAtMs: number } | undefined
  #isDisposed = false

  constructor(options: PlaybackDriverOptions) {
    this.#options = options
    this.cameraId = options.cameraId
    const { shell, cameraId, quality, clock, video, loadHls, onPlaybacks } = options
    this.#surface = new VideoSurface(video, (mediaSeconds) => this.map?.wallAt(mediaSeconds))
    const onDue = () => this.#reconcile(false)
    this.#steering = new Steering({
      clock,
      onDue,
      onEnd: (untilMs) => {
        this.#surface.holdBefore(untilMs)
        onDue()
      },
    })
    this.#slot = new PlayerSlot({
      clock,
      video,
      loadHls,
      startMs: () => this.#aimNow?.wallMs ?? 0,
      isUnplayable: (wallMs) => (this.#unplayableSegments.at(wallMs)?.forgetAtMs ?? 0) > clock.nowMs(),
      isAudible: () => this.#wantsSound,
      onChange: onDue,
      onFault: (fault, opened) => this.#recover(fault, opened),
      onFrame: (wallMs) => {
        this.#surface.paint({ wallMs, atMs: clock.nowMs() })
        const { player } = this.#slot
        if (player !== undefined && wallMs !== undefined) this.#steering.painted(player, wallMs)
        this.#lookOrMend()
      },
      onSeeked: () => this.#lookOrMend(),
    })
    this.#sharpener = new Sharpener({
      ...options.sharpening,
      clock,
      video: () => this.#surface.sharp,
      onFront: (isFront) => this.#surface.bringSharpToFront(isFront),
      onProgress: () => this.#publish(),
      onReduced: () => this.#notify(),
    })
    const onChange = () => {
      onPlaybacks()
      onDue()
    }
    this.#windows = new WindowOpener({ shell, cameraId, quality, nowMs: clock.nowMs, onChange })
  }

  get element(): HTMLElement {
    return this.#surface.element
  }

  get playbackIds(): string[] {
    return this.#windows.playbackIds
  }

  /** A tile that has grown shows more pixels as soon as they are there; until then it goes on with what it has. */
  setQuality(quality: PlaybackQuality): void {
    this.#windows.setQuality(quality)
    this.#reconcile(false)
  }

  /** What is played now. */
  get opened(): OpenedPlayback | undefined {
    return this.#played
  }

  /** Of what is played now; undefined until its manifest has been read. */
  get map(): SegmentMap | undefined {
    return this.#slot.player?.map
  }

  /** Milliseconds between two pictures, as the platform says. */
  get namedFrameMs(): number | undefined {
    return this.#slot.player?.namedFrameMs
  }

  /** The picture of an instant, as the footage itself says; undefined of footage that is not loaded. */
  frameAt(wallMs: number): WallFrame | undefined {
    return this.#slot.player?.frameAt(wallMs)
  }

  /** The element whose sound is that of the picture; `none`: the footage has none; `lost`: it cannot be had. Undefined: not known yet. */
  sound(): HTMLVideoElement | 'none' | 'lost' | undefined {
    const { player } = this.#slot
    if (this.#isSoundLost) return 'lost'
    if (player?.hasSound === true) return player.isAudible ? this.#options.video : undefined
    return player !== undefined && this.#surface.shownMs !== undefined ? 'none' : undefined
  }

  /** With sound from now on, or without. Another player is loaded behind the picture of this one. */
  setAudible(isAudible: boolean): void {
    this.#isAudible = isAudible
    if (!isAudible) this.#soundless = undefined
    const { player } = this.#slot
    if (player?.hasSound !== true || player.isAudible === this.#wantsSound || !this.#played) return
    this.#rebuild(this.#played)
    this.#reconcile(false)
  }

  /** For engineers; undefined while nothing is played. */
  figures():
    | (PlayerFigures & { readonly aheadMs: number | undefined; readonly picture: PictureFacts | undefined })
    | undefined {
    const headMs = this.#slot.player?.headMs
    const aim = this.#aimNow
    const aheadMs = headMs === undefined || aim === undefined ? undefined : headMs - aim.wallMs
    // A held picture is of another instant, and its rendition is no longer known.
    const picture = this.#surface.isCovered ? undefined : (this.#sharpener.facts ?? this.#slot.player?.facts)
    return this.#slot.player && { ...this.#slot.player.figures(), aheadMs, picture }
  }

  observe(): PlaybackObservation {
    const { observation } = this.#tracker
    const { shownMs = observation.shownMs, reduced } = this.#sharpener
    return { ...observation, shownMs, reduced }
  }

  /** The picture that is seen, and its instant where it carries one. To be closed by whoever asked. */
  frame(): ReturnType<VideoSurface['frame']> {
    return this.#surface.frame()
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** To be called on every change of the clock and several times a second. `isJump`: exactly there, at once. */
  follow(aim: Aim, isJump: boolean): void {
    this.#aim = aim
    this.#aimedAtMs = this.#options.clock.nowMs()
    if (isJump) {
      this.#hasJumped = true
      this.#soundless = undefined
      this.#tracker.jumped(this.#aimedAtMs)
      this.#steering.begin()
    }
    this.#reconcile(isJump)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#steering.rest()
    this.#sharpener.dispose()
    this.#slot.clear()
    this.#windows.dispose()
    this.#listeners.clear()
    this.element.remove()
  }

  get #wantsSound(): boolean {
    return this.#isAudible && !this.#isSoundLost
  }

  get #isSoundLost(): boolean {
    const { opened, retryAtMs = 0 } = this.#soundless ?? {}
    // Near now windows are seconds long: a try in each would freeze the picture.
    return opened !== undefined && (opened === this.#played || this.#options.clock.nowMs() < retryAtMs)
  }

  get #aimNow(): Aim | undefined {
    const aim = this.#aim
    return aim && { ...aim, wallMs: aim.wallMs + (this.#options.clock.nowMs() - this.#aimedAtMs) * aim.speed }
  }

  #reconcile(isJump: boolean): void {
    const aim = this.#aimNow
    if (aim === undefined || this.#isDisposed) return
    this.#steering.rest()
    this.#place = this.#steer(aim, isJump)
    this.#look()
  }

  /** A picture other than the asked one is corrected at once; it may come before its seek ends, or after. */
  #lookOrMend(): void {
    if (this.#isExact === false) this.#reconcile(false)
    else this.#look()
  }

  #look(): void {
    this.#reveal()
    this.#publish()
  }

  /** What lies at the aim; undefined while that is not known. */
  #steer(aim: Aim, isJump: boolean): Place | undefined {
    const opened = this.#windows.around(aim.wallMs, isJump)
    this.#isUnplayable = opened !== undefined && opened === this.#unplayable
    if (opened === undefined) return this.#standBy()
    if (opened !== this.#played) this.#rebuild(opened)
    if (this.#isUnplayable) return undefined
    const player = this.#slot.ensure(opened)
    const map = player?.map
    if (player === undefined || map === undefined) return undefined
    this.#windows.learn(opened, map.endMs)
    if (this.#windows.around(aim.wallMs, false) !== opened) return this.#standBy()
    this.#windows.prepareNext(aim.wallMs, aim.speed)
    if (!isByKeyFrames(aim)) this.#moveOn(aim.wallMs)
    const place = map.locate(aim.wallMs)
    const unplayable = this.#unplayableSegments.at(aim.wallMs)
    if (unplayable !== undefined && unplayable.forgetAtMs <= this.#options.clock.nowMs()) {
      // By another player: hls.js does not load what it has given up.
      this.#unplayableSegments.forget(unplayable.forgetAtMs)
      this.#rebuild(opened)
      return undefined
    }
    if (place.kind === 'footage' && unplayable === undefined) {
      if (this.#isBroken || this.#isSilent(player)) this.#rebuild(opened)
      else this.#steering.drive(player, map, place, aim, isJump)
      return place
    }
    const untilMs = place.kind === 'gap' ? place.untilMs : unplayable?.toMs
    if (isJump) this.#surface.blank()
    // A busy machine may come here before the timer that stops the player at the end of the footage.
    else if (aim.speed > 0 && untilMs !== undefined) this.#surface.holdBefore(untilMs)
    else this.#surface.hold()
    this.#steering.wait(player, untilMs === undefined ? undefined : this.#nextAt(map, untilMs), aim, isJump)
    return isNotKeptYet(place, aim.wallMs, opened.isNewest ? map : undefined) ? undefined : place
  }

  /** Before this window ends. Near now windows are seconds long: a new player for each would freeze the picture. */
  #moveOn(wallMs: number): void {
    const next = this.#windows.nextAround(wallMs)
    if (next === undefined) return
    this.#slot.moveTo(next, (canMove) => {
      const isWanted = this.#windows.nextAround(wallMs) === next
      if (!isWanted || (!canMove && !this.#windows.isOutdated)) return false
      if (canMove) this.#played = next
      else this.#rebuild(next)
      this.#windows.moveOn()
      return canMove
    })
  }

  #standBy(): undefined {
    this.#surface.hold()
    this.#slot.player?.run(0)
  }

  #nextAt(map: SegmentMap, untilMs: number) {
    const place = map.locate(untilMs)
    const isPlayable = place.kind === 'footage' && this.#unplayableSegments.at(untilMs) === undefined
    return { untilMs, footage: isPlayable ? place : undefined }
  }

  #rebuild(opened: OpenedPlayback): void {
    if (this.#slot.player !== undefined) this.#surface.hold()
    this.#slot.clear()
    this.#isBroken = false
    this.#surface.paint(undefined)
    this.#played = opened
    this.#steering.begin()
  }

  #isSilent({ activeAtMs }: Player): boolean {
    const sinceMs = Math.max(activeAtMs, this.#tracker.unsettledSinceMs ?? Number.POSITIVE_INFINITY)
    return this.#options.clock.nowMs() - sinceMs >= tile.silentAfterMs
  }

  #recover(fault: PlayerFault, opened: OpenedPlayback): void {
    if (fault.kind === 'segment') {
      this.#unplayableSegments.add(this.map, fault, this.#options.clock.nowMs())
      if (fault.needsPlayer || this.#options.video.error !== null) this.#isBroken = true
    } else {
      this.#rebuild(opened)
      if (fault.kind === 'sound')
        this.#soundless = { opened, retryAtMs: this.#options.clock.nowMs() + tile.retryDamagedMs }
      if (fault.kind === 'reopen') this.#windows.forget()
      if (fault.kind === 'unplayable') this.#unplayable = opened
      if (fault.kind === 'manifest') this.#slot.failed(fault.reason)
      if (fault.kind === 'empty') {
        this.#slot.failed(opened)
        this.#hasJumped = false
        // A platform that ends its lists at gaps has none of the footage behind one in it: another list is asked for.
        this.#windows.learn(opened, undefined)
      }
    }
    this.#reconcile(false)
  }

  /** Lets the video be seen again as soon as it shows what it should. */
  #reveal(): void {
    const aim = this.#aimNow
    if (!this.#surface.isCovered || aim === undefined || this.#place?.kind !== 'footage') return
    // A player goes on for a moment after it was told to stop, and may show what comes after the end.
    if (this.#steering.isAtEnd) return
    if (this.#slot.player?.isSeeking !== false || this.#unplayableSegments.at(aim.wallMs) !== undefined)
      return
    if (this.#isOf(aim, this.#surface.painted?.wallMs)) this.#surface.uncover()
  }

  /** Whether a picture of the video is what is to be seen while the wall is at the aim. */
  #isOf(aim: Aim, wallMs: number | undefined): boolean {
    if (isStanding(aim)) return this.#isExact === true
    return isNear(aim, wallMs, { map: this.map, lastsMs: this.#lastsMs(wallMs) })
  }

  /** While paused: whether the video shows exactly the asked picture; undefined while that is not known. */
  get #isExact(): boolean | undefined {
    const aim = this.#aimNow
    const place = aim && isStanding(aim) ? this.map?.locate(aim.wallMs) : undefined
    return place?.kind === 'footage' ? this.#slot.player?.isShowing(place.mediaSeconds) : undefined
  }

  #lastsMs(shownMs: number | undefined): number {
    const frame = shownMs === undefined ? undefined : this.frameAt(shownMs)
    return frame === undefined ? (this.namedFrameMs ?? 0) : frame.untilMs - frame.fromMs
  }

  #publish(): void {
    const aim = this.#aimNow
    if (aim === undefined) return
    const { shownMs, painted } = this.#surface
    const damage = this.#damageAt(aim.wallMs)
    const isOpened = this.#played !== undefined && this.#place !== undefined
    const isNews = this.#tracker.judge(
      {
        aim,
        shownMs,
        isRight: (!this.#surface.isCovered || this.#steering.isAtEnd) && this.#isOf(aim, shownMs),
        paintedAtMs: painted?.atMs,
        lastsMs: this.#lastsMs(shownMs),
        isAtEnd: this.#steering.isAtEnd,
        error: isOpened ? undefined : this.#windows.error,
        isUnplayable: this.#isUnplayable,
        failure: damage ?? this.#slot.failure,
        gap: damage === undefined ? this.#gapAt(aim.wallMs) : undefined,
      },
      this.#options.clock.nowMs(),
    )
    if (this.#tracker.unsettledSinceMs === undefined) this.#slot.settled()
    if (isNews) this.#notify()
    const { state } = this.#tracker.observation
    const isPicture = (state === 'PAUSED' || state === 'SEEKING') && !this.#surface.isCovered
    const stands = isPicture && isStanding(aim) && aim.isByHand !== true
    this.#sharpener.follow({
      player: this.#slot.player,
      standsAtMs: stands ? aim.wallMs : undefined,
      isSettled: state === 'PAUSED',
      paintedMs: painted?.wallMs,
    })
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  /** The one that was found at the last look, while it lasts. */
  #gapAt(wallMs: number): Extract<Place, { kind: 'gap' }> | undefined {
    const { empty } = this.#slot
    const isEmpty = empty !== undefined && (empty === this.#played || !this.#hasJumped)
    if (isEmpty) return { kind: 'gap', fromMs: undefined, untilMs: undefined }
    const place = this.#place
    if (place?.kind !== 'gap') return undefined
    const { fromMs = Number.NEGATIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY } = place
    return fromMs <= wallMs && wallMs < untilMs ? place : undefined
  }

  #damageAt(wallMs: number): string | undefined {
    const unplayable = this.#unplayableSegments.at(wallMs)
    if (unplayable !== undefined) return unplayable.reason
    const isDamaged = this.#place?.kind === 'gap' && this.map?.isDamagedAt(wallMs) === true
    return isDamaged ? damagedWords() : undefined
  }
}

/** The newest segment, which may be as long as the last one, may not be listed yet: its absence is no gap yet. `map`: of a window that ends now. */
function isNotKeptYet(place: Place, wallMs: number, map: SegmentMap | undefined): boolean {
  if (place.kind === 'footage' || place.untilMs !== undefined || place.fromMs === undefined) return false
  const { fromMs = place.fromMs } = map?.segmentAt(place.fromMs - 1) ?? {}
  return wallMs - place.fromMs < Math.max(tile.newestGapMs, place.fromMs - fromMs)
}
