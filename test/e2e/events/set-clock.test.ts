/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockAhead, setClock } from '../../stand/set-clock.ts'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { pastTile } from '../playback/wall/past-page.ts'
import { SiteEvents } from './site-events.ts'

const aheadMs = 60_000
/** Of what was asked and what is shown: far from a minute, however slow the machine is. */
const nearMs = 20_000

describe('a workstation whose clock is a minute ahead', () => {
  let stand: WallStand
  let wall: WallPage
  let events: SiteEvents

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 }, env: clockAhead(aheadMs) })
    wall = await stand.open({ prepare: (context) => context.addInitScript(setClock, aheadMs) })
    await wall.untilFramesAfter(0, 4)
    events = await SiteEvents.of(stand.site)
  })
  afterAll(() => stand?.dispose())

  it('is what this test looks at', async () => {
    const pageNowMs = await wall.page.evaluate(() => Date.now())
    expect(Math.abs(pageNowMs - aheadMs - Date.now())).toBeLessThan(nearMs)
  })

  it('shows what the till tells over the live picture', async () => {
    await wall.press('e')
    await events.sale(1, Date.now(), { text: 'just now' })
    await wall.tile(1).locator('.receipt').filter({ hasText: 'just now' }).waitFor()
  })

  it('marks the live picture with the time that the platform has', async () => {
    const seenAtMs = Date.now()
    await wall.mark('seen live')
    await wall.page.locator('[data-banner="mark"]').filter({ hasText: 'The platform has it.' }).waitFor()
    const [kept] = await events.withText(1, 'note', 'seen live')
    expect(Math.abs((kept?.timestamp ?? 0) - seenAtMs)).toBeLessThan(nearMs)
  })

  it('plays what has just happened, up to the newest', async () => {
    await wall.press('r', 'k')
    await wall.until('PAUSED', 1)
    const { filmedMs } = await pastTile(wall, 1)
    expect(Math.abs(filmedMs - (Date.now() - 30_000))).toBeLessThan(nearMs)
    // Further than there is: the newest that can be played.
    for (let press = 0; press < 6; press += 1) await wall.press('Shift+ArrowRight')
    await expect.poll(async () => (await pastTile(wall, 1)).filmedMs).toBeGreaterThan(filmedMs + 10_000)
    await wall.until('PAUSED', 1)
  })
})
