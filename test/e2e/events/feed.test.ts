import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventDefaults } from '#renderer/events/defaults.ts'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { frameMs, pastTile, watchBand } from '../playback/wall/past-page.ts'
import { SiteEvents } from './site-events.ts'

/** The band writes whole seconds while it plays. */
const secondMs = 1_000
const panel = (of: WallPage) => of.page.getByRole('region', { name: 'Events', exact: true })
const type = async (of: WallPage, text: string) => {
  await of.press('/')
  await panel(of).getByRole('combobox', { name: 'Search events' }).fill(text)
}

describe('a feed of events in a tile', () => {
  let stand: WallStand
  let wall: WallPage
  let site: SiteEvents

  const entries = (tile = 2, of = wall) => of.tile(tile).locator('.feed-entry')
  const hasKeys = () =>
    wall.page.evaluate(() => document.activeElement?.classList.contains('feed-entries') === true)
  const selected = () => wall.page.locator('[data-tile][aria-current]').getAttribute('data-tile')

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    site = await SiteEvents.of(stand.site)
    wall = await stand.open()
    await wall.untilFramesAfter(0, 4)
  })
  afterAll(() => stand?.dispose())

  it('is put there by the palette, and tells of events as they come, the newest on top', async () => {
    await site.sale(3, Date.now() - 60_000, { text: 'before' })
    await wall.press('ArrowRight')
    await wall.choose('Feed: all events')
    await entries().filter({ hasText: 'before' }).waitFor()
    expect(await wall.tile(2).getAttribute('data-state')).toBe('FEED')
    expect(await wall.tile(2).locator('video:visible').count()).toBe(0)

    const soldAtMs = Date.now()
    await site.sale(3, soldAtMs, { text: 'Wheat beer' })
    await entries().filter({ hasText: 'Wheat beer' }).waitFor()
    console.log(`from the till to the feed: ${Date.now() - soldAtMs} ms`)
    expect(await entries().count()).toBe(2)
    expect(await entries().first().innerText()).toContain('Wheat beer')
    expect(await wall.tile(2).locator('.feed-problem').count()).toBe(0)
  })

  it('gives its entries the keys on Enter, and plays one from a little before it in the camera tile that was selected last', async () => {
    const soldAtMs = Date.now() - 40_000
    await site.sale(4, soldAtMs, { text: 'To be played' })
    await entries().filter({ hasText: 'To be played' }).waitFor()
    await wall.press('Enter')
    await wall.page.waitForFunction(() => document.activeElement?.classList.contains('feed-entries'))
    await wall.press('ArrowDown')
    expect(await wall.tile(2).locator('[aria-selected="true"]').innerText()).toContain('To be played')
    const bandsSince = await watchBand(wall, 1)
    await wall.press('Enter')
    const earliest = async () => Math.min(...(await bandsSince()))
    // It plays, and does not only stand there.
    await expect
      .poll(async () => Math.max(...(await bandsSince())) - (await earliest()))
      .toBeGreaterThanOrEqual(secondMs)
    await wall.press('k')
    await wall.until('PAUSED', 1)
    const earliestMs = await earliest()
    expect(earliestMs).toBeGreaterThan(soldAtMs - eventDefaults.preRollMs - frameMs - secondMs)
    expect(earliestMs).toBeLessThan(soldAtMs - secondMs)
    expect((await pastTile(wall, 1)).cameraNumber).toBe(4)
    expect([await hasKeys(), await selected()]).toEqual([true, '2'])
  })

  it('stays on its entry while others come, and gives the keys back on Escape', async () => {
    await site.sale(3, Date.now(), { text: 'Newer' })
    await entries().filter({ hasText: 'Newer' }).waitFor()
    expect(await wall.tile(2).locator('[aria-selected="true"]').innerText()).toContain('To be played')
    await wall.press('Escape')
    expect(await hasKeys()).toBe(false)
    await wall.press('ArrowLeft')
    expect(await selected()).toBe('1')
    await wall.press('Shift+Home')
  })

  it('of a saved search tells of what that finds, and of nothing else', async () => {
    await type(wall, 'sale text~beer')
    await wall.saveSearch('Beer')
    await panel(wall).getByRole('button', { name: 'Close' }).click()
    await wall.press('ArrowDown')
    await wall.choose('Feed: Beer')
    await entries(3).filter({ hasText: 'Wheat beer' }).waitFor()
    await site.sale(3, Date.now(), { text: 'Milk' })
    await site.sale(3, Date.now(), { text: 'Dark beer' })
    await entries(3).filter({ hasText: 'Dark beer' }).waitFor()
    await entries(2).filter({ hasText: 'Milk' }).waitFor()
    expect(await entries(3).allInnerTexts()).toEqual([
      expect.stringContaining('Dark beer'),
      expect.stringContaining('Wheat beer'),
    ])
    await wall.press('ArrowUp')
  })

  it('and a search go on side by side on two monitors', { tags: 'long' }, async () => {
    const second = await stand.open({ monitor: 2 })
    await second.choose('Feed: Beer')
    await entries(1, second).filter({ hasText: 'Dark beer' }).waitFor()
    await type(second, 'sale amount>1000')
    await second.press('Enter')
    await panel(second).getByText('No event fits this search.').waitFor()
    await site.sale(4, Date.now(), { amount: 2_000, text: 'A cellar of beer' })
    await panel(second).locator('.result').filter({ hasText: '2000.00 EUR' }).waitFor()
    for (const list of [entries(1, second), entries(2), entries(3)]) {
      await list.filter({ hasText: 'A cellar of beer' }).waitFor()
    }
    await second.page.context().close()
  })

  it('is there after a restart, and the camera before it comes back by 0', async () => {
    await wall.page.reload()
    await entries().filter({ hasText: 'Newer' }).waitFor()
    await wall.press('ArrowRight', '0', 'Enter')
    await wall.untilCamera(2, 2)
    await wall.press('Control+z')
    await entries().first().waitFor()
  })

  it('says that it is not live while the site is away', async () => {
    const newest = await entries().first().innerText()
    await stand.site.kill()
    await wall.tile(2).locator('.feed-problem').filter({ hasText: 'NOT LIVE' }).waitFor()
    expect(await entries().first().innerText()).toBe(newest)
  })
})
