/** Where the wall stands in time. It moves by itself: nobody has to say so every frame. */
export type Playhead =
  | { readonly mode: 'live' }
  /** At `atMs` of the footage when the clock said `sinceMs`, going on at `rate` (0: paused, below 0: backwards). */
  | { readonly mode: 'playback'; readonly atMs: number; readonly sinceMs: number; readonly rate: number }

export function playheadAt(playhead: Playhead, nowMs: number): number {
  return playhead.mode === 'live' ? nowMs : playhead.atMs + (nowMs - playhead.sinceMs) * playhead.rate
}

/** Milliseconds until it has moved by `footageMs`; `Infinity` when it stands. */
export function timeToMove(playhead: Playhead, footageMs: number): number {
  return playhead.mode === 'live' ? footageMs : footageMs / Math.abs(playhead.rate)
}
