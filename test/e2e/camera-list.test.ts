/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { RoughPlatform } from '../rough/rough-platform.ts'
import { endAll } from '../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../stand/browser.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir, startHost, type TestHost } from '../stand/wall-stand.ts'

const arranged = [12, 11, 10, 9, 8, 7, 6, 5, 4]
const sentence = /not in the platform’s list since \d\d:\d\d/

/** The platform's list without the cameras of the four tiles that are seen. */
function withoutVisible(answer: unknown): unknown {
  const { items } = answer as { items: { number: number }[] }
  return { items: items.filter(({ number }) => !arranged.slice(0, 4).includes(number)) }
}

describe('a wall whose visible cameras leave the platform’s list for one refresh', () => {
  let site: TestSite
  let platform: RoughPlatform
  let host: TestHost
  let browser: SharedBrowser
  let wall: WallPage

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite({ footageDir, cameras: 12 }), sharedBrowser()])
    platform = await RoughPlatform.start(site.baseUrl)
    const { liveViewUrl, account } = site
    host = await startHost({
      site: { baseUrl: platform.url, liveViewUrl, account },
      flags: ['--layout', '9'],
    })
    const context = await browser.newContext({ viewport: { width: 1_920, height: 1_080 } })
    wall = new WallPage(await context.newPage())
    await wall.open(host.url)
    await wall.until('LIVE', 9)
    for (const [at, number] of arranged.entries()) await wall.show(at + 1, number)
    await setLayout(4)
    for (const [at, number] of arranged.slice(0, 4).entries()) await wall.untilCamera(at + 1, number)
  })
  afterAll(() => endAll(browser, host, platform, site))

  const setLayout = async (tiles: number) => {
    await wall.choose(`Layout: ${tiles} tiles`)
    await wall.tile(tiles + 1).waitFor({ state: 'detached' })
    await wall.tile(tiles).waitFor()
  }

  it('keeps their tiles and their pictures, and says since when they are not in it', async () => {
    platform.use({ call: 'cameras', trouble: { does: 'rewrite', json: withoutVisible } })
    await wall.askForCameras()
    for (const tile of [1, 2, 3, 4]) await wall.tile(tile).getByText(sentence).waitFor()
    await wall.page
      .getByRole('dialog')
      .getByText('The platform lists 8 cameras. 4 that it listed before are kept.')
      .waitFor()
    await wall.press('Escape')
    const sinceMs = Date.now()
    await wall.untilFramesAfter(sinceMs, 4)
    await wall.untilCameras(arranged.slice(0, 4))
  })

  it('knows such a camera by its number', async () => {
    await wall.press('1', '2')
    await wall.page.getByRole('status').getByText(sentence).waitFor()
    await wall.press('Escape')
  })

  it('shows all that was arranged, and no sentence, when the list is whole again', async () => {
    platform.use()
    await wall.askForCameras()
    await wall.page.locator('.caption-unlisted').first().waitFor({ state: 'detached' })
    await wall.press('Escape')
    await setLayout(9)
    for (const [at, number] of arranged.entries()) await wall.untilCamera(at + 1, number)
    expect(await wall.page.getByText(sentence).count()).toBe(0)
  })
})
