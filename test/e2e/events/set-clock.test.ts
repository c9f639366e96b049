/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestSite, startSite } from '../../conformance/start-site.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { clockAhead, setClock } from '../../stand/set-clock.ts'
import { WallPage } from '../../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../../stand/wall-stand.ts'
import { pastTile } from '../playback/wall/past-page.ts'
import { SiteEvents } from './site-events.ts'

const aheadMs = 60_000
/** Of what was asked and what is shown: far from a minute, however slow the machine is. */
const nearMs = 20_000

describe('a workstation whose clock is a minute ahead', () => {
  let site: TestSite
  let host: TestHost
  let browser: SharedBrowser
  let wall: WallPage
  let events: SiteEvents

  beforeAll(async () => {
    const starting = startSite({ footageDir, cameras: 4 })
    ;[site, host, browser] = await Promise.all([
      starting,
      startHost({ site: starting, flags: ['--layout', '4'], env: clockAhead(aheadMs) }),
      sharedBrowser(),
    ])
    const context = await browser.newContext({ viewport: { width: 1_920, height: 1_080 } })
    await context.addInitScript(setClock, aheadMs)
    wall = new WallPage(await context.newPage())
    await wall.open(host.url)
    await wall.untilFramesAfter(0, 4)
    events = await SiteEvents.of(site)
  })
  afterAll(() => endAll(browser, host, site))

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
