import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Place, SegmentMap } from '../segment-map.ts'
import { SyncLaw } from '../sync-law.ts'
import { type Aim, isByKeyFrames, isStanding } from './aim.ts'
import type { Player } from './player.ts'

export interface SteeringOptions {
  readonly clock: Clock
  /** A stretch of footage is about to end, or to begin: look again. */
  readonly onDue: () => void
  /** The player has come to the end of a stretch, `untilMs`: its picture stays. */
  readonly onEnd: (untilMs: number) => void
}

type Footage = Extract<Place, { kind: 'footage' }>

/** Where a gap ends; undefined footage: what is there cannot be played either. */
export interface Next {
  readonly untilMs: number
  readonly footage: Footage | undefined
}

const { tile, sync } = playbackDefaults

/** Leads one player to where the wall is, and keeps it from running over the end of a stretch of footage. */
export class Steering {
  readonly #options: SteeringOptions
  readonly #law = new SyncLaw()
  /** It has come to the end of a stretch before the clock has. */
  #stopsBeforeMs: number | undefined
  /** The instant whose picture it was sent to, to stand on it, and how often. */
  #stoodAtMs: number | undefined
  #asks = 0
  #askedAtMs = 0
  /** When the seek to that instant was first seen to be done, without a picture. */
  #arrivedAtMs: number | undefined
  #resumedAtMs = Number.NEGATIVE_INFINITY
  /** The player runs towards the end of a stretch. */
  #endsAtMs: number | undefined
  #cancelTimer = (): void => {}

  constructor(options: SteeringOptions) {
    this.#options = options
  }

  /** It stands at the end of a stretch, which is where it should be. */
  get isAtEnd(): boolean {
    return this.#stopsBeforeMs !== undefined
  }

  /** Whatever was planned is planned anew by the next call. */
  rest(): void {
    this.#cancelTimer()
    this.#endsAtMs = undefined
  }

  /** A picture has been presented. The last of a stretch stops the player: a busy machine comes to its timer too late. */
  painted(player: Player, wallMs: number): void {
    const untilMs = this.#endsAtMs
    if (untilMs === undefined || wallMs >= untilMs) return
    if (untilMs - wallMs <= lastPictureMs(player, untilMs) + tile.roundingMs) this.#stop(player, untilMs)
  }

  /** Another instant or another player: no end has been reached. */
  begin(): void {
    this.#stopsBeforeMs = undefined
    this.#stoodAtMs = undefined
  }

  /** Plays what lies at the aim. `isJump`: exactly there, at once. */
  drive(player: Player, map: SegmentMap, footage: Footage, aim: Aim, isJump: boolean): void {
    const isPlaying = !isStanding(aim) && !isByKeyFrames(aim)
    if (!isPlaying || this.#stopsBeforeMs !== footage.untilMs) this.#stopsBeforeMs = undefined
    this.#resume(player)
    if (isByKeyFrames(aim)) this.#showKeyFrame(player, map, aim)
    else if (aim.speed === 0) this.#stand(player, footage, aim, isJump)
    else this.#play(player, footage, aim, isJump)
  }

  /** Nothing to show: stands where it goes on, at `next`, so that it goes on in time. */
  wait(player: Player, next: Next | undefined, aim: Aim, isJump: boolean): void {
    player.run(0)
    this.begin()
    if (next === undefined) return
    const { untilMs, footage } = next
    const isThere = Math.abs(aheadMs(player, untilMs)) <= tile.sameFrameMs
    if (footage !== undefined && (isJump || !isThere)) seek(player, footage.mediaSeconds, aim)
    if (aim.speed > 0) this.#dueIn((untilMs - aim.wallMs) / aim.speed)
  }

  #resume(player: Player): void {
    const nowMs = this.#options.clock.nowMs()
    if (!player.isStarved || nowMs - this.#resumedAtMs < tile.askAgainAfterMs) return
    this.#resumedAtMs = nowMs
    player.resumeIfStopped()
  }

  #stand(player: Player, footage: Footage, aim: Aim, isJump: boolean): void {
    player.run(0)
    const { mediaSeconds } = footage
    if (!isStanding(aim)) {
      const isOff = Math.abs(aheadMs(player, aim.wallMs)) > sync.acceptedMs
      if (isJump || isOff) seek(player, mediaSeconds, aim)
      return
    }
    const nowMs = this.#options.clock.nowMs()
    const isShowing = player.isShowing(mediaSeconds)
    const isNew = isJump || this.#stoodAtMs !== aim.wallMs
    this.#stoodAtMs = aim.wallMs
    if (isNew) {
      // Where it was told to stop it may have gone on for a picture: what is shown is known only after a seek.
      this.#asks = 1
      this.#askedAtMs = nowMs
      this.#arrivedAtMs = undefined
      if (!player.standsAt(mediaSeconds)) seek(player, mediaSeconds, aim)
    } else if (isShowing === true) this.#asks = 1
    else if (isShowing === false) {
      const isAtOnce = this.#asks < tile.quickAsks
      this.#askAgain(player, mediaSeconds, isAtOnce ? 0 : this.#askedAtMs + tile.askAgainAfterMs)
    } else if (!player.isSeeking) {
      // The seek has ended without a reported frame: one is late, or a busy browser leaves it out.
      this.#arrivedAtMs ??= nowMs
      this.#askAgain(player, mediaSeconds, this.#arrivedAtMs + tile.askAgainAfterMs)
    }
  }

  /** It never gives up: a tile that shows another picture than the asked one says SEEKING until it is there. */
  #askAgain(player: Player, mediaSeconds: number, fromMs: number): void {
    const nowMs = this.#options.clock.nowMs()
    if (nowMs < fromMs) return this.#dueIn(fromMs - nowMs)
    this.#asks += 1
    this.#askedAtMs = nowMs
    this.#arrivedAtMs = undefined
    player.seekWithin(mediaSeconds)
    player.resumeIfStopped()
  }

  #play(player: Player, footage: Footage, aim: Aim, isJump: boolean): void {
    const { wallMs, speed } = aim
    this.#stoodAtMs = undefined
    const nowMs = this.#options.clock.nowMs()
    if (this.isAtEnd) return this.#dueIn((footage.untilMs - wallMs) / speed)
    const correction =
      isJump || !player.isSeeking ? this.#law.judge(aheadMs(player, wallMs), speed, nowMs) : undefined
    if (isJump || correction?.isSeek === true) {
      this.#law.sought(nowMs)
      // It goes on while the seek takes its time.
      const leadMs = Math.min(player.seekMs * speed, footage.untilMs - wallMs - tile.sameFrameMs)
      seek(player, footage.mediaSeconds + Math.max(0, leadMs) / 1_000, aim)
    }
    player.run(correction?.rate ?? speed)
    this.#stopInTime(player, footage.untilMs, speed)
  }

  /** Each when the one before is shown. */
  #showKeyFrame(player: Player, map: SegmentMap, aim: Aim): void {
    player.run(0)
    const { atMs } = map.keyFrames(aim.wallMs)
    const place = atMs === undefined ? undefined : map.locate(atMs)
    if (place?.kind !== 'footage' || atMs === undefined) return
    if (Math.abs(aheadMs(player, atMs)) > tile.sameFrameMs) seek(player, place.mediaSeconds, aim)
  }

  /** A player knows no gaps: it would run straight on into footage of a later time. */
  #stopInTime(player: Player, untilMs: number, speed: number): void {
    if (player.isSeeking) return
    this.#endsAtMs = untilMs
    const leftMs = (untilMs - (player.headMs ?? untilMs)) / speed
    const reachesMs = leftMs - lastPictureMs(player, untilMs) / speed / 2
    if (reachesMs > stopAheadMs) return
    this.#cancelTimer = this.#options.clock.after(Math.max(0, reachesMs), () => this.#stop(player, untilMs))
  }

  #stop(player: Player, untilMs: number): void {
    this.rest()
    this.#stopsBeforeMs = untilMs
    player.run(0)
    this.#options.onEnd(untilMs)
  }

  #dueIn(inMs: number): void {
    this.#cancelTimer = this.#options.clock.after(Math.max(0, Math.ceil(inMs)), this.#options.onDue)
  }
}

/** Ends of stretches nearer than this are met by a timer; the next look comes before all others. */
const stopAheadMs = 600

/** How long the last picture of a stretch is shown. */
function lastPictureMs(player: Player, untilMs: number): number {
  const last = player.frameAt(untilMs - 1)
  return last === undefined ? (player.namedFrameMs ?? 0) : untilMs - last.fromMs
}

function seek(player: Player, mediaSeconds: number, { isByHand = false }: Aim): void {
  player.seek(mediaSeconds, isByHand)
  player.resumeIfStopped()
}

/** How far a player is ahead of an instant; infinitely when it is nowhere. */
function aheadMs(player: Player, wallMs: number): number {
  return (player.headMs ?? Number.POSITIVE_INFINITY) - wallMs
}
