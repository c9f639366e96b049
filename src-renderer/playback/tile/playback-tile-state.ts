import type { WallError, WallErrorCode } from '#contract/errors.ts'
import { t } from '../../language/language.ts'
import { playbackDefaults } from '../defaults.ts'
import type { Place } from '../segment-map.ts'
import type { PlaybackObservation, PlaybackStateName } from './tile-state.ts'
import { errorWords } from '../../language/error-words.ts'

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
  if (error !== undefined) return observed(stateOf(error), errorWords(error))
  if (gap !== undefined)
    return observed(gap.untilMs === undefined ? 'NO RECORDING' : 'GAP', undefined, gap.untilMs)
  if (failure !== undefined) return observed('FAILED', failure)
  if (unsettledForMs === undefined) return observed(isStanding ? 'PAUSED' : 'PLAYING')
  const unsettled = isStanding || evidence.isJumping ? 'SEEKING' : 'BUFFERING'
  const wasSettled = before.isQuiet || before.state === 'PLAYING' || before.state === 'PAUSED'
  if (unsettledForMs < quietMs && wasSettled) {
    return isStanding ? { ...observed(unsettled), isQuiet: true } : observed('PLAYING')
  }
  return observed(unsettled, unsettledForMs > explainAfterMs ? t('playback.tile.nothingArrives') : undefined)
}

const stateByCode: Partial<Record<WallErrorCode, PlaybackStateName>> = {
  no_recording: 'NO RECORDING',
  range_refused: 'NO RECORDING',
  not_allowed: 'NO ACCESS',
  key_rejected: 'NO ACCESS',
  no_key: 'NO ACCESS',
}

function stateOf({ code }: WallError): PlaybackStateName {
  return stateByCode[code] ?? 'FAILED'
}
