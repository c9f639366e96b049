import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { TimelineStand } from '../e2e/timeline/harness/timeline-stand.ts'
import type { TimelinePage } from '../e2e/timeline/page/page.ts'
import { bundle } from '../stand/bundle.ts'
import type { BenchOptions } from './main.ts'
import type { drive, Driven } from './page/timeline-drive.ts'
import { type BenchResult, printTable } from './report.ts'
import { quantile, summarize } from './statistics.ts'

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
    setTimeout(MOST_TAKEN_IN_MS + durationMs, undefined, { ref: false }),
  ])
  await page.close()
  if (driven === undefined) return undefined
  const { frames, tookMs, longestBlockMs } = driven
  return { workerFramesMs: [], framesPerSecond: (frames * 1_000) / tookMs, longestBlockMs }
}

/** Twice as many items each time, until it falls below thirty frames a second or takes more than a minute. */
async function itemsBorne(stand: TimelineStand, isQuick: boolean): Promise<number> {
  const isBorne = async (items: number) => {
    const run = await driveBaseline(stand, items, isQuick ? 1_000 : TRY_MS)
    const words =
      run === undefined ? 'not taken in within a minute' : `${run.framesPerSecond.toFixed(1)} frames a second`
    console.log(`vis-timeline, ${items} items: ${words}`)
    return run !== undefined && run.framesPerSecond >= LEAST_FPS
  }
  let items = FIRST_ITEMS
  while (items <= EVENTS && (await isBorne(items))) items *= 2
  return items / 2
}

/** A million events in 36 lanes, panned and zoomed, beside the items that vis-timeline moves as often. */
export async function benchTimeline({ quick }: BenchOptions): Promise<BenchResult> {
  const stand = new TimelineStand()
  await stand.start()
  const wall: Run[] = []
  const baseline: Run[] = []
  let items = 0
  try {
    items = await itemsBorne(stand, quick)
    const driveMs = quick ? 2_000 : DRIVE_MS
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const driven = await driveBaseline(stand, items, driveMs)
      if (driven !== undefined) baseline.push(driven)
      wall.push(await driveWall(stand, driveMs))
    }
  } finally {
    await stand.dispose()
  }
  const workerFramesMs = wall.flatMap((run) => run.workerFramesMs)
  const median = (runs: readonly Run[], pick: (run: Run) => number) => quantile(runs.map(pick), 0.5)
  const row = (what: string, unit: string, pick: (run: Run) => number) => ({
    what: `${what}; baseline: ${items} items`,
    unit,
    wall: summarize(wall.map(pick)),
    baseline: summarize(baseline.map(pick)),
  })
  const framesPerSecond = median(wall, (run) => run.framesPerSecond)
  // Fewer frames than asked for with all events: then it bears less, and how much less is not looked for.
  const itemsAt30fps = framesPerSecond >= LEAST_FPS ? EVENTS : Number.NaN
  const rows = printTable([
    { what: `a frame of the worker, ${EVENTS} events`, unit: 'ms', wall: summarize(workerFramesMs) },
    {
      what: 'items at 30 frames a second',
      unit: '',
      wall: summarize([itemsAt30fps]),
      baseline: summarize([items]),
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
