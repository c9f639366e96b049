import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WallPage } from '../stand/wall-page.ts'
import { WallStand } from '../stand/wall-stand.ts'

describe('a control room', () => {
  let stand: WallStand
  let wall: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 6 } })
    wall = await stand.open()
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand.dispose())

  it('takes a layout by its typed name, and moves spatially over it', async () => {
    await wall.press('g', '1', '+', '5', 'Enter')
    await wall.untilCamera(6, 6)
    await wall.untilCamera(1, 1)
    const large = await wall.tile(1).boundingBox()
    const small = await wall.tile(6).boundingBox()
    expect((large?.width ?? 0) / (small?.width ?? 1)).toBeCloseTo(2, 1)
    await wall.press('ArrowDown')
    await wall.page.locator('[data-tile="4"][aria-current]').waitFor()
    await wall.press('ArrowRight', 'ArrowRight', 'ArrowUp')
    await wall.page.locator('[data-tile="3"][aria-current]').waitFor()
    await wall.press('Control+z')
    await expect.poll(() => wall.page.locator('[data-tile]').count()).toBe(4)
  })

  it('saves what is shown under a number, and brings it back', async () => {
    await wall.press('*', '5', 'Shift+Enter')
    await wall.page.getByRole('dialog').getByLabel('Name').fill('Night')
    await wall.press('Enter')
    await wall.page.getByText('Salvo 5: Night is saved.').waitFor()
    await wall.show(1, 6)
    await wall.press('g', '1', 'Enter')
    await wall.untilCamera(1, 6)

    await wall.press('*', '5')
    await wall.page.getByRole('status').getByText('Salvo 5: Night (4 tiles)').waitFor()
    await wall.press('Enter')
    await wall.untilCamera(1, 1)
    await wall.untilCamera(4, 4)

    await wall.press('Backspace')
    await wall.untilCamera(1, 6)
    await expect.poll(() => wall.page.locator('[data-tile]').count()).toBe(1)
  })

  it('has its salvos after a reload, and asks before one is replaced', async () => {
    await wall.page.reload()
    await wall.untilCamera(1, 6)
    await wall.press('*', '5', 'Shift+Enter')
    const dialog = wall.page.getByRole('dialog')
    await dialog.getByText('Salvo 5: Night is there already and would be replaced.').waitFor()
    await wall.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await wall.press('Shift+S')
    await dialog.getByRole('button', { name: '5 Night 4 tiles' }).waitFor()
    await wall.press('Enter')
    await wall.untilCamera(4, 4)
  })

  it('shows a salvo of all monitors on each', async () => {
    const second = await stand.open({ monitor: 2 })
    await second.show(1, 5)
    await second.untilCamera(1, 5)
    await wall.press('*', '6', 'Shift+Enter')
    const dialog = wall.page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'All 2 monitors' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await wall.page.getByText('Salvo 6 is saved.').waitFor()
    await second.show(1, 2)
    await second.untilCamera(1, 2)
    await wall.press('*', '6', 'Enter')
    await second.untilCamera(1, 5)
    await wall.press('Backspace')
    await second.untilCamera(1, 2)
    await second.page.close()
  })
})
