import { setTimeout as delay } from 'node:timers/promises'
import { seededDraw } from '#site/demo/seeded-random.ts'
import { liveDefaults } from '#renderer/live/defaults.ts'
import { quantile } from '#test/bench/statistics.ts'
import { FaultStand, type StandKind, standKinds, tileCount } from './fault-stand.ts'
import { promisedBackMs, quiet, type Scenario, scenarios } from './scenarios.ts'
import type { Lie } from './watch.ts'

/** How it went. Milliseconds; undefined where it never came. */
export interface Outcome {
  readonly scenario: Scenario
  /** From the end of the fault until every tile is as it should be, without a reload or another start. */
  readonly recoveredInMs: number | undefined
  /** Until all tiles concerned showed the fault, where there is something to show. */
  readonly shownInMs: number | undefined
  readonly lies: readonly Lie[]
  /** What the tiles said where it never came back. */
  readonly said: readonly string[]
  /** The longest time without a new picture on a tile that the fault did not concern. */
  readonly otherStallMs: number
}

const lookEveryMs = 100
/** As it should be for so long: that is no moment between two troubles. */
const calmForMs = 500
/** Where links die: what those of the fault before still wait for is not held against the next one. */
const freshForMs = liveDefaults.supervisor.healthyAfterMs + 1_000
const giveUpAfterMs = 60_000
/** Of a tile that the fault does not concern, without a new picture. */
const mostOtherStallMs = 500

/** Undefined: whatever had to be is. */
export function complaintOf(outcome: Outcome): string | undefined {
  const { scenario, recoveredInMs, shownInMs, lies, otherStallMs } = outcome
  const { sees, backWithinMs = promisedBackMs } = scenario
  const complaints = lies.map(
    ({ tile, claimed, shown }) => `tile ${tile} said ${claimed} and showed ${shown}`,
  )
  if (recoveredInMs === undefined) complaints.unshift('did not come back')
  else if (recoveredInMs > backWithinMs) complaints.push(`back after ${recoveredInMs} ms`)
  if (otherStallMs > mostOtherStallMs) complaints.push(`another tile stood still for ${otherStallMs} ms`)
  if (sees !== undefined && shownInMs === undefined)
    complaints.push(`not shown on the wall (${sees.states.join(', ')})`)
  if (sees !== undefined && shownInMs !== undefined && shownInMs > sees.withinMs)
    complaints.push(`said after ${Math.round(shownInMs)} ms`)
  return complaints.length === 0 ? undefined : complaints.join('; ')
}

export interface FaultRunOptions {
  /** Undefined: the whole table. */
  readonly names?: readonly string[]
  readonly seed: number
  /** Further ones drawn at random until so much time has passed. */
  readonly forMs?: number
  readonly onOutcome?: (outcome: Outcome) => void
  readonly onSkipped?: (scenario: Scenario, why: string) => void
}

/** Lets one fault after the other happen to a wall that is watched all the time. */
export async function runFaults(options: FaultRunOptions): Promise<readonly Outcome[]> {
  const { names, forMs = 0, onSkipped } = options
  const wanted = scenarios.filter(({ name }) => names?.includes(name) ?? true)
  const chosen = wanted.filter((scenario) => {
    const why = scenario.whyNot?.()
    if (why !== undefined) onSkipped?.(scenario, why)
    return why === undefined
  })
  const outcomes: Outcome[] = []
  for (const kind of standKinds) {
    const ofKind = chosen.filter(({ on = 'plain' }) => on === kind)
    outcomes.push(...(await runOn({ ...options, forMs: kind === 'plain' ? forMs : 0 }, ofKind, kind)))
  }
  return outcomes
}

/** Those of one stand. */
async function runOn(
  { seed, forMs = 0, onOutcome }: FaultRunOptions,
  chosen: readonly Scenario[],
  kind: StandKind,
): Promise<readonly Outcome[]> {
  if (chosen.length === 0) return []
  const outcomes: Outcome[] = []
  const stand = await FaultStand.start(seed, kind)
  try {
    for (const scenario of mixed(chosen, seed, forMs)) {
      const outcome = await happen(stand, scenario)
      outcomes.push(outcome)
      onOutcome?.(outcome)
      // What is broken now would be held against whatever comes next.
      if (outcome.recoveredInMs === undefined) break
    }
  } finally {
    await stand.stop()
  }
  return outcomes
}

/** Each once, and then by lot for so long. */
function* mixed(chosen: readonly Scenario[], seed: number, forMs: number): Generator<Scenario> {
  yield* chosen
  const untilMs = performance.now() + forMs
  const draw = seededDraw(seed)
  while (performance.now() < untilMs) {
    const drawn = chosen[Math.floor(draw() * chosen.length)]
    if (drawn !== undefined) yield drawn
  }
}

async function happen(stand: FaultStand, scenario: Scenario): Promise<Outcome> {
  const { mode, concerns, forMs, sees } = scenario
  await goTo(stand, scenario)
  const loadsBefore = stand.loads
  await scenario.begin(stand)
  await delay(forMs)
  await scenario.end(stand)
  const endedAtMs = performance.now()
  const wellAtMs = await untilWell(stand)
  const isSame = stand.loads === loadsBefore && stand.isHostAlive
  const { tiles, lies } = await stand.look()
  const shownAfterMs = concerns.map((tile) => {
    const firstMs = (sees?.states ?? []).flatMap((state) => tiles[tile]?.statesMs[state] ?? [])
    return firstMs.length === 0 ? undefined : Math.min(...firstMs)
  })
  const others = Object.entries(tiles).filter(([tile]) => !concerns.includes(Number(tile)))
  const stalls = mode === 'LIVE' ? others.map(([, { longestStallMs }]) => longestStallMs) : []
  return {
    scenario,
    recoveredInMs:
      wellAtMs === undefined || !isSame ? undefined : Math.max(0, Math.round(wellAtMs - endedAtMs)),
    shownInMs:
      sees === undefined || shownAfterMs.includes(undefined)
        ? undefined
        : Math.max(...shownAfterMs.map((ms) => ms ?? 0)),
    lies: [...lies],
    said: wellAtMs === undefined ? await stand.wall.said() : [],
    otherStallMs: Math.round(Math.max(0, ...stalls)),
  }
}

/** Every tile shows its own camera, live or standing in the past. */
async function goTo(stand: FaultStand, { mode, concerns, on }: Scenario): Promise<void> {
  const { wall, rough } = stand
  rough.use()
  await stand.network?.use()
  const states = await wall.states()
  const wished = Object.fromEntries(states.map((_, at) => [at + 1, at + 1]))
  if (mode === 'LIVE' && states.includes('PAUSED')) await wall.press('Shift+Home')
  if ((await wall.tile(5).getAttribute('data-camera')) !== '5') await wall.show(5, 5)
  if (mode === 'PAUSED' && !states.includes('PAUSED')) {
    // Where every camera has been recorded for a while.
    await wall.press('s', 'k', 'Shift+ArrowLeft')
  }
  await stand.begin(wished, mode)
  const isOfLinks = mode === 'LIVE' && (concerns.length === tileCount || on !== undefined)
  if ((await untilWell(stand, isOfLinks ? freshForMs : calmForMs)) === undefined) {
    throw new Error(`the wall is not well before the next fault: ${JSON.stringify(await stand.look())}`)
  }
}

/** When the wall began to be as it should be; undefined when it never does. */
async function untilWell(stand: FaultStand, forMs = calmForMs): Promise<number | undefined> {
  const giveUpAtMs = performance.now() + giveUpAfterMs
  while (performance.now() < giveUpAtMs) {
    const { wellForMs } = await stand.look()
    if (wellForMs >= forMs) return performance.now() - wellForMs
    await delay(lookEveryMs)
  }
  return undefined
}

/** The last line of a run. */
export function summaryOf(
  outcomes: readonly Outcome[],
  beside: {
    readonly skipped: number
    readonly lost: number
    readonly doubled: number
    readonly seed: number
  },
) {
  const complaints = outcomes.flatMap((outcome) => {
    const complaint = complaintOf(outcome)
    return complaint === undefined ? [] : [`${outcome.scenario.name}: ${complaint}`]
  })
  const recovered = outcomes.flatMap(({ recoveredInMs }) => recoveredInMs ?? [])
  const worstStallMs = (isCounted: (scenario: Scenario) => boolean) =>
    outcomes.reduce(
      (worst, { scenario, otherStallMs }) => (isCounted(scenario) ? Math.max(worst, otherStallMs) : worst),
      0,
    )
  return {
    faults: 'summary',
    scenarios: outcomes.length,
    survived: outcomes.length - complaints.length,
    complaints,
    lies: outcomes.reduce((sum, { lies }) => sum + lies.length, 0),
    recoverP95Ms: Math.round(quantile(recovered, 0.95)),
    worstOtherTileStallMs: worstStallMs((scenario) => scenario !== quiet),
    // Its baseline: the longest stall of the same wall on the same machine while nothing is wrong.
    quietStallMs: worstStallMs((scenario) => scenario === quiet),
    ...beside,
  }
}
