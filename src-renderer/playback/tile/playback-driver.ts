import type { OpenedPlayback, PlaybackQuality } from '#contract/wall/playback.ts'
import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Place, SegmentMap } from '../segment-map.ts'
import { SyncLaw } from '../sync-law.ts'
import { FrameHold } from './frame-hold.ts'
import type { HlsLibrary } from './load-hls.ts'
import { Player } from './player.ts'
import type { PlayerFault } from './player-fault.ts'
import { type TileEvidence, tileObservation } from './tile-evidence.ts'
import type { PlaybackObservation } from './tile-state.ts'
import { WindowOpener } from './window-opener.ts'

export interface DriverNeeds {
  readonly shell: Pick<WallShell, 'call'>
  readonly cameraId: string
  readonly quality: PlaybackQuality
  /** Given back by whoever gave it, after `dispose`. */
  readonly video: HTMLVideoElement
  /** Its milliseconds only ever go forward. */
  readonly clock: Clock
  readonly loadHls: () => Promise<HlsLibrary>
  /** `playbackIds` may have changed. */
  readonly onPlaybacks: () => void
}

/** Where the wall is: at `wallMs` (epoch) now, going on at `speed` (0: it stands). */
export interface Aim {
  readonly wallMs: number
  readonly speed: number
  /** It stands only until another tile has its picture: what is nearly right stays. */
  readonly isHeld: boolean
}

interface Spoiled {
  readonly fromMs: number
  readonly toMs: number
  readonly reason: string
}

const { tile, sync, map: mapLimits } = playbackDefaults

/** One tile of recorded footage: follows the wall's aim, and says truly what its picture shows. */
export class PlaybackDriver {
  readonly cameraId: string
  readonly element = document.createElement('div')
  readonly #needs: DriverNeeds
  readonly #hold = new FrameHold()
  readonly #law = new SyncLaw()
  readonly #windows: WindowOpener
  readonly #listeners = new Set<() => void>()
  readonly #spoiled: Spoiled[] = []
  #library: HlsLibrary | undefined
  #isLoadingLibrary = false
  #player: Player | undefined
  #played: OpenedPlayback | undefined
  #aim: Aim | undefined
  #aimedAtMs = 0
  #jumpedAtMs: number | undefined
  #unsettledSinceMs: number | undefined
  #frame: { readonly wallMs: number | undefined; readonly atMs: number } | undefined
  #heldMs: number | undefined
  /** It has come to the end of a stretch before the clock has. */
  #stopsBeforeMs: number | undefined
  #place: Place | undefined
  #isUnplayable = false
  #isBroken = false
  #manifestFault: { readonly reason: string; readonly retryAtMs: number } | undefined
  #manifestFaults = 0
  #cancelWake = (): void => {}
  #isDisposed = false
  #observation: PlaybackObservation = {
    state: 'BUFFERING',
    shownMs: undefined,
    untilMs: undefined,
    reason: undefined,
  }

  constructor(needs: DriverNeeds) {
    this.#needs = needs
    this.cameraId = needs.cameraId
    const { shell, cameraId, quality, clock, video, onPlaybacks } = needs
    const onChange = () => {
      onPlaybacks()
      this.#reconcile(false)
    }
    this.#windows = new WindowOpener({ shell, cameraId, quality, nowMs: clock.nowMs, onChange })
    Object.assign(this.element.style, { position: 'relative', width: '100%', height: '100%' })
    for (const layer of [video, this.#hold.canvas]) {
      Object.assign(layer.style, {
        position: 'absolute',
        inset: '0',
        width: '100%',
        height: '100%',
        objectFit: 'contain',
      })
    }
    Object.assign(this.#hold.canvas.style, { background: '#000', visibility: 'hidden' })
    this.element.append(video, this.#hold.canvas)
  }

  get playbackIds(): string[] {
    return this.#windows.playbackIds
  }

  /** What is played now. */
  get opened(): OpenedPlayback | undefined {
    return this.#played
  }

  /** Of what is played now; undefined until its manifest has been read. */
  get map(): SegmentMap | undefined {
    return this.#player?.map
  }

  get frameMs(): number | undefined {
    return this.#player?.frameMs
  }

  observe(): PlaybackObservation {
    return this.#observation
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Told on every change of the clock, and some times a second beside. `isJump`: exactly there, at once. */
  follow(aim: Aim, isJump: boolean): void {
    const nowMs = this.#needs.clock.nowMs()
    this.#aim = aim
    this.#aimedAtMs = nowMs
    if (isJump) {
      this.#jumpedAtMs = nowMs
      this.#unsettledSinceMs = nowMs
      this.#stopsBeforeMs = undefined
    }
    this.#reconcile(isJump)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#cancelWake()
    this.#player?.dispose()
    this.#windows.dispose()
    this.#listeners.clear()
    this.element.remove()
  }

  #wallNow(aim: Aim): number {
    return aim.wallMs + (this.#needs.clock.nowMs() - this.#aimedAtMs) * aim.speed
  }

  #reconcile(isJump: boolean): void {
    const aim = this.#aim
    if (aim === undefined || this.#isDisposed) return
    this.#cancelWake()
    this.#steer(aim, this.#wallNow(aim), isJump)
    this.#tell()
  }

  #steer(aim: Aim, wallMs: number, isJump: boolean): void {
    this.#place = undefined
    if (this.#isUnplayable) return
    const opened = this.#windows.around(wallMs, isJump)
    if (opened === undefined) {
      this.#holdFrame()
      this.#player?.run(0)
      return
    }
    if (opened !== this.#played) this.#rebuild(opened)
    if (opened.endMs - wallMs < tile.nextWindowMs && aim.speed > 0) this.#windows.prepareNext()
    const map = this.#ensurePlayer(opened)?.map
    if (map === undefined || this.#player === undefined) return
    const place = map.locate(wallMs)
    this.#place = place
    const spoiled = this.#spoiledAt(wallMs)
    if (place.kind === 'gap' || spoiled !== undefined) {
      this.#wait(this.#player, map, place.kind === 'gap' ? place.untilMs : spoiled?.toMs, isJump, aim)
    } else if (this.#isBroken) this.#rebuild(opened)
    else this.#drive(this.#player, map, place, aim, wallMs, isJump)
  }

  /** Nothing to show: stands where it goes on, so that it goes on in time. */
  #wait(player: Player, map: SegmentMap, untilMs: number | undefined, isJump: boolean, aim: Aim): void {
    if (isJump) this.#blank()
    else this.#holdFrame()
    player.run(0)
    this.#stopsBeforeMs = undefined
    if (untilMs === undefined) return
    if (Math.abs((player.headMs ?? 0) - untilMs) > tile.sameFrameMs || isJump) {
      const place = map.locate(untilMs)
      if (place.kind === 'footage' && this.#spoiledAt(untilMs) === undefined) {
        player.seek(place.mediaSeconds)
        player.resumeIfStopped()
      }
    }
    if (aim.speed > 0) this.#wakeIn((untilMs - this.#wallNow(aim)) / aim.speed)
  }

  #drive(
    player: Player,
    map: SegmentMap,
    place: Extract<Place, { kind: 'footage' }>,
    aim: Aim,
    wallMs: number,
    isJump: boolean,
  ): void {
    this.#reveal()
    const isStepping = aim.speed < 0 || aim.speed > tile.fastestPlayerRate
    if (isStepping) return this.#step(player, map, wallMs)
    const nowMs = this.#needs.clock.nowMs()
    const errorMs = (player.headMs ?? Number.POSITIVE_INFINITY) - wallMs
    if (aim.speed === 0) {
      player.run(0)
      const isOff = Math.abs(errorMs) > (aim.isHeld ? sync.acceptedMs : tile.sameFrameMs / 2)
      if (isJump || isOff) this.#seek(player, place.mediaSeconds)
      return
    }
    if (this.#stopsBeforeMs === place.untilMs) return this.#wakeIn((place.untilMs - wallMs) / aim.speed)
    const correction = isJump || !player.isSeeking ? this.#law.judge(errorMs, aim.speed, nowMs) : undefined
    if (isJump || correction?.isSeek === true) {
      this.#law.sought(nowMs)
      // It goes on while the seek takes its time.
      const leadMs = Math.min(player.seekMs * aim.speed, place.untilMs - wallMs - tile.sameFrameMs)
      this.#seek(player, place.mediaSeconds + Math.max(0, leadMs) / 1_000)
    }
    player.run(correction?.rate ?? aim.speed)
    this.#stopInTime(player, place.untilMs, aim.speed)
  }

  #seek(player: Player, mediaSeconds: number): void {
    player.seek(mediaSeconds)
    player.resumeIfStopped()
  }

  /** Key frames one after another, each when the one before is shown. */
  #step(player: Player, map: SegmentMap, wallMs: number): void {
    player.run(0)
    const { atMs } = map.keyFrames(wallMs)
    const place = atMs === undefined ? undefined : map.locate(atMs)
    if (place?.kind !== 'footage' || atMs === undefined) return
    if (Math.abs((player.headMs ?? 0) - atMs) > tile.sameFrameMs) this.#seek(player, place.mediaSeconds)
  }

  /** A player knows no gaps: it would run straight on into footage of a later time. */
  #stopInTime(player: Player, untilMs: number, speed: number): void {
    const leftMs = (untilMs - (player.headMs ?? untilMs)) / speed
    const reachesMs = leftMs - (player.frameMs ?? 0) / 2
    if (reachesMs > stopAheadMs || player.isSeeking) return
    this.#cancelWake = this.#needs.clock.after(Math.max(0, reachesMs), () => {
      this.#stopsBeforeMs = untilMs
      player.run(0)
      this.#holdFrame()
      this.#reconcile(false)
    })
  }

  #wakeIn(inMs: number): void {
    this.#cancelWake = this.#needs.clock.after(Math.max(0, Math.ceil(inMs)), () => this.#reconcile(false))
  }

  #ensurePlayer(opened: OpenedPlayback): Player | undefined {
    const { clock, video } = this.#needs
    if (this.#player !== undefined) return this.#player
    if ((this.#manifestFault?.retryAtMs ?? 0) > clock.nowMs()) return undefined
    if (this.#library === undefined) {
      if (!this.#isLoadingLibrary) {
        this.#isLoadingLibrary = true
        void this.#load()
      }
      return undefined
    }
    this.#isBroken = false
    this.#player = new Player({
      library: this.#library,
      video,
      manifest: opened.manifest,
      windowStartMs: opened.startMs,
      startMs: () => (this.#aim === undefined ? opened.startMs : this.#wallNow(this.#aim)),
      nowMs: clock.nowMs,
      onMap: () => {
        this.#manifestFault = undefined
        queueMicrotask(() => this.#reconcile(false))
      },
      onFault: (fault) => this.#recover(fault, opened),
      onFrame: (wallMs) => {
        this.#frame = { wallMs, atMs: clock.nowMs() }
        this.#reveal()
        this.#tell()
      },
    })
    return this.#player
  }

  async #load(): Promise<void> {
    this.#library = await this.#needs.loadHls()
    this.#reconcile(false)
  }

  #rebuild(opened: OpenedPlayback): void {
    if (this.#player !== undefined) this.#holdFrame()
    this.#player?.dispose()
    this.#player = undefined
    this.#frame = undefined
    this.#played = opened
    this.#stopsBeforeMs = undefined
  }

  #recover(fault: PlayerFault, opened: OpenedPlayback): void {
    if (fault.kind === 'segment') this.#spoil(fault)
    else {
      this.#rebuild(opened)
      if (fault.kind === 'reopen') this.#windows.forget()
      if (fault.kind === 'unplayable') this.#isUnplayable = true
      if (fault.kind === 'manifest') {
        const retryInMs = tile.retryOpenMs[Math.min(this.#manifestFaults, tile.retryOpenMs.length - 1)] ?? 0
        this.#manifestFaults += 1
        this.#manifestFault = { reason: fault.reason, retryAtMs: this.#needs.clock.nowMs() + retryInMs }
      }
    }
    this.#reconcile(false)
  }

  #spoil({ mediaStartSeconds, needsPlayer, reason }: Extract<PlayerFault, { kind: 'segment' }>): void {
    const map = this.#player?.map
    const startMs = map?.wallAt(mediaStartSeconds)
    const segment = startMs === undefined ? undefined : map?.segmentAt(startMs + 1)
    if (segment !== undefined && this.#spoiledAt(segment.fromMs) === undefined) {
      this.#spoiled.push({ ...segment, reason })
    }
    if (needsPlayer || this.#needs.video.error !== null) this.#isBroken = true
  }

  #spoiledAt(wallMs: number): Spoiled | undefined {
    return this.#spoiled.find(({ fromMs, toMs }) => fromMs <= wallMs && wallMs < toMs)
  }

  #holdFrame(): void {
    if (this.#hold.isHolding) return
    this.#heldMs = this.#frame?.wallMs
    this.#hold.hold(this.#needs.video)
  }

  #blank(): void {
    this.#heldMs = undefined
    this.#hold.blank()
  }

  /** Lets the video be seen again as soon as it shows what it should. */
  #reveal(): void {
    const aim = this.#aim
    if (!this.#hold.isHolding || aim === undefined || this.#place?.kind !== 'footage') return
    if (this.#player === undefined || this.#player.isSeeking) return
    if (this.#isNear(aim, this.#frame?.wallMs)) this.#hold.release()
  }

  #isNear(aim: Aim, shownMs: number | undefined): boolean {
    if (shownMs === undefined) return false
    const wallMs = this.#wallNow(aim)
    if (aim.speed < 0 || aim.speed > tile.fastestPlayerRate) {
      const { atMs } = this.#player?.map?.keyFrames(wallMs) ?? {}
      return atMs !== undefined && Math.abs(shownMs - atMs) < Math.abs(aim.speed) * tile.playingWithinMs
    }
    const withinMs =
      aim.speed === 0 && !aim.isHeld ? tile.sameFrameMs : tile.playingWithinMs * Math.max(1, aim.speed)
    return Math.abs(shownMs - wallMs) <= Math.max(withinMs, (this.frameMs ?? 0) + mapLimits.seamMs / 2)
  }

  #tell(): void {
    const aim = this.#aim
    if (aim === undefined) return
    const nowMs = this.#needs.clock.nowMs()
    const shownMs = this.#hold.isHolding ? this.#heldMs : this.#frame?.wallMs
    const isMoving =
      nowMs - (this.#frame?.atMs ?? 0) < tile.stillAfterMs / Math.min(1, Math.abs(aim.speed) || 1)
    const isSettled =
      !this.#hold.isHolding &&
      this.#isNear(aim, shownMs) &&
      (aim.speed === 0 || isMoving || this.#stopsBeforeMs !== undefined)
    if (isSettled) {
      this.#unsettledSinceMs = undefined
      this.#jumpedAtMs = undefined
      this.#manifestFaults = 0
    } else this.#unsettledSinceMs ??= nowMs
    const error = this.#played === undefined || this.#place === undefined ? this.#windows.error : undefined
    const evidence: TileEvidence = {
      before: this.#observation.state,
      speed: aim.speed,
      shownMs,
      error,
      isUnplayable: this.#isUnplayable,
      failure: this.#spoiledAt(this.#wallNow(aim))?.reason ?? this.#manifestFault?.reason,
      gap: this.#place?.kind === 'gap' ? this.#place : undefined,
      isJumping: this.#jumpedAtMs !== undefined,
      unsettledForMs: isSettled ? undefined : nowMs - (this.#unsettledSinceMs ?? nowMs),
    }
    const observation = tileObservation(evidence)
    const before = this.#observation
    this.#observation = observation
    const isSame =
      before.state === observation.state &&
      before.untilMs === observation.untilMs &&
      before.reason === observation.reason
    if (!isSame) for (const listener of this.#listeners) listener()
  }
}

/** Ends of stretches nearer than this are met by a timer; the next look comes before all others. */
const stopAheadMs = 600
