import type { Theme } from './drawing/theme.ts'
import { EVENT_HUES } from './event-hues.ts'

/** The page's tokens, as a worker can use them. Every one of them is written `#rrggbb`. */
export function themeOfPage(element: Element): Theme {
  const styles = getComputedStyle(element)
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim()
  return {
    background: token('panel'),
    lane: token('lane'),
    selectedLane: token('lane-selected'),
    coverage: token('lane-recorded'),
    future: token('lane-future'),
    line: token('line'),
    lineStrong: token('line-strong'),
    text: token('text'),
    textDim: token('text-dim'),
    hit: token('event-hit'),
    events: Array.from({ length: EVENT_HUES }, (_, at) => token(`event-${at + 1}`)),
  }
}
