import { afterAll, beforeAll, expect, test } from 'vitest'
import { footageDir } from '../../stand/wall-stand.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { eventsStage } from './events-stage.ts'

const minuteMs = 60_000

let site: TestSite
beforeAll(async () => {
  site = await startSite({ footageDir, withMediaServer: false, cameras: 1 })
})
afterAll(() => site?.stop())

test.each([
  ['an hour', 'as assumed', {}, 60 * minuteMs],
  ['less', 'where its settings say so', { playbackRangeMinutes: '15' }, 15 * minuteMs],
] as const)('a wall asks a platform for %s of footage at once, %s', async (_, __, overrides, lengthMs) => {
  const stage = await eventsStage(site, overrides)

  const atMs = Date.now() - 180 * minuteMs
  const { startMs, endMs } = await stage.call('playback.open', { cameraId: 'cam-01', atMs, quality: 'full' })

  expect([endMs - startMs, startMs <= atMs && atMs < endMs]).toEqual([lengthMs, true])
})
