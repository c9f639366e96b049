import type { PlaybackLimits } from './defaults.ts'

/** `[startMs, endMs)` in epoch milliseconds. */
export interface PlaybackWindow {
  readonly startMs: number
  readonly endMs: number
}

export interface OpenedWindow extends PlaybackWindow {
  /** It ends with the newest footage. */
  readonly isNewest: boolean
}

/**
 * The hour (or less) that is started for an instant; undefined when it lies in the future. A quarter of it lies
 * before: whoever jumps to an instant looks around it, back as well as on, and playing on is what goes on
 * longest. Near the present it ends with the newest footage and is shorter: `nowMs` is the platform's time.
 * It begins no earlier than `fromMs`.
 */
export function windowAround(
  atMs: number,
  nowMs: number,
  limits: PlaybackLimits,
  fromMs = 0,
): OpenedWindow | undefined {
  if (atMs > nowMs + limits.aheadInMs) return undefined
  const newestMs = Math.floor(nowMs - limits.newestAgeInMs)
  const aroundMs = Math.floor(Math.min(atMs, newestMs) - limits.windowInMs * limits.shareBefore)
  const startMs = Math.max(0, aroundMs, Math.min(fromMs, newestMs - 1))
  const endMs = Math.min(startMs + limits.windowInMs, newestMs)
  return { startMs, endMs, isNewest: endMs === newestMs }
}
