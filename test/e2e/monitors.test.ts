/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallPage } from '../stand/wall-page.ts'
import { WallStand } from '../stand/wall-stand.ts'

describe('a wall of two monitors', () => {
  let stand: WallStand
  let first: WallPage
  let second: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 12 } })
    first = await stand.open()
    await first.until('LIVE', 4)
    second = await stand.open({ monitor: 2 })
    await second.until('LIVE', 4)
  })
  afterAll(() => stand.dispose())

  it('begins on the second with the cameras after those of the first', async () => {
    await first.untilCameras([1, 2, 3, 4])
    await second.untilCameras([5, 6, 7, 8])
  })

  it('calls tiles as they are typed', async () => {
    await expect.poll(() => first.tile(3).locator('.tile-index').textContent()).toBe('1/3')
    await expect.poll(() => second.tile(3).locator('.tile-index').textContent()).toBe('2/3')
  })

  it('puts camera 12 into tile 3 of monitor 2 on `2 / 3 . 12 Enter`, typed on monitor 1', async () => {
    await first.press('2', '/', '3', '.', '1', '2')
    await first.page.getByRole('status').getByText('Monitor 2 · tile 3:').waitFor()
    await first.press('Enter')
    await second.untilCamera(3, 12)
    await first.untilCameras([1, 2, 3, 4])
  })

  it('shows on the monitor that is meant why it cannot be done', async () => {
    await first.press('2', '/', '9', '.', '1', '2', 'Enter')
    await second.page.getByRole('status').getByText('No tile 9: this wall has 4 tiles').waitFor()
  })

  it('gives each monitor its own wall back after a reload', async () => {
    await second.page.reload()
    await second.until('LIVE', 4)
    await second.untilCameras([5, 6, 12, 8])
    await first.untilCameras([1, 2, 3, 4])
  })

  it('has one monitor again when the other window is closed, with nothing lost on it', async () => {
    await second.page.close()
    await expect.poll(() => first.tile(3).locator('.tile-index').textContent()).toBe('3')
    await first.press('2', '/', '7', 'Enter')
    await first.page.getByText('No monitor 2: this wall has 1 monitor').waitFor()
    await expect.poll(() => first.statesNotPlaying()).toEqual([])
  })
})
