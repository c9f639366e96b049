import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestSite, startSite } from '../../conformance/start-site.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { WallPage } from '../../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../../stand/wall-stand.ts'
import { pastTile } from '../playback/wall/past-page.ts'
import { SiteEvents } from './site-events.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

describe('an operator’s mark', () => {
  const dataDir = sharedDir()
  let site: TestSite
  let host: TestHost
  let browser: SharedBrowser
  let wall: WallPage
  let events: SiteEvents

  const banner = (name: 'mark' | 'outbox') => wall.page.locator(`[data-banner="${name}"]`)
  const refused = (words: string) =>
    banner('outbox').filter({ hasText: `The platform did not take ${words}.` })
  /** Without pictures, which nobody looks at by then: it is back sooner, and so is the outbox. */
  const startAgain = async (cameras: number, port: number) => {
    site = await startSite({ dataDir, cameras, port, withMediaServer: false })
  }
  const found = (note: string) => events.withText(1, 'note', note)

  beforeAll(async () => {
    const starting = startSite({ dataDir, footageDir, cameras: 4 })
    ;[site, host, browser] = await Promise.all([
      starting,
      startHost({ site: starting, flags: ['--layout', '4'] }),
      sharedBrowser(),
    ])
    const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } })
    wall = new WallPage(await context.newPage())
    await wall.open(host.url)
    await wall.untilFramesAfter(0, 1)
    events = await SiteEvents.of(site)
  })
  afterAll(() => endAll(browser, host, site))

  it('of the picture that was shown when M was pressed is found on the site, and said to be there', async () => {
    await wall.press('r', 'k')
    await wall.until('PAUSED', 1)
    const before = await pastTile(wall, 1)
    // What was told to stop goes on for a moment; what is looked for while it stands stays.
    await wall.press('Shift+ArrowLeft')
    await expect.poll(async () => (await pastTile(wall, 1)).filmedMs).toBeLessThan(before.filmedMs - 5_000)
    await wall.until('PAUSED', 1)
    const { filmedMs } = await pastTile(wall, 1)
    await wall.mark('Somebody behind the counter')
    await banner('mark').filter({ hasText: 'The platform has it.' }).waitFor()
    const [kept, ...others] = await found('behind the counter')
    expect(others).toEqual([])
    expect(Math.abs((kept?.timestamp ?? 0) - filmedMs)).toBeLessThanOrEqual(1)
    await wall.press('Home')
    await wall.tile(1).and(wall.page.locator(':is([data-state="LIVE"], [data-state="LATE"])')).waitFor()
  })

  it('appears over its picture like any event', async () => {
    await wall.press('e')
    await wall.mark('Look here')
    await wall.tile(1).locator('.receipt').filter({ hasText: 'Look here' }).waitFor()
  })

  it('is given up by Escape, and the wall has the keys again', async () => {
    await wall.press('m', 'Escape')
    await wall.page.locator('dialog').waitFor({ state: 'detached' })
    await wall.press('ArrowRight')
    expect(await wall.tile(2).getAttribute('aria-current')).toBe('true')
    await wall.press('ArrowLeft')
  })

  it('waits here while the site is away, is seen to wait, and is sent once when it is back', {
    tags: 'long',
  }, async () => {
    const port = Number(new URL(site.baseUrl).port)
    await site.kill()
    await wall.mark('While nobody answers')
    await banner('mark').filter({ hasText: 'Kept here' }).waitFor()
    await banner('outbox')
      .filter({ hasText: '1 event waits here for the platform, the oldest for' })
      .waitFor()
    await wall.press('Shift+M')
    await wall.page.locator('dialog').filter({ hasText: '1 event waits' }).waitFor()
    await wall.press('Escape')
    await startAgain(4, port)
    await banner('outbox').waitFor({ state: 'detached', timeout: 80_000 })
    expect(await found('While nobody answers')).toHaveLength(1)
  })

  it('that the platform refuses for good is shown with its reason, and discarded or sent again by hand', {
    tags: 'long',
  }, async () => {
    const port = Number(new URL(site.baseUrl).port)
    const letter = (note: string) => wall.page.locator('.outbox-letters li').filter({ hasText: note })
    await site.kill()
    await wall.press('ArrowRight', 'ArrowDown')
    await wall.mark('By mistake')
    await wall.mark('Of a camera that comes back')
    // Camera 4 is none of this site's for a while.
    await startAgain(2, port)
    await refused('2 events').waitFor({ timeout: 30_000 })
    await wall.press('Shift+M')
    await letter('By mistake').filter({ hasText: 'no such camera' }).waitFor()
    await letter('By mistake').getByRole('button', { name: 'Discard it…' }).click()
    await letter('By mistake').getByRole('button', { name: 'Discard it for good' }).click()
    await letter('By mistake').waitFor({ state: 'detached' })
    await refused('1 event').waitFor()

    await site.kill()
    await startAgain(4, port)
    await letter('comes back').getByRole('button', { name: 'Send it again' }).click()
    await wall.page
      .locator('dialog')
      .filter({ hasText: 'the platform has all that was kept here' })
      .waitFor({ timeout: 30_000 })
    expect(await events.withText(4, 'note', 'comes back')).toHaveLength(1)
    expect(await events.withText(4, 'note', 'By mistake')).toEqual([])
    await wall.press('Escape')
  })
})
