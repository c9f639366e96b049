import { busyness } from '../../demo/busy-hours.ts'
import { MINUTE_MS, type Mode } from '../../events/demo/demo-sources.ts'
import type { LocalTime } from '../../demo/local-time.ts'
import { countOf, type Draw, seededDraw } from '../../demo/seeded-random.ts'
import type { DemoPlace } from './demo-places.ts'

/** Somebody who came and went, epoch milliseconds. */
export interface Visit {
  readonly place: DemoPlace
  readonly fromMs: number
  readonly untilMs: number
  /** Decides by which door, and what its counter missed. */
  readonly chance: number
}

/** Whoever looks sees them go again. */
const longestLiveStayInMinutes = 6

/** Nobody stays longer. */
export function longestStayMs({ meanStayInMinutes }: DemoPlace): number {
  return Math.ceil(meanStayInMinutes * 1.7) * MINUTE_MS
}

/** Who comes within one minute (since the epoch); the same on every machine for the same seed. */
export function visitsOf(
  place: DemoPlace,
  seed: string,
  minute: number,
  mode: Mode,
  local: LocalTime,
): Visit[] {
  const usual = place.visitorsInBusiestHour * busyness(place.comes, local)
  // Live, they come on top of those who always come.
  const perHour = mode === 'live' ? Math.max(0, place.visitorsInLiveHour - usual) : usual
  if (perHour === 0) return []
  const draw = seededDraw(seed, place.name, minute, mode)
  return Array.from({ length: countOf(perHour / 60, draw) }, () => {
    const fromMs = minute * MINUTE_MS + Math.floor(draw() * MINUTE_MS)
    return { place, fromMs, untilMs: fromMs + stayMs(place, mode, draw), chance: draw() }
  })
}

function stayMs({ meanStayInMinutes }: DemoPlace, mode: Mode, draw: Draw): number {
  const mean =
    mode === 'live' ? Math.min(meanStayInMinutes, longestLiveStayInMinutes / 1.7) : meanStayInMinutes
  return Math.floor((0.3 + 1.4 * draw()) * mean * MINUTE_MS)
}
