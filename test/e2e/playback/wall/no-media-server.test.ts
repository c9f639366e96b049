/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installSoundMeter, isTonePlaying, isSilent } from '#test/stand/sound-meter.ts'
import type { WallPage } from '#test/stand/wall-page.ts'
import { WallStand } from '#test/stand/wall-stand.ts'

describe('a wall whose site has no media server', () => {
  let stand: WallStand
  let wall: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 4, withMediaServer: false } })
    wall = await stand.open()
  })
  afterAll(() => stand?.dispose())

  it('shows its cameras over HLS, moving and said to be late', async () => {
    await wall.until('LATE', 4)
    await wall.untilCameras([1, 2, 3, 4])
    await wall.untilFramesAfter(Date.now(), 4)
    await wall
      .tile(1)
      .getByText(/^LATE · local HLS, about \d s behind$/)
      .waitFor()
    expect((await stand.site.media()).state).toBe('absent')
  })

  it('has a camera heard over HLS, its own tone, and says of another that it has none', async () => {
    await wall.page.evaluate(installSoundMeter)
    await wall.tile(3).click()
    await wall.press('u')
    await wall.page.locator('[data-tile="3"] [data-sound="playing"]').waitFor()
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 660)).toBe(true)
    await wall.tile(2).click()
    await wall.press('u')
    await wall.tile(2).getByText('No sound: this camera sends none').waitFor()
    await expect.poll(() => wall.page.evaluate(isSilent)).toBe(true)
    await wall.press('u')
    await wall.until('LATE', 4)
  })

  it('plays recordings, and comes back from them', { tags: 'long' }, async () => {
    await wall.press('s', 'k')
    await wall.until('PAUSED', 4)
    await wall.untilCameras([1, 2, 3, 4])
    await wall.press('Space')
    await wall.until('PLAYING', 4)
    await wall.press('Shift+Home')
    await wall.until('LATE', 4)
    await wall.untilFramesAfter(Date.now(), 4)
  })
})
