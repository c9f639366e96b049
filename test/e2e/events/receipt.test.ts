import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { pastTile } from '../playback/wall/past-page.ts'
import { SiteEvents } from './site-events.ts'
import { untilMarked } from './timeline-card.ts'

describe('events over the picture of their camera', () => {
  let stand: WallStand
  let wall: WallPage
  let site: SiteEvents

  const receipts = (tile: number) => wall.tile(tile).locator('.receipt')

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4 } })
    site = await SiteEvents.of(stand.site)
    wall = await stand.open({ viewport: { width: 1_920, height: 1_080 } })
    await wall.untilPlaying(4)
  })
  afterAll(() => stand?.dispose())

  it('are there, as is the mark on the timeline, once the till has told of them', async () => {
    await wall.press('e', 'ArrowRight', 'e', 't')
    for (const amount of [11, 22, 33]) {
      const words = `${amount}.00 EUR`
      const soldAtMs = Date.now()
      await site.sale(2, soldAtMs, { amount })
      await Promise.all([
        receipts(2).filter({ hasText: words }).waitFor(),
        untilMarked(wall, 'Loading dock', soldAtMs, words),
      ])
    }
    await wall.untilCamera(2, 2)
  })

  it('are typed, over their picture alone', async () => {
    await site.sale(2, Date.now(), { void: true })
    const receipt = receipts(2).filter({ hasText: 'VOID' })
    await receipt.waitFor()
    const text = await receipt.innerText()
    expect(text).toContain('129.40 EUR')
    expect(text.replaceAll(/\s+/gu, ' ')).toContain('card yes')
    expect(await receipts(1).count()).toBe(0)
    const box = await receipt.boundingBox()
    const caption = await wall.tile(2).locator('.caption').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(caption?.y ?? 0)
  })

  it('go by themselves once their picture is long past', { tags: 'long' }, async () => {
    await site.sale(1, Date.now() - 2_000)
    await receipts(1).waitFor()
    await receipts(1).waitFor({ state: 'detached' })
  })

  it('follow playback back and forth by the time of the picture', async () => {
    for (let press = 0; press < 2; press += 1) await wall.press('ArrowLeft', 'ArrowUp')
    await wall.press('r', 'k')
    await wall.until('PAUSED', 1)
    const { filmedMs } = await pastTile(wall, 1)
    await site.sale(1, Math.round(filmedMs) - 15_000, { text: 'once upon a time' })
    expect(await receipts(1).count()).toBe(0)
    // It is 15 s old here, and shown for 12.
    await wall.press('Shift+ArrowLeft')
    await receipts(1).waitFor()
    expect(await receipts(1).innerText()).toContain('once upon a time')
    expect(await receipts(1).getAttribute('data-age')).toBe('1')
    const band = await wall.tile(1).locator('.past-band').first().boundingBox()
    expect((await receipts(1).boundingBox())?.y).toBeGreaterThan((band?.y ?? 0) + (band?.height ?? 0))
    await wall.press('Shift+ArrowLeft')
    await receipts(1).waitFor({ state: 'detached' })
    await wall.press('Shift+ArrowRight')
    await receipts(1).waitFor()
    await wall.press('Shift+ArrowRight')
    await receipts(1).waitFor({ state: 'detached' })
    await wall.press('Home')
  })

  it('stand in the corner and size that the tile has, also after a restart', async () => {
    await wall.press('Shift+E')
    await wall.page.getByRole('radio', { name: 'top left' }).click()
    await wall.page.getByRole('radio', { name: 'large' }).click()
    await wall.press('Escape')
    await site.sale(1, Date.now())
    const place = wall.tile(1).locator('.receipts')
    await place.waitFor()
    expect(await place.getAttribute('data-corner')).toBe('top-left')
    await wall.page.reload()
    await wall.untilPlaying(4)
    await site.sale(1, Date.now())
    await place.waitFor()
    expect(await place.getAttribute('data-corner')).toBe('top-left')
    expect(await place.getAttribute('data-size')).toBe('large')
  })

  it('come earlier or later by the clock of their source', async () => {
    await wall.press('Shift+E')
    const field = wall.page.getByLabel('sale, ms')
    await field.fill('-3600000')
    await field.press('Enter')
    await wall.press('Escape')
    // The till is an hour behind: what it calls an hour ago is now.
    await site.sale(1, Date.now() - 3_600_000, { text: 'of the slow till' })
    await receipts(1).filter({ hasText: 'of the slow till' }).waitFor()
  })
})
