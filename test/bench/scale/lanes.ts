import { join } from 'node:path'
import { TimelineStand } from '../../e2e/timeline/harness/timeline-stand.ts'
import { bundle } from '../../stand/bundle.ts'
import { quantile } from '../statistics.ts'
import type { Growth } from './growth.ts'

const EVENTS_A_LANE = 10_000

/** A frame of the timeline's worker while it is panned and zoomed, with as many events in each lane. */
export async function laneGrowth(sizes: readonly number[], driveMs: number): Promise<Growth> {
  const stand = new TimelineStand()
  await stand.start()
  const costsMs: number[] = []
  try {
    for (const lanes of sizes) {
      const page = await stand.open(`lanes=${lanes}&events=${lanes * EVENTS_A_LANE}&types=4&days=30`)
      await page.evaluate(await bundle(join(import.meta.dirname, '../page/timeline-drive.ts'), 'iife'))
      const durationsMs = await page.evaluate(async (ms) => {
        const { timeline, nowMs } = window.timelinePage
        const before = await timeline.figures()
        await window.driveTimeline(ms, nowMs(), (fromMs, untilMs) => timeline.showRange(fromMs, untilMs))
        const after = await timeline.figures()
        return after.durationsMs.slice(before.frames - after.frames)
      }, driveMs)
      costsMs.push(quantile(durationsMs, 0.5))
      await page.close()
    }
  } finally {
    await stand.dispose()
  }
  return { what: 'lanes, a frame of the timeline', sizes, costsMs }
}
