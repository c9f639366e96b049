import type { PlaybackState } from '../wall/playback-store.ts'

/** What the wall does with time, beside the clock of the timeline: `PLAYBACK 2× · all tiles in step`. */
export function modeWords({ tiles, isTogether, speed, playhead }: ModeState): string {
  if (playhead.mode === 'live') return 'LIVE'
  const [first = 0, ...others] = tiles
  const who = isTogether
    ? 'all tiles in step'
    : others.length === 0
      ? `tile ${first + 1}`
      : `${tiles.length} tiles in step`
  return `PLAYBACK ${speedWords(speed)} · ${who}`
}

export type ModeState = Pick<PlaybackState, 'tiles' | 'isTogether' | 'speed' | 'playhead'>

/** `2×`, `¼×`, `−4×` backwards. */
function speedWords(speed: number): string {
  if (speed === 0) return 'paused'
  const amount = Math.abs(speed)
  const text = amount === 0.25 ? '¼' : amount === 0.5 ? '½' : String(amount)
  return `${speed < 0 ? '−' : ''}${text}×`
}
