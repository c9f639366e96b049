import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import type { WallPage } from '../stand/wall-page.ts'
import { WallStand } from '../stand/wall-stand.ts'
import { playbackKeys } from './playback/wall/keys.ts'

/** A frame on the screen was published this long ago at most; loopback and software decoding need far less. */
const OLDEST_LIVE_FRAME_IN_MS = 5_000

let stand: WallStand
beforeAll(async () => {
  stand = await WallStand.start({ layout: 9, site: { cameras: 14 } })
})
afterAll(() => stand?.dispose())

describe('a wall of nine tiles on a fresh local site', () => {
  let wall: WallPage

  beforeAll(async () => {
    wall = await stand.open()
    await wall.until('LIVE', 9)
  })
  afterAll(() => wall?.page.context().close())

  it('signs itself in and shows cameras 1 to 9, read from pixels', async () => {
    await wall.untilCameras([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('shows frames of now', async () => {
    const beforeMs = Date.now()
    const { frameIndex } = await wall.untilCamera(1, 1)
    const afterMs = Date.now()
    const filmedMs = instantOf(frameIndex, beforeMs)
    expect(beforeMs - filmedMs).toBeLessThan(OLDEST_LIVE_FRAME_IN_MS)
    expect(afterMs - filmedMs).toBeGreaterThan(-1_000)
  })

  it('puts a camera into the selected tile on `12 Enter`, into another one on `3 . 14 Enter`', async () => {
    await wall.press('1', '2', 'Enter')
    await wall.untilCamera(1, 12)
    await wall.press('3', '.', '1', '4', 'Enter')
    await wall.untilCamera(3, 14)
  })

  it('refuses a number that nobody has in words and leaves the tile alone', async () => {
    await wall.press('4', '7', 'Enter')
    await wall.page.getByText(/no camera 47/i).waitFor()
    await wall.untilCamera(1, 12)
    await wall.press('Escape')
  })

  it('zooms into a picture where the pointer is, by wheel and pinch, looks about in it by drag, and shows all of it again on Escape', async () => {
    const { x = 0, y = 0, width = 0 } = (await wall.page.locator('[data-tile="1"]').boundingBox()) ?? {}
    // The frame code is in the picture's upper right corner: it is read where a picture of twice the size has it.
    await wall.page.mouse.move(x + width - 1, y + 1)
    await wall.page.mouse.wheel(0, -Math.log(2) * 500)
    await wall.page.locator('[data-tile="1"]').getByText('2.0×').waitFor()
    await wall.untilCamera(1, 12)
    const pictureWidth = () =>
      wall.page.evaluate(
        () => document.querySelector('[data-tile="1"] .picture')?.getBoundingClientRect().width,
      )
    expect(await pictureWidth()).toBeCloseTo(2 * width, 0)
    const left = () =>
      wall.page.evaluate(
        () => document.querySelector('[data-tile="1"] .picture')?.getBoundingClientRect().left,
      )
    // Its right edge is in view: by a drag to the right what lies further left comes.
    const before = (await left()) ?? 0
    await wall.page.mouse.move(x + width / 3, y + 40)
    await wall.page.mouse.down()
    await wall.page.mouse.move(x + width / 3 + 50, y + 40, { steps: 5 })
    await wall.page.mouse.up()
    await expect.poll(left).toBeCloseTo(before + 50, 0)
    // As Chromium tells of a pinch.
    await wall.page.keyboard.down('Control')
    await wall.page.mouse.wheel(0, -Math.log(1.5) * 100)
    await wall.page.keyboard.up('Control')
    await wall.page.locator('[data-tile="1"]').getByText('3.0×').waitFor()
    await wall.press('Escape')
    await expect.poll(pictureWidth).toBeCloseTo(width, 0)
    await wall.untilCamera(1, 12)
  })

  it('zooms into a picture by two fingers and moves it by one, and the page stays as it is', async () => {
    const { page } = wall
    const { x = 0, y = 0, width = 0 } = (await page.locator('[data-tile="1"]').boundingBox()) ?? {}
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: readonly number[]) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: places.map((part, id) => ({ x: x + width * part, y: y + 60, id })),
      })
    const picture = () =>
      page.evaluate(() => {
        const { left = 0, width = 0 } =
          document.querySelector('[data-tile="1"] .picture')?.getBoundingClientRect() ?? {}
        return { left, width, scale: window.visualViewport?.scale }
      })
    await touch('touchStart', 0.4, 0.6)
    for (const part of [0.35, 0.3, 0.25, 0.2]) await touch('touchMove', part, 1 - part)
    await touch('touchEnd')
    await page.locator('[data-tile="1"] .zoom-note').waitFor()
    const zoomed = await picture()
    expect(zoomed.width).toBeGreaterThan(2 * width)
    expect(zoomed.scale).toBe(1)
    await touch('touchStart', 0.2)
    for (const part of [0.3, 0.4, 0.5, 0.6]) await touch('touchMove', part)
    await touch('touchEnd')
    await expect.poll(async () => (await picture()).left).toBeGreaterThan(zoomed.left + 0.3 * width)
    await wall.press('Escape')
    await expect.poll(async () => (await picture()).width).toBeCloseTo(width, 0)
  })

  it('is not reached by the second half of a double click through a window that the first one has closed', async () => {
    const { page } = wall
    await wall.press('g')
    // By the mouse alone: a locator would wait for the button before the second half, too.
    const { x = 0, y = 0 } = (await page.locator('.layout-choice[aria-pressed="true"]').boundingBox()) ?? {}
    await page.mouse.dblclick(x + 10, y + 10, { delay: 40 })
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await page.locator('[data-tile]').count()).toBe(9)
    await page.mouse.dblclick(x + 10, y + 10, { delay: 40 })
    await expect.poll(() => page.locator('[data-tile]').count()).toBe(1)
    await wall.press('Escape')
    await wall.until('LIVE', 9)
    await wall.tile(1).click()
  })

  it('has a help that can be read by keys', async () => {
    const { page } = wall
    await wall.press('?')
    const hidden = () =>
      page
        .locator('.window-body')
        .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
    expect(await hidden()).toBeGreaterThan(100)
    await wall.press('End')
    await expect.poll(hidden).toBeLessThan(2)
    await wall.press('Escape')
  })

  it('moves the selection with the arrows and shows the tile large on Enter', async () => {
    await wall.press('ArrowRight', 'Enter')
    await wall.untilCamera(2, 2)
    const large = await wall.tile(2).boundingBox()
    expect(large?.width).toBeGreaterThan(1_260)
    await wall.press('Escape')
    await wall.until('LIVE', 9)
  })

  it('is restored after a reload with what each tile showed', async () => {
    const shown = [12, 2, 14, 4, 5, 6, 7, 8, 9]
    await wall.untilCameras(shown)
    await wall.page.reload()
    await wall.until('LIVE', 9)
    await wall.untilCameras(shown)
  })
})

describe('playback in the tiles of a wall, by its keys', () => playbackKeys(() => stand))
