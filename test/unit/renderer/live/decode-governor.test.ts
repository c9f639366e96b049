import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type GovernedTile,
  type GovernorState,
  idleGovernor,
  limitsAt,
  type LoadSample,
  steer,
} from '#renderer/live/decode-governor.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'

const limits = liveDefaults.governor
const everyMs = limits.lookEveryMs
const costs = { none: 1, reduced: 0.3, paused: 0 } as const

function wall(count: number, selected: number): GovernedTile[] {
  return Array.from({ length: count }, (_, tile) => ({
    tile,
    importance: tile === selected ? 'selected' : tile % 7 === 3 ? 'important' : 'ordinary',
    widthPx: 320,
    heightPx: 180,
  }))
}

/** A computer that decodes so many full tiles; beyond, it is as late as it is overloaded. */
function run(
  tiles: readonly GovernedTile[],
  capacityAt: (atMs: number) => number,
  minutes: number,
  from: GovernorState = idleGovernor(limits),
) {
  let state = from
  const levels: number[] = []
  for (let atMs = 0; atMs < minutes * 60_000; atMs += everyMs) {
    const load = [...limitsAt(state.level, tiles).values()].reduce((sum, limit) => sum + costs[limit], 0)
    const share = Math.min(1, capacityAt(atMs) / load)
    const sample: LoadSample = {
      atMs,
      lagMs: share < 1 ? 150 + 600 * (1 - share) : 20 / Math.max(1, capacityAt(atMs) / load),
      presentedShare: share,
      isSettled: true,
    }
    state = steer(state, sample, tiles.length, limits)
    levels.push(state.level)
  }
  return { state, levels }
}

const countRises = (levels: readonly number[]) =>
  levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0)).length

/** Late for a moment in each minute. */
const blip = (atMs: number) => (atMs % 60_000 < limits.overloadForMs ? 5 : 40)

describe('the decode governor', () => {
  it('never limits the selected tile while another one is at full, nor an important one before an ordinary one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 36 }), fc.nat(200), fc.nat(35), (count, level, selected) => {
        const tiles = wall(count, selected % count)
        const of = limitsAt(level, tiles)
        const depth = (tile: number) => ['none', 'reduced', 'paused'].indexOf(of.get(tile) ?? 'none')
        const own = depth(selected % count)
        expect(own).toBeLessThan(2)
        for (const { tile, importance } of tiles) {
          if (tile === selected % count) continue
          expect(depth(tile)).toBeGreaterThanOrEqual(own)
          for (const other of tiles) {
            if (importance === 'important' && other.importance === 'ordinary') {
              expect(depth(other.tile)).toBeGreaterThanOrEqual(depth(tile))
            }
          }
        }
      }),
    )
  })

  it('limits nothing before its first step, on a wall of one tile either', () => {
    for (const count of [1, 4, 36])
      expect(new Set(limitsAt(0, wall(count, 0)).values())).toEqual(new Set(['none']))
  })

  it('limits the smallest of equally important tiles first', () => {
    const tiles = [640, 160, 320].map(
      (widthPx, tile): GovernedTile => ({ tile, importance: 'ordinary', widthPx, heightPx: widthPx / 2 }),
    )
    expect([...limitsAt(1, tiles)]).toEqual([
      [1, 'reduced'],
      [2, 'none'],
      [0, 'none'],
    ])
  })

  it.each([
    { capacity: 30, tiles: 36 },
    { capacity: 14, tiles: 36 },
    { capacity: 4, tiles: 36 },
    { capacity: 3.2, tiles: 4 },
  ])('settles $tiles tiles on a computer for $capacity, and stays there', ({ capacity, tiles }) => {
    const { levels } = run(wall(tiles, 0), () => capacity, 60)
    const settling = Math.round((5 * 60_000) / everyMs)
    // Trying whether it would go again is what brings the pictures back; it must become rare.
    expect(countRises(levels.slice(settling))).toBeLessThanOrEqual(60 / 5)
    const limited = limitsAt(levels.at(-1) ?? 0, wall(tiles, 0))
    expect(limited.get(0)).toBe('none')
  })

  it('leaves a computer alone that is equal to its wall, and one that was late for a moment', () => {
    expect(run(wall(36, 0), () => 40, 30).levels.every((level) => level === 0)).toBe(true)
    expect(run(wall(36, 0), blip, 30).levels.every((level) => level === 0)).toBe(true)
  })

  it('gives everything back by itself when the load has gone', () => {
    const { state } = run(wall(36, 0), () => 8, 10)
    expect(state.level).toBeGreaterThan(0)
    const after = run(wall(36, 0), () => 100, 20, {
      ...state,
      steppedAtMs: 0,
      easedAtMs: 0,
      calmSinceMs: undefined,
    })
    expect(after.state.level).toBe(0)
  })

  it('pauses no tile of a wall that answers, however few frames it presents', () => {
    let state = idleGovernor(limits)
    for (let atMs = 0; atMs < 600_000; atMs += everyMs) {
      state = steer(state, { atMs, lagMs: 20, presentedShare: 0.3, isSettled: true }, 36, limits)
    }
    expect([...limitsAt(state.level, wall(36, 0)).values()]).not.toContain('paused')
    expect(state.level).toBe(35)
  })

  it('begins to count anew after what is neither an overload nor calm', () => {
    const sample = { lagMs: 20, presentedShare: 1, isSettled: true }
    const band = { ...sample, lagMs: limits.calmLagMs + 1 }
    const [full, less] = [{ presentedShare: 0.89 }, { presentedShare: 0.74 }]
    const at = (state: GovernorState, atMs: number, change: Partial<LoadSample>) =>
      steer(state, { ...sample, atMs, ...change }, 36, limits)
    const overloaded = at(idleGovernor(limits), 0, less)
    expect(overloaded.overloadedSinceMs).toBe(0)
    for (const between of [band, full]) {
      const state = at(overloaded, 7_000, between)
      expect(state).toMatchObject({ level: 0, overloadedSinceMs: undefined, calmSinceMs: undefined })
      expect(at(state, 9_000, less).overloadedSinceMs).toBe(9_000)
      const calm = at({ ...state, level: 4 }, 10_000, {})
      expect(at(at(calm, 20_000, between), 26_000, {})).toMatchObject({ level: 4, calmSinceMs: 26_000 })
      expect(at(calm, 25_000, {}).level).toBe(1)
    }
  })

  it('wants twice the calm after a relapse, not where no step is left, and forgets that in time', () => {
    const idle = idleGovernor(limits)
    const late = { atMs: 9_000, lagMs: 900, presentedShare: 1, isSettled: true }
    const calm = { ...late, lagMs: 20 }
    const eased = { ...idle, level: 4, overloadedSinceMs: 0, easedAtMs: 0 }
    const calmForMs = limits.calmForMs
    expect(steer(eased, late, 36, limits).calmForMs).toBe(calmForMs * 2)
    expect(steer({ ...eased, level: 71 }, late, 36, limits)).toMatchObject({ level: 71, calmForMs })
    const muchLater = { ...calm, atMs: limits.forgetAfterMs + 1 }
    expect(steer({ ...eased, calmForMs: 99_000 }, muchLater, 36, limits).calmForMs).toBe(calmForMs)
    // Where nothing was limited nothing is given back, and no overload is a relapse.
    const unlimited = steer({ ...idle, calmSinceMs: 0 }, { ...calm, atMs: calmForMs }, 36, limits)
    expect(unlimited.easedAtMs).toBe(idle.easedAtMs)
  })

  it('waits while tiles are being connected', () => {
    let state = idleGovernor(limits)
    for (let atMs = 0; atMs < 60_000; atMs += everyMs) {
      state = steer(state, { atMs, lagMs: 900, presentedShare: 0.2, isSettled: false }, 36, limits)
    }
    expect(state.level).toBe(0)
  })

  it.each([
    {
      what: 'until all tiles have been sampled, where only their figures are bad',
      lagMs: 20,
      nextMs: 26_000,
    },
    { what: 'no longer than a step takes, where keys wait', lagMs: 200, nextMs: 14_000 },
  ])('waits with the next step $what', ({ lagMs, nextMs }) => {
    let state = idleGovernor(limits)
    const rises: number[] = []
    for (let atMs = 0; atMs < 40_000; atMs += everyMs) {
      const { level } = state
      state = steer(state, { atMs, lagMs, presentedShare: 0.3, isSettled: true }, 36, limits)
      if (state.level > level) rises.push(atMs)
    }
    expect(rises.slice(0, 2)).toEqual([8_000, nextMs])
  })

  it('counts calm while tiles are being connected, and leaves it as it is where that costs something', () => {
    const sample = { lagMs: 20, presentedShare: 1, isSettled: false }
    const limited = { ...idleGovernor(limits), level: 4 }
    const calm = steer(limited, { ...sample, atMs: 0 }, 36, limits)
    expect(calm.calmSinceMs).toBe(0)
    const burst = steer(calm, { ...sample, atMs: 2_000, lagMs: 900 }, 36, limits)
    expect(burst).toMatchObject({ level: 4, calmSinceMs: 0, overloadedSinceMs: undefined })
    expect(steer(burst, { ...sample, atMs: 15_000 }, 36, limits).level).toBe(1)
  })
})
