import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type DemoPeopleOptions, runDemoPeople } from '../../occupancy/demo/run-demo-people.ts'
import { DemoDay } from './demo-day.ts'
import { DemoPlatform, type DemoPlatformOptions } from './demo-platform.ts'
import { MINUTE_MS } from './demo-sources.ts'

export interface DemoThreadOptions extends DemoPlatformOptions {
  readonly seed: string
  readonly days: number
  /** Who comes and goes, under a key of its own; undefined: nobody. */
  readonly people: (DemoPeopleOptions & { readonly key: string }) | undefined
}

/** Said once, when the history is complete and live events begin. */
export interface DemoFilled {
  readonly part: 'demo events' | 'demo occupancy'
  readonly events: number
  readonly tookMs: number
}

/** An event is sent this long after its instant at most; the way to the site and the wall comes on top. */
const TICK_MS = 250

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program starts this thread
const options = workerData as DemoThreadOptions
const platform = new DemoPlatform(options)
const day = await DemoDay.of({ platform, seed: options.seed, days: options.days })
if (options.people) {
  const { key, ...people } = options.people
  // A failure ends the thread.
  void runDemoPeople(new DemoPlatform({ ...options, key }), people, (filled) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    parentPort?.postMessage({ part: 'demo occupancy', ...filled } satisfies DemoFilled),
  )
}
const startedMs = performance.now()
const events = await day.fill(Date.now())
const filled: DemoFilled = { part: 'demo events', events, tookMs: performance.now() - startedMs }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.postMessage(filled)

let untilMs = Date.now()
for (;;) {
  await pause(TICK_MS)
  const nowMs = Date.now()
  // A machine that slept, or whose clock was set back, goes on from now: the gap stays.
  const fromMs = nowMs - untilMs > MINUTE_MS || nowMs < untilMs ? nowMs - TICK_MS : untilMs
  const minutes = new Set([Math.floor(fromMs / MINUTE_MS), Math.floor(nowMs / MINUTE_MS)])
  const due = [...minutes]
    .flatMap((minute) => day.live(minute))
    .filter(({ timestamp }) => timestamp > fromMs && timestamp <= nowMs)
  untilMs = nowMs
  if (due.length > 0) await platform.insert(due)
}
