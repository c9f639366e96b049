import type { OccupancyEvent } from '#contract/platform/occupancy.ts'
import { ZoneClock } from '#contract/platform/zone-clock.ts'
import { MINUTE_MS, type Mode } from '../../events/demo/demo-sources.ts'
import { localTime } from '../../demo/local-time.ts'
import { type DemoPlace, demoPlaces } from './demo-places.ts'
import { longestStayMs, type Visit, visitsOf } from './visits.ts'

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
