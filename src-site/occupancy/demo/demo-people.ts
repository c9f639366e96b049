import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import { ZoneClock } from '#contract/time/zone-clock.ts'
import { busyness } from '../../demo/busy-hours.ts'
import { localTime, type LocalTime } from '../../demo/local-time.ts'
import { countOf, type Draw, seededDraw } from '../../demo/seeded-random.ts'
import { MINUTE_MS, type Mode } from '../../events/demo/demo-sources.ts'
import { type DemoPlace, demoPlaces } from './demo-places.ts'

export interface DemoPeopleRules {
  readonly seed: string
  readonly timeZone: string
  /** Share of people that a counting line does not see. */
  readonly missedShare: number
}

/** How often a zone of the past counted. */
const COUNT_EVERY_MS = 2 * MINUTE_MS

/** Who has come and gone, and what lines and zones counted of it. */
export class DemoPeople {
  readonly #rules: DemoPeopleRules
  readonly #clock: ZoneClock

  constructor(rules: DemoPeopleRules) {
    this.#rules = rules
    this.#clock = new ZoneClock(rules.timeZone)
  }

  /** What was counted within `[fromMs, untilMs)`, ascending. */
  history(fromMs: number, untilMs: number): OccupancyEvent[] {
    return demoPlaces
      .flatMap((place) => {
        const visits = this.#visits(place, 'history', fromMs, untilMs)
        return [...this.#passages(visits, fromMs, untilMs), ...zoneHistory(place, visits, fromMs, untilMs)]
      })
      .toSorted((one, other) => one.timestamp - other.timestamp)
  }

  /** As `history`, of an ordinary hour since `liveSinceMs`; zones count at `untilMs`. */
  live(liveSinceMs: number, fromMs: number, untilMs: number): OccupancyEvent[] {
    const passages: OccupancyEvent[] = []
    const counts: OccupancyEvent[] = []
    for (const place of demoPlaces) {
      const visits = [
        ...this.#visits(place, 'history', fromMs, untilMs),
        ...this.#visits(place, 'live', fromMs, untilMs).filter((visit) => visit.fromMs >= liveSinceMs),
      ]
      passages.push(...this.#passages(visits, fromMs, untilMs))
      const before = presentAt(visits, fromMs)
      const count = presentAt(visits, untilMs)
      if (place.zone && count !== before) {
        counts.push({ type: 'COUNT', id: place.zone.id, count, timestamp: untilMs })
      }
    }
    return [...passages.toSorted((one, other) => one.timestamp - other.timestamp), ...counts]
  }

  /** Those that are there at any time from `fromMs` to `untilMs`. */
  #visits(place: DemoPlace, mode: Mode, fromMs: number, untilMs: number): Visit[] {
    const first = Math.floor((fromMs - longestStayMs(place)) / MINUTE_MS)
    const last = Math.floor(untilMs / MINUTE_MS)
    const visits: Visit[] = []
    for (let minute = first; minute <= last; minute++) {
      const local = localTime(this.#clock, minute * MINUTE_MS)
      visits.push(...visitsOf(place, this.#rules.seed, minute, mode, local))
    }
    return visits.filter((visit) => visit.fromMs <= untilMs && visit.untilMs >= fromMs)
  }

  #passages(visits: readonly Visit[], fromMs: number, untilMs: number): OccupancyEvent[] {
    const { missedShare } = this.#rules
    return visits.flatMap(({ place: { doors }, fromMs: cameMs, untilMs: leftMs, chance }) => {
      const came = doors[Math.floor(chance * doors.length)]
      const left = doors[Math.floor(((chance * 7) % 1) * doors.length)]
      if (!came || !left) return []
      const luck = (chance * 1_000) % 1
      const passages: OccupancyEvent[] = []
      if (luck >= missedShare) passages.push({ type: 'ENTRANCE', id: came.id, timestamp: cameMs })
      if (luck < 1 - missedShare) passages.push({ type: 'EXIT', id: left.id, timestamp: leftMs })
      return passages.filter(({ timestamp }) => timestamp >= fromMs && timestamp < untilMs)
    })
  }
}

function presentAt(visits: readonly Visit[], atMs: number): number {
  return visits.filter(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs).length
}

/** Whenever it is another number than the last time. */
function zoneHistory(
  { zone }: DemoPlace,
  visits: readonly Visit[],
  fromMs: number,
  untilMs: number,
): OccupancyEvent[] {
  if (!zone) return []
  const changes = visits
    .flatMap((visit) => [
      { atMs: visit.fromMs, by: 1 },
      { atMs: visit.untilMs, by: -1 },
    ])
    .toSorted((one, other) => one.atMs - other.atMs)
  const counts: OccupancyEvent[] = []
  let count = 0
  let next = 0
  let last: number | undefined
  for (let atMs = fromMs; atMs < untilMs; atMs += COUNT_EVERY_MS) {
    for (let change = changes[next]; change && change.atMs <= atMs; change = changes[++next])
      count += change.by
    if (count !== last) counts.push({ type: 'COUNT', id: zone.id, count, timestamp: atMs })
    last = count
  }
  return counts
}

/** Somebody who came and went, epoch milliseconds. */
interface Visit {
  readonly place: DemoPlace
  readonly fromMs: number
  readonly untilMs: number
  /** Decides by which door, and what its counter missed. */
  readonly chance: number
}

/** Whoever looks sees them go again. */
const longestLiveStayInMinutes = 6

/** Nobody stays longer. */
function longestStayMs({ meanStayInMinutes }: DemoPlace): number {
  return Math.ceil(meanStayInMinutes * 1.7) * MINUTE_MS
}

/** Who comes within one minute (since the epoch); the same on every machine for the same seed. */
function visitsOf(place: DemoPlace, seed: string, minute: number, mode: Mode, local: LocalTime): Visit[] {
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
