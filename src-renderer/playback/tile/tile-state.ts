import type { WallError, WallErrorCode } from '#contract/errors.ts'
import { errorWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Place } from '../segment-map.ts'

/** What a playback tile shows. Everything but `PLAYING` and `PAUSED` comes with words for the operator, unless it is over at once. */
export type PlaybackStateName =
  /** The picture is of the asked instant, and moves. */
  | 'PLAYING'
  /** The picture is of the asked instant, and stands. */
  | 'PAUSED'
  /** The asked picture is on its way. */
  | 'SEEKING'
  /** The tile waits for footage; the wall goes on. */
  | 'BUFFERING'
  /** Nothing was recorded at the asked instant; it is known when footage begins again. */
  | 'GAP'
  /** Nothing was recorded at the asked instant nor, as far as is known, after it. */
  | 'NO RECORDING'
  | 'NO ACCESS'
  /** This machine cannot decode the camera's footage. */
  | 'UNPLAYABLE'
  | 'FAILED'

export interface PlaybackObservation {
  readonly state: PlaybackStateName
  /** Instant of the picture on the tile, from the picture itself; undefined while there is none. Epoch milliseconds. */
  readonly shownMs: number | undefined
  /** When footage begins again, in a gap. */
  readonly untilMs: number | undefined
  /** What happened and what is done about it; undefined when the state says all. */
  readonly reason: string | undefined
  /** Too short to be noticed: nothing is shown. */
  readonly isQuiet: boolean
  /** A paused picture that has fewer pixels than the footage. */
  readonly reduced?: ReducedPicture | undefined
}

export interface ReducedPicture {
  readonly widthPx: number
  readonly heightPx: number
  /** The best rendition is on its way; otherwise it could not be had. */
  readonly isComing: boolean
}

export interface PlaybackTileEvidence {
  readonly before: Pick<PlaybackObservation, 'state' | 'isQuiet'>
  /** One picture is asked for, and no other. */
  readonly isStanding: boolean
  readonly shownMs: number | undefined
  /** The footage of the asked instant could not be opened. */
  readonly error: WallError | undefined
  readonly isUnplayable: boolean
  /** Footage is there and cannot be played, in words. */
  readonly failure: string | undefined
  readonly gap: Extract<Place, { kind: 'gap' }> | undefined
  /** The asked instant has changed by more than time that passes. */
  readonly isJumping: boolean
  /** Since when the picture is not the asked one, in milliseconds; undefined when it is. */
  readonly unsettledForMs: number | undefined
}

const { quietMs, explainAfterMs } = playbackDefaults.tile

/** The truth about a playback tile, from the picture on it; all else only explains why it is not the asked one. */
export function playbackTileState(evidence: PlaybackTileEvidence): PlaybackObservation {
  const { shownMs, error, gap, failure, unsettledForMs, isStanding, before } = evidence
  const observed = (state: PlaybackStateName, reason?: string, untilMs?: number): PlaybackObservation => ({
    state,
    shownMs,
    untilMs,
    reason,
    isQuiet: false,
  })
  if (evidence.isUnplayable) return observed('UNPLAYABLE')
  if (error !== undefined) return observed(stateByCode[error.code] ?? 'FAILED', errorWords(error))
  if (gap !== undefined)
    return observed(gap.untilMs === undefined ? 'NO RECORDING' : 'GAP', undefined, gap.untilMs)
  if (failure !== undefined) return observed('FAILED', failure)
  if (unsettledForMs === undefined) return observed(isStanding ? 'PAUSED' : 'PLAYING')
  const unsettled = isStanding || evidence.isJumping ? 'SEEKING' : 'BUFFERING'
  const wasSettled = before.isQuiet || before.state === 'PLAYING' || before.state === 'PAUSED'
  if (unsettledForMs < quietMs && wasSettled)
    return isStanding ? { ...observed(unsettled), isQuiet: true } : observed('PLAYING')
  return observed(unsettled, unsettledForMs > explainAfterMs ? t('playback.tile.nothingArrives') : undefined)
}

const stateByCode: Partial<Record<WallErrorCode, PlaybackStateName>> = {
  no_recording: 'NO RECORDING',
  range_refused: 'NO RECORDING',
  not_allowed: 'NO ACCESS',
  key_rejected: 'NO ACCESS',
  no_key: 'NO ACCESS',
}

/** What the tile says of a paused picture that is not the best there is. */
export function reducedWords({ widthPx, heightPx, isComing }: ReducedPicture): string {
  const size = `${widthPx}×${heightPx}`
  return t(isComing ? 'playback.tile.sharperComing' : 'playback.tile.noSharper', { size })
}

/** The sentence on the tile; `timeText` writes an instant as hh:mm:ss in the wall's zone. */
export function playbackWords(
  { state, untilMs, reason, isQuiet }: Omit<PlaybackObservation, 'shownMs'>,
  timeText: (epochMs: number) => string,
): string | undefined {
  if (state === 'PLAYING' || state === 'PAUSED' || isQuiet) return undefined
  if (state !== 'GAP') return reason ?? t(`playback.tile.${state}`)
  return untilMs === undefined
    ? t('playback.tile.noRecording')
    : t('playback.tile.noRecordingUntil', { time: timeText(untilMs) })
}
