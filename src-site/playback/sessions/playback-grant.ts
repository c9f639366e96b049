import { overlaps, type TimeRange } from '../time-range.ts'

/** What a playback session may read. */
export interface PlaybackGrant {
  /** The newest last: a player that was given another window may still play the end of the one before. */
  readonly windows: readonly TimeRange[]
  /** Only the reduced rendition is offered, where there is one. */
  readonly isReduced: boolean
}

const keptWindows = 4

export function widened(
  before: PlaybackGrant | undefined,
  window: TimeRange,
  isReduced: boolean,
): PlaybackGrant {
  const others = (before?.windows ?? []).filter((other) => windowName(other) !== windowName(window))
  return { windows: [...others, window].slice(-keptWindows), isReduced }
}

/** File name of a window's playlist. */
export function windowName({ startMs, endMs }: TimeRange): string {
  return `${startMs}-${endMs}.m3u8`
}

export function windowNamed({ windows }: PlaybackGrant, name: string): TimeRange | undefined {
  return windows.find((window) => windowName(window) === name)
}

/** Whether footage that begins at this instant belongs to a window; its length is not in its name. */
export function mayRead({ windows }: PlaybackGrant, startMs: number, longestSegmentMs: number): boolean {
  return windows.some((window) => overlaps(window, { startMs, endMs: startMs + longestSegmentMs }))
}
