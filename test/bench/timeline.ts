import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { TimelineStand } from '../e2e/timeline/harness/timeline-stand.ts'
import type { TimelinePage } from '../e2e/timeline/page/page.ts'
import { bundle } from '../stand/bundle.ts'
import type { BenchOptions } from './main.ts'
import type { drive, Driven } from './page/timeline-drive.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

declare global {
  interface Window {
    driveTimeline: typeof drive
    driveVisTimeline(count: number, durationMs: number): Promise<Driven>
    timelinePage: TimelinePage
  }
}

const EVENTS = 1_000_000
const LANES = 36
const DRIVE_MS = 20_000
/** Long enough to see whether it moves. */
const TRY_MS = 4_000
const LEAST_FPS = 30
const FIRST_ITEMS = 36
/** Nobody waits longer for a timeline; twice as many items take four times as long. */
const MOST_TAKEN_IN_MS = 60_000

interface Run {
  readonly workerFramesMs: readonly number[]
  readonly framesPerSecond: number
  readonly longestBlockMs: number
}

async function driveWall(stand: TimelineStand, durationMs: number): Promise<Run> {
  const page = await stand.open(`lanes=${LANES}&events=${EVENTS}&types=4&days=30`)
  // By the debugger: the page's policy lets no script in that is not its own.
  await page.evaluate(await bundle(join(import.meta.dirname, 'page/timeline-drive.ts'), 'iife'))
  const run = await page.evaluate(async (driveMs) => {
    const { timeline, nowMs } = window.timelinePage
    // Until the columns have arrived and the first picture is there.
    const before = await timeline.figures()
    const driven = await window.driveTimeline(driveMs, nowMs(), (fromMs, untilMs) =>
      timeline.showRange(fromMs, untilMs),
    )
    const after = await timeline.figures()
    const drawn = after.frames - before.frames
    return { driven, drawn, durationsMs: after.durationsMs.slice(-drawn) }
  }, durationMs)
  await page.close()
  return {
    workerFramesMs: run.durationsMs,
    framesPerSecond: (run.drawn * 1_000) / run.driven.tookMs,
    longestBlockMs: run.driven.longestBlockMs,
  }
}

/** Undefined when it has not taken them in, and been driven, in time. */
async function driveBaseline(
  stand: TimelineStand,
  items: number,
  durationMs: number,
  takenInWithinMs: number,
): Promise<Run | undefined> {
  const page = await stand.open('lanes=1')
  await page.goto('about:blank')
  await page.evaluate(
    await bundle(join(import.meta.dirname, 'baselines/vis-timeline/vis-timeline.ts'), 'iife'),
  )
  const driving = page.evaluate(([count, driveMs]) => window.driveVisTimeline(count, driveMs), [
    items,
    durationMs,
  ] as const)
  // A page that is closed while it is at work rejects.
  driving.catch(() => undefined)
  const driven = await Promise.race([
    driving,
    setTimeout(takenInWithinMs + durationMs, undefined, { ref: false }),
  ])
  await page.close()
  if (driven === undefined) return undefined
  const { frames, tookMs, longestBlockMs } = driven
  return { workerFramesMs: [], framesPerSecond: (frames * 1_000) / tookMs, longestBlockMs }
}

/** Which limit so many items hit, if any. */
async function limitAt(
  stand: TimelineStand,
  items: number,
  durationMs: number,
  takenInWithinMs: number,
): Promise<string | undefined> {
  const run = await driveBaseline(stand, items, durationMs, takenInWithinMs)
  const words =
    run === undefined
      ? `not taken in within ${takenInWithinMs / 1_000} s`
      : `${run.framesPerSecond.toFixed(1)} frames a second`
  console.log(`vis-timeline, ${items} items: ${words}`)
  if (run === undefined) return 'longer than a minute to take them in'
  return run.framesPerSecond < LEAST_FPS ? `fewer than ${LEAST_FPS} frames a second` : undefined
}

/** As many items as hit no limit, to a tenth: twice as many each time until one is hit, then half-way between. */
export async function itemsBorne(
  limitOf: (items: number) => Promise<string | undefined>,
): Promise<{ readonly items: number; readonly limit: string | undefined }> {
  let borne = 0
  let tooMany = Number.POSITIVE_INFINITY
  let limit: string | undefined
  let items = FIRST_ITEMS
  while (borne < EVENTS && tooMany - borne > Math.max(1, borne / 10)) {
    // A machine that was busy with something else for a moment is no limit.
    const hit = (await limitOf(items)) && (await limitOf(items))
    if (hit === undefined) borne = items
    else [tooMany, limit] = [items, hit]
    items = limit === undefined ? items * 2 : Math.floor((borne + tooMany) / 2)
  }
  return { items: borne, limit }
}

/** A million events in 36 lanes, panned and zoomed, beside the items that vis-timeline moves as often. */
export async function benchTimeline({ quick }: BenchOptions): Promise<BenchResult> {
  const stand = new TimelineStand()
  await stand.start()
  const wall: Run[] = []
  const baseline: Run[] = []
  let items = 0
  let limit: string | undefined
  try {
    const [tryMs, takenInMs] = quick ? [1_000, 5_000] : [TRY_MS, MOST_TAKEN_IN_MS]
    ;({ items, limit } = await itemsBorne((count) => limitAt(stand, count, tryMs, takenInMs)))
    const driveMs = quick ? 2_000 : DRIVE_MS
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      // So many are near the limit: what once more took a moment longer is not left out.
      const driven = await driveBaseline(stand, items, driveMs, 2 * takenInMs)
      if (driven !== undefined) baseline.push(driven)
      wall.push(await driveWall(stand, driveMs))
    }
  } finally {
    await stand.dispose()
  }
  const workerFramesMs = wall.flatMap((run) => run.workerFramesMs)
  const median = (runs: readonly Run[], pick: (run: Run) => number) => quantile(runs.map(pick), 0.5)
  const beside = `baseline: ${items} items (more: ${limit ?? 'not tried'})`
  const row = (what: string, unit: string, pick: (run: Run) => number) =>
    rowOf(`${what}; ${beside}`, unit, wall.map(pick), baseline.map(pick))
  const framesPerSecond = median(wall, (run) => run.framesPerSecond)
  // Fewer frames than asked for with all events: then it bears less, and how much less is not looked for.
  const itemsAt30fps = framesPerSecond >= LEAST_FPS ? EVENTS : Number.NaN
  const rows = printTable([
    rowOf(`a frame of the worker, ${EVENTS} events`, 'ms', workerFramesMs),
    {
      ...rowOf('items taken in within a minute and moved at 30 frames a second', '', [itemsAt30fps], [items]),
      isMoreBetter: true,
    },
    { ...row('frames a second', '', (run) => run.framesPerSecond), isMoreBetter: true },
    row("longest block of the page's thread (0: none of 50 ms)", 'ms', (run) => run.longestBlockMs),
  ])
  return {
    bench: 'timeline',
    rows,
    figures: {
      workerFrameP95Ms: quantile(workerFramesMs, 0.95),
      workerFrameP50Ms: quantile(workerFramesMs, 0.5),
      longestMainBlockMs: Math.max(...wall.map((run) => run.longestBlockMs)),
      framesPerSecond,
      itemsAt30fps,
    },
    baseline: {
      itemsAt30fps: items,
      longestMainBlockMs: Math.max(...baseline.map((run) => run.longestBlockMs)),
      framesPerSecond: median(baseline, (run) => run.framesPerSecond),
    },
    ratio: { itemsAt30fps: itemsAt30fps / items },
  }
}
