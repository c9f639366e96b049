import type { Clock } from '../../clock.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Place, SegmentMap } from '../segment-map.ts'
import { SyncLaw } from '../sync-law.ts'
import { type Aim, isByKeyFrames, isStanding } from './aim.ts'
import type { Player } from './player.ts'

export interface SteeringNeeds {
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
  readonly #needs: SteeringNeeds
  readonly #law = new SyncLaw()
  /** It has come to the end of a stretch before the clock has. */
  #stopsBeforeMs: number | undefined
  /** For the picture on which it stands, once. */
  #hasAskedAgain = false
  #cancelTimer = (): void => {}

  constructor(needs: SteeringNeeds) {
    this.#needs = needs
  }

  /** It stands at the end of a stretch, which is where it should be. */
  get isAtEnd(): boolean {
    return this.#stopsBeforeMs !== undefined
  }

  /** Whatever was planned is planned anew by the next call. */
  rest(): void {
    this.#cancelTimer()
  }

  /** Another instant or another player: no end has been reached. */
  begin(): void {
    this.#stopsBeforeMs = undefined
    this.#hasAskedAgain = false
  }

  /** Plays what lies at the aim. `isJump`: exactly there, at once. `isShown`: its picture is on the screen. */
  drive(
    player: Player,
    map: SegmentMap,
    footage: Footage,
    aim: Aim,
    isJump: boolean,
    isShown: boolean,
  ): void {
    if (isByKeyFrames(aim)) this.#showKeyFrame(player, map, aim)
    else if (aim.speed === 0) this.#stand(player, footage, aim, isJump, isShown)
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

  #stand(player: Player, footage: Footage, aim: Aim, isJump: boolean, isShown: boolean): void {
    player.run(0)
    const isHeld = !isStanding(aim)
    const offMs = Math.abs(aheadMs(player, aim.wallMs))
    const isOff = offMs > (isHeld ? sync.acceptedMs : tile.sameFrameMs / 2)
    // Stopped beside the place it may show the picture beside, and in it may have had no time for the one there; where
    // there are few, none is nearer.
    const isExact = isShown && offMs <= tile.roundingMs
    const asksAgain = !isExact && !isHeld && !player.isSeeking && !this.#hasAskedAgain
    if (asksAgain) this.#hasAskedAgain = true
    if (isJump || isOff || asksAgain) seek(player, footage.mediaSeconds, aim)
  }

  #play(player: Player, footage: Footage, aim: Aim, isJump: boolean): void {
    const { wallMs, speed } = aim
    this.#hasAskedAgain = false
    const nowMs = this.#needs.clock.nowMs()
    if (this.#stopsBeforeMs === footage.untilMs) return this.#dueIn((footage.untilMs - wallMs) / speed)
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
    const leftMs = (untilMs - (player.headMs ?? untilMs)) / speed
    const reachesMs = leftMs - (player.frameMs ?? 0) / 2
    if (reachesMs > stopAheadMs || player.isSeeking) return
    this.#cancelTimer = this.#needs.clock.after(Math.max(0, reachesMs), () => {
      this.#stopsBeforeMs = untilMs
      player.run(0)
      this.#needs.onEnd(untilMs)
    })
  }

  #dueIn(inMs: number): void {
    this.#cancelTimer = this.#needs.clock.after(Math.max(0, Math.ceil(inMs)), this.#needs.onDue)
  }
}

/** Ends of stretches nearer than this are met by a timer; the next look comes before all others. */
const stopAheadMs = 600

function seek(player: Player, mediaSeconds: number, { isByHand = false }: Aim): void {
  player.seek(mediaSeconds, isByHand)
  player.resumeIfStopped()
}

/** How far a player is ahead of an instant; infinitely when it is nowhere. */
function aheadMs(player: Player, wallMs: number): number {
  return (player.headMs ?? Number.POSITIVE_INFINITY) - wallMs
}
