import { t } from '../../language/language.ts'

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
