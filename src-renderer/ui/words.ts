import { never } from '#contract/result.ts'
import type { TileStateName } from '#contract/wall/tile-report.ts'
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

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** A time of day in the zone of this computer; with the day when it was not within the last half day. */
export function timeOfDay(atMs: number, nowMs: number): string {
  const time = clockFormat.format(atMs)
  return Math.abs(nowMs - atMs) < 12 * 3_600_000 ? time : `${dayFormat.format(atMs)} ${time}`
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
  const inMs = look.nextTryAtMs - nowMs
  return inMs > 500 ? ` · next try in ${span(inMs)}` : ' · trying now'
}

function lateWords({ delayTenths, isLocal }: TileLook): string {
  if (isLocal) {
    const behind = delayTenths === undefined ? '' : `, about ${Math.round(delayTenths / 10)} s behind`
    return `LATE · local HLS${behind}`
  }
  return delayTenths === undefined ? 'LATE' : `LATE ${(delayTenths / 10).toFixed(1)} s`
}

/** What a tile says about itself: never by colour alone, and nothing at all while all is well. */
export function tileWords(look: TileLook, hasCamera: boolean, nowMs: number): TileWords {
  if (!hasCamera) return { tone: 'silent', lines: [] }
  const tone = toneOfState[look.state]
  const since = `since ${timeOfDay(look.sinceMs, nowMs)}`
  const last =
    look.lastFrameAtMs === undefined ? since : `last picture ${timeOfDay(look.lastFrameAtMs, nowMs)}`
  switch (look.state) {
    case 'LIVE':
      return { tone, lines: [] }
    case 'LATE':
      return {
        tone,
        corner: lateWords(look),
        lines: [],
      }
    case 'CONNECTING':
      return { tone, lines: [look.why ?? 'Connecting…'] }
    case 'STALE':
      return {
        tone,
        chip: `STALE · ${span(nowMs - (look.lastFrameAtMs ?? look.sinceMs))}`,
        lines: [...(look.why === undefined ? [] : [look.why]), `${last}${nextTry(look, nowMs)}`],
      }
    case 'RECONNECTING':
      return {
        tone,
        chip: look.state,
        lines: [look.why ?? 'The connection was lost.', `${last}${nextTry(look, nowMs)}`],
      }
    case 'OFFLINE':
      return {
        tone,
        chip: look.state,
        lines: [look.why ?? 'No picture from this camera.', `${since}${nextTry(look, nowMs)}`],
      }
    case 'NO ACCESS':
      return {
        tone,
        chip: look.state,
        lines: [look.why ?? 'The key may not see this camera.', `${since}${nextTry(look, nowMs)}`],
      }
    case 'NO CAMERA':
      return {
        tone,
        chip: look.state,
        lines: [look.why ?? 'The platform does not know this camera.', `${since}${nextTry(look, nowMs)}`],
      }
    default:
      return never(look.state)
  }
}
