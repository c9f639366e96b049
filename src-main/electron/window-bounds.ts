import type { Rectangle } from 'electron'

/** Of a window's area, on all displays together: with less it is rather lost than placed there. */
const leastShare = 0.5
/** Of its upper edge, device-independent pixels: a hand must be able to take hold of it. */
const gripHeight = 30
/** Of a display's work area, for a window that nobody has placed yet. */
const firstShare = 0.85

/** Where a window may stay that was here: where it is if it can be reached there, else on the first work area. */
export function reachableBounds(
  bounds: Rectangle | undefined,
  workAreas: readonly [Rectangle, ...Rectangle[]],
): Rectangle {
  const [area] = workAreas
  if (bounds === undefined) return centred(area.width * firstShare, area.height * firstShare, area)
  if (isReachable(bounds, workAreas)) return bounds
  return centred(Math.min(bounds.width, area.width), Math.min(bounds.height, area.height), area)
}

function isReachable(bounds: Rectangle, workAreas: readonly Rectangle[]): boolean {
  const grip = { ...bounds, height: gripHeight }
  const shows = (one: Rectangle, share: number) =>
    workAreas.reduce((sum, area) => sum + overlap(one, area), 0) >= share * one.width * one.height
  return shows(bounds, leastShare) && shows(grip, leastShare)
}

function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

function centred(width: number, height: number, area: Rectangle): Rectangle {
  const size = { width: Math.round(width), height: Math.round(height) }
  return {
    x: area.x + Math.round((area.width - size.width) / 2),
    y: area.y + Math.round((area.height - size.height) / 2),
    ...size,
  }
}
