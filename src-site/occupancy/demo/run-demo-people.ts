import { setTimeout as pause } from 'node:timers/promises'
import type { DemoPlatform } from '../../events/demo/demo-platform.ts'
import { DemoPeople, type DemoPeopleRules } from './demo-people.ts'

export interface DemoPeopleOptions extends DemoPeopleRules {
  /** How far back the history goes. */
  readonly days: number
  /** When anything was last counted; the history goes on from there. */
  readonly sinceMs: number | undefined
}

/** The machine's, but in a test. */
export interface DemoTime {
  readonly nowMs: () => number
  readonly pause: (ms: number) => Promise<unknown>
}

const TICK_MS = 1_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Fills what is missing of the last weeks, says so once, and goes on live. Ends only by an error. */
export async function runDemoPeople(
  platform: Pick<DemoPlatform, 'insertCounts'>,
  { days, sinceMs, ...rules }: DemoPeopleOptions,
  onFilled: (filled: { events: number; tookMs: number }) => void,
  time: DemoTime = { nowMs: Date.now, pause },
): Promise<never> {
  const people = new DemoPeople(rules)
  const startedMs = performance.now()
  const liveSinceMs = time.nowMs()
  const history = people.history(Math.max((sinceMs ?? 0) + 1, liveSinceMs - days * DAY_MS), liveSinceMs)
  // Oldest first: after an end in the middle the newest count is where it goes on.
  await platform.insertCounts(history)
  onFilled({ events: history.length, tookMs: performance.now() - startedMs })

  let fromMs = liveSinceMs
  for (;;) {
    await time.pause(TICK_MS)
    const nowMs = time.nowMs()
    // A machine that slept, or whose clock was set back, goes on from now: the gap stays.
    if (nowMs - fromMs > MINUTE_MS || nowMs < fromMs) fromMs = nowMs - TICK_MS
    const due = people.live(liveSinceMs, fromMs, nowMs)
    fromMs = nowMs
    if (due.length > 0) await platform.insertCounts(due)
  }
}
