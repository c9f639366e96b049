import type { Page } from 'playwright-core'
import { TimelineStand } from '../e2e/timeline/harness/timeline-stand.ts'
import type { TimelinePage } from '../e2e/timeline/page/page.ts'
import { bundle } from './bundle.ts'
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
const BASELINE_DRIVE_MS = 4_000
const LEAST_FPS = 30
const FIRST_ITEMS = 36

interface Run {
  readonly workerFramesMs: readonly number[]
  readonly framesPerSecond: number
  readonly longestBlockMs: number
}

async function driveWall(stand: TimelineStand, durationMs: number): Promise<Run> {
  const page = await stand.open(`lanes=${LANES}&events=${EVENTS}&types=4&days=30`)
  // By the debugger: the page's policy lets no script in that is not its own.
  await page.evaluate(await bundle('timeline-drive.ts', 'iife'))
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

/** Twice as many items each time, until it falls below thirty frames a second. */
async function driveBaseline(
  page: Page,
  isQuick: boolean,
): Promise<{ items: number; longestBlockMs: number }> {
  await page.evaluate(await bundle('vis-timeline.ts', 'iife'))
  let borne = { items: 0, longestBlockMs: 0 }
  for (let items = FIRST_ITEMS; items <= EVENTS; items *= 2) {
    const { frames, tookMs, longestBlockMs } = await page.evaluate(
      ([count, driveMs]) => window.driveVisTimeline(count, driveMs),
      [items, isQuick ? 1_000 : BASELINE_DRIVE_MS] as const,
    )
    const framesPerSecond = (frames * 1_000) / tookMs
    console.log(`vis-timeline, ${items} items: ${framesPerSecond.toFixed(1)} frames a second`)
    if (framesPerSecond < LEAST_FPS) break
    borne = { items, longestBlockMs }
    if (isQuick) break
  }
  return borne
}

/** A million events in 36 lanes, panned and zoomed, beside the items that vis-timeline moves as often. */
export async function benchTimeline({ quick }: BenchOptions): Promise<BenchResult> {
  const stand = new TimelineStand()
  await stand.start()
  try {
    const wall = await driveWall(stand, quick ? 2_000 : DRIVE_MS)
    const page = await stand.open('lanes=1')
    await page.goto('about:blank')
    const baseline = await driveBaseline(page, quick)
    printTable([
      { what: 'a frame of the worker', wall: summarize(wall.workerFramesMs), unit: 'ms' },
      { what: 'frames a second', wall: summarize([wall.framesPerSecond]), unit: '' },
    ])
    // Fewer frames than asked for with all events: then it bears less, and how much less is not looked for.
    const itemsAt30fps = wall.framesPerSecond >= LEAST_FPS ? EVENTS : Number.NaN
    return {
      bench: 'timeline',
      figures: {
        workerFrameP95Ms: quantile(wall.workerFramesMs, 0.95),
        workerFrameP50Ms: quantile(wall.workerFramesMs, 0.5),
        longestMainBlockMs: wall.longestBlockMs,
        framesPerSecond: wall.framesPerSecond,
        itemsAt30fps,
      },
      baseline: { itemsAt30fps: baseline.items, longestMainBlockMs: baseline.longestBlockMs },
      ratio: { itemsAt30fps: itemsAt30fps / baseline.items },
    }
  } finally {
    await stand.dispose()
  }
}
