import type { LiveDefaults } from './defaults.ts'

/** `reduced`: the smallest layer. `paused`: nothing is received, the connection stays. */
export type TileLimit = 'none' | 'reduced' | 'paused'

export interface GovernedTile {
  readonly tile: number
  /** What the operator looks at keeps its rate longest. */
  readonly importance: 'selected' | 'important' | 'ordinary'
  readonly widthPx: number
  readonly heightPx: number
}

/** What the computer managed since the last look. */
export interface LoadSample {
  readonly atMs: number
  /** How late the main thread was, at worst. */
  readonly lagMs: number
  /** Presented frames of those that were received; undefined while that is not known. */
  readonly presentedShare: number | undefined
  /** Lateness counts: it is not what connecting many tiles costs, which passes. */
  readonly isSettled: boolean
}

/** `level` counts the steps that have been taken: see `limitsAt`. Times are those of the samples. */
export interface GovernorState {
  readonly level: number
  readonly overloadedSinceMs: number | undefined
  readonly calmSinceMs: number | undefined
  readonly steppedAtMs: number
  readonly easedAtMs: number
  /** How long it must be calm before a step is taken back; longer after each that was taken back too early. */
  readonly calmForMs: number
}

type Limits = LiveDefaults['governor']

export function idleGovernor({ calmForMs }: Limits): GovernorState {
  const longAgo = Number.NEGATIVE_INFINITY
  return {
    level: 0,
    overloadedSinceMs: undefined,
    calmSinceMs: undefined,
    steppedAtMs: longAgo,
    easedAtMs: longAgo,
    calmForMs,
  }
}

export function isOverload(
  { lagMs, presentedShare = 1 }: Omit<LoadSample, 'isSettled'>,
  limits: Limits,
): boolean {
  return lagMs > limits.overloadLagMs || presentedShare < limits.overloadShare
}

/** The state after a sample. Between overload and calm lies a band in which nothing changes. */
export function steer(
  state: GovernorState,
  sample: LoadSample,
  tiles: number,
  limits: Limits,
): GovernorState {
  const { atMs, lagMs, presentedShare = 1, isSettled } = sample
  const level = Math.min(state.level, mostLevel(tiles))
  if (isOverload(sample, limits)) {
    if (!isSettled) return { ...state, level, overloadedSinceMs: undefined }
    return overloaded({ ...state, level, calmSinceMs: undefined }, sample, tiles, limits)
  }
  if (lagMs > limits.calmLagMs || presentedShare < limits.calmShare)
    return { ...state, level, overloadedSinceMs: undefined, calmSinceMs: undefined }
  const calmSinceMs = state.calmSinceMs ?? atMs
  const calm = { ...state, level, overloadedSinceMs: undefined, calmSinceMs }
  if (level === 0 || atMs - calmSinceMs < state.calmForMs)
    return atMs - state.easedAtMs < limits.forgetAfterMs ? calm : { ...calm, calmForMs: limits.calmForMs }
  const eased = Math.max(0, level - Math.ceil(tiles * limits.easeShare))
  return { ...calm, level: eased, calmSinceMs: atMs, easedAtMs: atMs }
}

function overloaded(
  state: GovernorState,
  { atMs, lagMs }: LoadSample,
  tiles: number,
  limits: Limits,
): GovernorState {
  const overloadedSinceMs = state.overloadedSinceMs ?? atMs
  // Lateness shows a step at once; a frame rate only when its tile's turn has come.
  const turnMs = lagMs > limits.overloadLagMs ? 0 : (tiles / limits.statisticsPerSecond) * 1_000
  const settleMs = Math.max(limits.settleMs, turnMs)
  const waits = { ...state, overloadedSinceMs }
  if (atMs - overloadedSinceMs < limits.overloadForMs || atMs - state.steppedAtMs < settleMs) return waits
  // Fewer frames are better than none: tiles are paused only when the main thread hardly responds.
  const most = lagMs > limits.pauseLagMs ? mostLevel(tiles) : Math.max(state.level, tiles - 1)
  const level = Math.min(most, state.level + Math.ceil(tiles * limits.reduceShare))
  if (level === state.level) return waits
  const isRelapse = atMs - state.easedAtMs < limits.relapseMs
  const calmForMs = isRelapse ? Math.min(limits.mostCalmForMs, state.calmForMs * 2) : state.calmForMs
  return { ...waits, level, steppedAtMs: atMs, calmForMs }
}

/** All but the most important tile reduced, then paused, and that one reduced. */
const mostLevel = (tiles: number): number => Math.max(0, tiles * 2 - 1)
const rank = { ordinary: 0, important: 1, selected: 2 } as const

/** What each tile may have after so many steps: the least important tiles give way first, the selected one last. */
export function limitsAt(level: number, tiles: readonly GovernedTile[]): ReadonlyMap<number, TileLimit> {
  const rising = tiles.toSorted(
    (one, other) =>
      rank[one.importance] - rank[other.importance] ||
      one.widthPx * one.heightPx - other.widthPx * other.heightPx ||
      other.tile - one.tile,
  )
  const others = rising.length - 1
  return new Map(
    rising.map(({ tile }, at) => {
      if (at === others) return [tile, level > 2 * others ? 'reduced' : 'none']
      return [tile, level > others + at ? 'paused' : level > at ? 'reduced' : 'none']
    }),
  )
}
