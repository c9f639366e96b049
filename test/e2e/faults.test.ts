import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSite } from '../conformance/start-site.ts'
import type { WallPage } from '../stand/wall-page.ts'
import { footageDir, WallStand } from '../stand/wall-stand.ts'

/** Later than anything that was filmed before the fault and still on its way: only a new connection shows it. */
const RETURN_IN_MS = 1_000

describe('a wall whose surroundings fail', () => {
  let stand: WallStand
  let wall: WallPage
  let loads = 0

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 9, site: { cameras: 9 } })
    wall = await stand.open()
    await wall.until('LIVE', 9)
    wall.page.on('load', () => {
      loads += 1
    })
  })
  afterAll(() => stand.dispose())

  it('says STALE on the tile whose camera freezes, and on no other', async () => {
    await stand.site.freeze('cam-05')
    await wall.tile(5).and(wall.page.locator('[data-state="STALE"]')).waitFor()
    await expect.poll(() => wall.statesNotPlaying()).toEqual(['STALE'])
    await stand.site.resume('cam-05')
    await wall.until('LIVE', 9)
  })

  it('says OFFLINE on the tile whose camera has left, without a black picture', async () => {
    await stand.site.stopCamera('cam-08')
    await wall.tile(8).and(wall.page.locator('[data-state="OFFLINE"]')).waitFor()
    const pictures = await wall.tile(8).locator('video:visible').count()
    expect(pictures, await wall.tile(8).innerHTML()).toBe(0)
    await stand.site.resume('cam-08')
    await wall.until('LIVE', 9)
  })

  it('comes back without a reload after the media server is killed', async () => {
    await stand.site.killMediaServer()
    await wall.untilFramesAfter(Date.now() + RETURN_IN_MS, 9)
    await wall.until('LIVE', 9)
    expect(await wall.cameras(9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(loads).toBe(0)
  })

  it('comes back without a reload after the site is killed and started again', async () => {
    const { dataDir, baseUrl, liveViewUrl } = stand.site
    const ports = [new URL(baseUrl).port, new URL(liveViewUrl).port]
    await stand.site.kill()
    await wall.page.locator('[data-tile]:not([data-state="LIVE"], [data-state="LATE"])').first().waitFor()
    const again = await startSite({
      footageDir,
      dataDir,
      cameras: 9,
      port: Number(ports[0]),
      flags: ['--media-port', ports[1] ?? ''],
    })
    try {
      await wall.until('LIVE', 9)
      expect(await wall.cameras(9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(loads).toBe(0)
    } finally {
      await again.stop()
    }
  })
})
