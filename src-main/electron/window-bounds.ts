import type { Rectangle } from 'electron'

/** As much of a window's upper edge must be on a display that a hand can take hold of it, device-independent pixels. */
const grip = { width: 120, height: 30 }
/** Of a display's work area, for a window that nobody has placed yet. */
const firstShare = 0.85

/** Where a window may stay that was here: where it is if it can be reached there, else on the first work area. */
export function reachableBounds(
  bounds: Rectangle | undefined,
  workAreas: readonly [Rectangle, ...Rectangle[]],
): Rectangle {
  const [area] = workAreas
  if (bounds === undefined) return centred(area.width * firstShare, area.height * firstShare, area)
  if (workAreas.some((one) => isReachable(bounds, one))) return bounds
  return centred(Math.min(bounds.width, area.width), Math.min(bounds.height, area.height), area)
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const seen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return seen >= Math.min(grip.width, width) && y >= area.y && y + grip.height <= area.y + area.height
}

function centred(width: number, height: number, area: Rectangle): Rectangle {
  const size = { width: Math.round(width), height: Math.round(height) }
  return {
    x: area.x + Math.round((area.width - size.width) / 2),
    y: area.y + Math.round((area.height - size.height) / 2),
    ...size,
  }
}
