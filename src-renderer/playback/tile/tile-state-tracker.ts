import { playbackDefaults } from '../defaults.ts'
import { type Aim, isByKeyFrames, isStanding } from './aim.ts'
import { type PlaybackObservation, type PlaybackTileEvidence, playbackTileState } from './tile-state.ts'

/** What is to be judged: the tile as it is now. */
export interface TileMeasurement
  extends Pick<PlaybackTileEvidence, 'shownMs' | 'error' | 'isUnplayable' | 'failure' | 'gap'> {
  readonly aim: Aim
  /** The picture that is seen is the one of the aim. */
  readonly isRight: boolean
  /** Monotonic: when the newest picture came. */
  readonly paintedAtMs: number | undefined
  /** How long the shown picture is the newest one of the footage, in its milliseconds. */
  readonly lastsMs: number
  /** It stands at the end of a stretch of footage, as it should. */
  readonly isAtEnd: boolean
}

const { stillAfterMs } = playbackDefaults.tile

/** Says truly what a tile shows, and since when it has not been what it should be. */
export class TileStateTracker {
  #observation: PlaybackObservation = {
    state: 'BUFFERING',
    shownMs: undefined,
    untilMs: undefined,
    reason: undefined,
    isQuiet: false,
  }
  #isJumping = false
  #unsettledSinceMs: number | undefined
  /** Monotonic: since when pictures are to follow each other; undefined while they are not. */
  #movingSinceMs: number | undefined

  get observation(): PlaybackObservation {
    return this.#observation
  }

  /** Since when the picture is not the asked one, monotonic; undefined while it is. */
  get unsettledSinceMs(): number | undefined {
    return this.#unsettledSinceMs
  }

  /** Another instant was asked for. */
  jumped(nowMs: number): void {
    this.#isJumping = true
    this.#unsettledSinceMs = nowMs
  }

  /** True when the tile has something else to say than before, beside the instant of its picture. */
  judge({ aim, isRight, paintedAtMs, lastsMs, isAtEnd, ...seen }: TileMeasurement, nowMs: number): boolean {
    const { speed } = aim
    this.#movingSinceMs = speed === 0 ? undefined : (this.#movingSinceMs ?? nowMs)
    // No camera is held to a rate: the next picture is due when the footage says so.
    const stoodForMs = nowMs - Math.max(paintedAtMs ?? 0, this.#movingSinceMs ?? nowMs)
    const isMoving = stoodForMs < lastsMs / speed + stillAfterMs / Math.min(1, speed)
    // A key frame stands until the next one is due, which may be seconds: it is not right any more when that is overdue.
    const isAllowedToStand = speed === 0 || isAtEnd || isByKeyFrames(aim)
    const isSettled = isRight && (isAllowedToStand || isMoving)
    if (isSettled) {
      this.#unsettledSinceMs = undefined
      this.#isJumping = false
    } else this.#unsettledSinceMs ??= nowMs
    const before = this.#observation
    const observation = playbackTileState({
      ...seen,
      isStanding: isStanding(aim),
      before,
      isJumping: this.#isJumping,
      unsettledForMs: isSettled ? undefined : nowMs - (this.#unsettledSinceMs ?? nowMs),
    })
    this.#observation = observation
    return (
      before.state !== observation.state ||
      before.untilMs !== observation.untilMs ||
      before.reason !== observation.reason ||
      before.isQuiet !== observation.isQuiet
    )
  }
}
