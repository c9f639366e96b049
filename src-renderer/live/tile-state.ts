import type { WallError, WallErrorCode } from '#contract/errors.ts'
import type { TileStateName } from '#contract/wall/tile-report.ts'
import type { LiveDefaults } from './defaults.ts'
import { failureScope } from './failure-policy.ts'

/** What is known of the connection to a tile's camera. Times are epoch milliseconds. */
export interface LinkObservation {
  readonly phase: 'connecting' | 'joined' | 'lost'
  /** Since when the phase lasts. */
  readonly sinceMs: number
  /** The camera sends into its room. */
  readonly isPublished: boolean
  readonly error: WallError | undefined
  readonly nextTryAtMs: number | undefined
}

export interface TileEvidence {
  readonly nowMs: number
  /** Undefined when no camera is wished. */
  readonly wishedAtMs: number | undefined
  /** Last frame of the wished camera that was presented on this tile since it was wished. */
  readonly lastFrameAtMs: number | undefined
  /** Capture time of its youngest frame whose delay is known; others are only counted. */
  readonly filmedAtMs: number | undefined
  /** The camera has switched the track of that frame off: its element is black from then on. */
  readonly isBlack: boolean
  readonly delayMs: number | undefined
  readonly lateAfterMs: number
  readonly wasLate: boolean
  /** Nothing is to come now: this computer is busy, or the window is hidden. */
  readonly isPaused?: boolean
  readonly link: LinkObservation
}

/** The truth about a tile, from what was presented on it; the connection only explains why nothing was. */
export function tileState(evidence: TileEvidence, limits: LiveDefaults['tile']): TileStateName {
  const { nowMs, wishedAtMs, lastFrameAtMs, link } = evidence
  if (wishedAtMs === undefined) return 'NO CAMERA'
  const hadPicture = lastFrameAtMs !== undefined
  const refusal = link.error && refusalState(link.error.code)
  if (evidence.isPaused === true && link.phase === 'joined') {
    // The tile is not visible: whether it has a picture is not known, but that the camera has left is.
    const lackingSinceMs = Math.max(link.sinceMs, wishedAtMs)
    const isLacking = !link.isPublished && nowMs - lackingSinceMs > limits.absentAfterMs
    return isLacking ? (refusal ?? 'OFFLINE') : 'CONNECTING'
  }
  if (hadPicture && !evidence.isBlack && nowMs - lastFrameAtMs < limits.staleAfterMs) {
    if (isLate(evidence, limits)) return 'LATE'
    if (!isOld(evidence, limits)) return 'LIVE'
    // Frames are counted, but no callback has told their age for a while: this computer is busy.
    if (nowMs - lastFrameAtMs < limits.sampleDelayEveryMs) return 'LATE'
  }
  if (link.phase === 'joined') {
    if (!link.isPublished && refusal !== undefined) return refusal
    // Only a lack that lasts counts: the camera may be a moment behind its room, or about to publish again.
    const lackingSinceMs = Math.max(link.sinceMs, wishedAtMs, lastFrameAtMs ?? 0)
    if (!link.isPublished && nowMs - lackingSinceMs > limits.absentAfterMs) return 'OFFLINE'
    if (hadPicture && !evidence.isBlack) return 'STALE'
    return stillConnecting(evidence, limits, hadPicture ? 'RECONNECTING' : 'CONNECTING')
  }
  return refusal ?? stillConnecting(evidence, limits, hadPicture ? 'RECONNECTING' : 'CONNECTING')
}

/** Of what somebody has to act on first. */
function refusalState(code: WallErrorCode): TileStateName | undefined {
  if (failureScope(code) !== 'permanent') return undefined
  if (code === 'not_found') return 'NO CAMERA'
  return code === 'key_rejected' || code === 'not_allowed' || code === 'no_key' ? 'NO ACCESS' : 'OFFLINE'
}

function isLate(evidence: TileEvidence, limits: LiveDefaults['tile']): boolean {
  if (evidence.delayMs === undefined) return false
  return evidence.delayMs > evidence.lateAfterMs * (evidence.wasLate ? limits.lateHysteresis : 1)
}

/** No picture is known to be younger than the limits of delay and staleness together. */
function isOld({ nowMs, filmedAtMs, lateAfterMs }: TileEvidence, limits: LiveDefaults['tile']): boolean {
  return filmedAtMs === undefined || nowMs - filmedAtMs >= lateAfterMs + limits.staleAfterMs
}

function stillConnecting(
  { nowMs, wishedAtMs, lastFrameAtMs }: TileEvidence,
  limits: LiveDefaults['tile'],
  name: 'CONNECTING' | 'RECONNECTING',
): TileStateName {
  const waitingSinceMs = Math.max(lastFrameAtMs ?? 0, wishedAtMs ?? 0)
  return nowMs - waitingSinceMs > limits.offlineAfterMs ? 'OFFLINE' : name
}
