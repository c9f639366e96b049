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
    await wall.page.getByRole('dialog').waitFor({ state: 'hidden' })
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
    await dialog.waitFor({ state: 'hidden' })
    await second.show(1, 2)
    await second.untilCamera(1, 2)
    await wall.press('*', '6', 'Enter')
    await second.untilCamera(1, 5)
    await wall.press('Backspace')
    await second.untilCamera(1, 2)
    await second.page.close()
  })

  it('has a hotspot that follows the selection, on its own monitor and from another', async () => {
    await wall.page.keyboard.press('Shift+S')
    await wall.page.getByRole('dialog').getByRole('button', { name: '5 Night 4 tiles' }).click()
    await wall.untilCamera(4, 4)
    await wall.tile(4).click()
    await wall.press('c', 'a')
    await wall.tile(4).getByText('HOTSPOT, ALL MONITORS').waitFor()
    await wall.tile(2).click()
    await wall.untilCamera(4, 2)
    await wall.tile(4).click()
    await wall.untilCamera(4, 2)

    const second = await stand.open({ monitor: 2 })
    await second.show(2, 6)
    await second.untilCamera(2, 6)
    await second.press('ArrowRight')
    await wall.untilCamera(4, 6)
    await second.page.close()
    await wall.press('Delete')
    await wall.tile(4).getByText('Type a camera number').waitFor()
  })

  it('runs a sequence that is made by keys, holds it when it is selected, and goes back to what was there', async () => {
    await wall.tile(3).click()
    await wall.press('c', 's')
    const dialog = wall.page.getByRole('dialog')
    const field = dialog.getByRole('combobox', { name: 'Add a camera' })
    await field.pressSequentially('5')
    await wall.press('Enter')
    await dialog.getByRole('spinbutton').nth(1).fill('2')
    await dialog.getByRole('spinbutton').first().fill('2')
    await wall.press('Enter')
    const role = wall.tile(3).locator('.tile-role')
    await wall.untilCamera(3, 5)
    await wall.untilCamera(3, 3)
    await wall.tile(1).click()
    await wall.tile(3).click()
    await role.getByText('PAUSED').waitFor()
    await wall.press('Space')
    await expect.poll(() => role.textContent()).not.toContain('PAUSED')
    await wall.untilCamera(3, 5)

    await wall.press('Alt+Backspace')
    await expect.poll(() => role.count()).toBe(0)
    await wall.untilCamera(3, 3)
    await wall.press('c', 't')
    await wall.page.keyboard.type('Gate 3 is closed')
    await wall.press('Enter')
    await wall.tile(3).getByText('Gate 3 is closed').waitFor()
    await wall.press('c', 'k')
    await wall.tile(3).locator('.clock-time').waitFor()
  })

  it('can be read and passed by everybody', async () => {
    for (const keys of [['g'], ['Shift+S'], ['*', '9', 'Shift+Enter'], ['c'], ['c', 's'], ['c', 't']]) {
      await wall.press(...keys)
      await wall.page.getByRole('dialog').waitFor()
      expect(await wall.barriers()).toEqual([])
      await wall.press('Escape')
      await wall.page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
  })
})
