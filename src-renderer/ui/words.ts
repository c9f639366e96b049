import { never } from '#contract/result.ts'
import type { TileStateName } from '#contract/wall/tile-report.ts'
import { computerMs } from '../clock.ts'
import { fixed, t } from '../language/language.ts'
import type { PlaybackStateName } from '../playback/tile/tile-state.ts'
import { clockText, dayText } from '../timeline/axis/time-words.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { TileLook } from './tile-look.ts'

/** How loudly something asks to be looked at. Normal is silent. */
export type Tone = 'silent' | 'quiet' | 'attention' | 'fault'

export const toneOfState: Readonly<Record<TileStateName, Tone>> = {
  LIVE: 'silent',
  CONNECTING: 'quiet',
  LATE: 'attention',
  STALE: 'attention',
  RECONNECTING: 'attention',
  OFFLINE: 'fault',
  'NO ACCESS': 'fault',
  'NO CAMERA': 'fault',
}

export interface TileWords {
  readonly tone: Tone
  /** At the bottom right, beside the caption. */
  readonly corner?: string
  /** In the middle of the picture. */
  readonly chip?: string
  /** Under the chip, a line each: why, since when, what is being done. */
  readonly lines: readonly string[]
}

/** The word on the screen for a state of a tile; the code itself is for machines. */
export const stateWords = (state: TileStateName | PlaybackStateName): string => t(`state.${state}`)

/** A time of day; with the day when it was not within the last half day. */
export function timeOfDay(zone: Zone, atMs: number, nowMs: number): string {
  const time = clockText(zone, atMs, 'second')
  return Math.abs(nowMs - atMs) < 12 * 3_600_000 ? time : `${dayText(zone, atMs)} ${time}`
}

/** A length of time, coarser the longer it is: `8 s`, `4 min`, `2 h 5 min`. */
export function span(lengthMs: number): string {
  const seconds = Math.max(0, Math.round(lengthMs / 1_000))
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 100) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

function nextTry(look: TileLook, nowMs: number): string {
  if (look.nextTryAtMs === undefined) return ''
  const inMs = computerMs(look.nextTryAtMs) - nowMs
  return inMs > 500 ? ` · ${t('tile.nextTry', { span: span(inMs) })}` : ` · ${t('tile.tryingNow')}`
}

function lateWords({ delayTenths, isLocal }: TileLook): string {
  if (isLocal) {
    return delayTenths === undefined
      ? t('tile.lateLocal')
      : t('tile.lateLocalBy', { seconds: Math.round(delayTenths / 10) })
  }
  const late = stateWords('LATE')
  return delayTenths === undefined ? late : `${late} ${fixed(delayTenths / 10)} s`
}

/**
 * What a tile says about itself: never by colour alone, and nothing at all while all is well. Its times are the
 * platform's, `aheadMs` ahead of this computer's: others on the wall are, too.
 */
export function tileWords(look: TileLook, nowMs: number, zone: Zone, aheadMs = 0): TileWords {
  const tone = toneOfState[look.state]
  const timeText = (ms: number) => timeOfDay(zone, computerMs(ms) + aheadMs, nowMs + aheadMs)
  const since = t('tile.since', { time: timeText(look.sinceMs) })
  const last =
    look.lastFrameAtMs === undefined ? since : t('tile.lastPicture', { time: timeText(look.lastFrameAtMs) })
  const failed = (why: string, when: string): TileWords => ({
    tone,
    chip: stateWords(look.state),
    lines: [look.why ?? why, `${when}${nextTry(look, nowMs)}`],
  })
  switch (look.state) {
    case 'LIVE':
      return look.limit === 'reduced'
        ? { tone: 'quiet', corner: t('tile.reduced'), lines: [] }
        : { tone, lines: [] }
    case 'LATE':
      return { tone, corner: lateWords(look), lines: [] }
    case 'CONNECTING':
      return {
        tone,
        lines: [look.limit === 'paused' ? t('tile.paused') : (look.why ?? t('tile.connecting'))],
      }
    case 'STALE':
      return {
        tone,
        chip: `${stateWords(look.state)} · ${span(nowMs - computerMs(look.lastFrameAtMs ?? look.sinceMs))}`,
        lines: [...(look.why === undefined ? [] : [look.why]), `${last}${nextTry(look, nowMs)}`],
      }
    case 'RECONNECTING':
      return failed(t('tile.connectionLost'), last)
    case 'OFFLINE':
      return failed(t('tile.noPicture'), since)
    case 'NO ACCESS':
      return failed(t('tile.mayNotSee'), since)
    case 'NO CAMERA':
      return failed(t('tile.unknownCamera'), since)
    default:
      return never(look.state)
  }
}
