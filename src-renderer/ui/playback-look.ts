import type { PlaybackObservation, PlaybackStateName } from '../playback/tile/tile-state.ts'
import { playbackWords, reducedWords } from '../playback/tile/tile-state.ts'
import { clockText, dayUnless } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { PlaybackPictures } from '../wall/playback-pictures.ts'
import { useLook } from './use-look.ts'
import { stateWords, type TileWords, type Tone } from './words.ts'
import { t } from '../language/language.ts'

/** The part of an observation that a tile writes; the instant of its picture is written elsewhere, without React. */
export type PlaybackLook = Omit<PlaybackObservation, 'shownMs'>

/** Before the tile has a player. */
const opening: PlaybackLook = { state: 'SEEKING', untilMs: undefined, reason: undefined, isQuiet: false }

function lookOf(observation: PlaybackObservation | undefined): PlaybackLook {
  const { state, untilMs, reason, isQuiet, reduced } = observation ?? opening
  return { state, untilMs, reason, isQuiet, reduced }
}

export function usePlaybackLook(
  pictures: Pick<PlaybackPictures, 'observe' | 'subscribe'>,
  tile: number,
): PlaybackLook {
  return useLook(pictures, tile, lookOf)
}

const toneOfState: Readonly<Record<PlaybackStateName, Tone>> = {
  PLAYING: 'silent',
  PAUSED: 'silent',
  SEEKING: 'quiet',
  BUFFERING: 'quiet',
  GAP: 'quiet',
  'NO RECORDING': 'quiet',
  'NO ACCESS': 'fault',
  UNPLAYABLE: 'fault',
  FAILED: 'attention',
}

/** What a tile of the past says: nothing while its picture is the asked one, and the best there is. */
export function pastWords(look: PlaybackLook, zone: Zone): TileWords {
  const tone = toneOfState[look.state]
  const sentence = playbackWords(look, (ms) => clockText(zone, ms, 'second'))
  const lines = sentence === undefined ? [] : [sentence]
  const isPassing = tone === 'silent' || look.state === 'SEEKING' || look.state === 'BUFFERING'
  const corner = look.reduced && reducedWords(look.reduced)
  if (corner !== undefined) return { tone: look.reduced?.isComing ? 'quiet' : 'attention', corner, lines }
  return isPassing ? { tone, lines } : { tone, chip: stateWords(look.state), lines }
}

/** `14:05:10`, with tenths where `isExact`; the day before it when that is not today's. */
export function pastTime(
  zone: Zone,
  ms: number,
  nowMs: number,
  isExact: boolean,
): { readonly time: string; readonly day: string } {
  return {
    time: clockText(zone, ms, isExact ? 'tenth' : 'second'),
    day: dayUnless(zone.dayAt(nowMs), zone, ms),
  }
}

/** `Paused`, `Playback`, `4×`. */
export function speedWords(speed: number): string {
  if (speed === 0) return t('playback.paused')
  return speed === 1 ? t('playback.playback') : timesWords(speed)
}

/** `4×`, `−2×` backwards, `¼×`. */
export function timesWords(speed: number): string {
  const amount = Math.abs(speed)
  const fraction = amount === 0.25 ? '¼' : amount === 0.5 ? '½' : String(amount)
  return `${speed < 0 ? '−' : ''}${fraction}×`
}
