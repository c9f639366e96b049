import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { maskCode } from '../../stand/mask-code.ts'
import type { WallPage } from '../../stand/wall-page.ts'
import { WallStand } from '../../stand/wall-stand.ts'
import { secondsApart } from './seconds-apart.ts'

/** The demo cameras film 15 pictures a second, in a loop of half a minute. */
const frameMs = 1_000 / 15
const loopMs = 30_000
const minuteMs = 60_000

/** How far apart two instants of the loop are. */
function apart(oneMs: number, otherMs: number): number {
  const distance = Math.abs(oneMs - otherMs) % loopMs
  return Math.min(distance, loopMs - distance)
}

describe('the timeline of a wall', () => {
  let stand: WallStand
  let wall: WallPage
  const faults: Error[] = []

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 4, site: { cameras: 12 } })
    wall = await stand.open()
    wall.page.on('pageerror', (error) => faults.push(error))
    await wall.until('LIVE', 4)
  })
  afterAll(() => stand.dispose())
  afterEach(() => expect(faults).toEqual([]))

  const surface = () => wall.page.locator('.timeline-surface')
  const barTime = () => wall.page.locator('.timeline-clock').innerText()
  const bandTime = (tile: number) => wall.tile(tile).locator('.past-time:visible').last().innerText()
  /** Of its lanes; a part of the width from the left. */
  async function place(part: number, lane = 0): Promise<[x: number, y: number]> {
    const box = await surface().boundingBox()
    const label = await wall.page.locator('.timeline-labels li').nth(lane).boundingBox()
    if (!box || !label) throw new Error('no timeline')
    return [box.x + box.width * part, label.y + label.height / 2]
  }
  /** Within the loop, of the picture on a tile. */
  async function pictureMs(tile: number): Promise<number> {
    const code = await wall.code(tile)
    return code === undefined ? Number.NaN : code.frameIndex * frameMs
  }
  /** Within the loop, of the time that is written in the bar: tenths, cut off. */
  async function barMs(): Promise<number> {
    const [, seconds] = /:(\d\d\.\d)/.exec(await barTime()) ?? []
    return Number(seconds) * 1_000
  }
  /** All of them show, paused, the picture of the bar's time, and their bands say so. */
  async function showBarTime(tiles: readonly number[]): Promise<void> {
    const wantedMs = await barMs()
    for (const tile of tiles) {
      // Pictures tell where in the loop it is, the band tells which loop: one alone may be of before.
      const isItsPicture = async () =>
        apart(await pictureMs(tile), wantedMs + 50) <= 50 + frameMs &&
        secondsApart(await bandTime(tile), await barTime()) <= 1
      await expect.poll(isItsPicture).toBe(true)
    }
  }

  it('opens below the pictures and closes without taking one away', async () => {
    const videos = wall.page.locator('.picture video')
    await videos.evaluateAll((all) => {
      for (const video of all) Object.assign(video, { isTheSame: true })
    })
    const same = () =>
      videos.evaluateAll((all) => all.filter((video) => 'isTheSame' in video && video.isConnected).length)
    const before = await same()
    await wall.press('t')
    await surface().waitFor()
    const bar = await wall.page.locator('.timeline').boundingBox()
    expect(bar?.y).toBeGreaterThan(((await wall.tile(4).boundingBox())?.height ?? 0) * 2)
    // So low that four lanes want more than a quarter of it.
    await wall.page.setViewportSize({ width: 1_280, height: 480 })
    const heightPx = async () => (await wall.page.locator('.timeline').boundingBox())?.height
    await expect.poll(heightPx).toBeLessThanOrEqual(480 / 4 + 1)
    await wall.page.setViewportSize({ width: 1_280, height: 720 })
    await wall.page.getByText('LIVE', { exact: true }).waitFor()
    await wall.press('t')
    await surface().waitFor({ state: 'detached' })
    expect(await same()).toBe(before)
    await wall.until('LIVE', 4)
  })

  it('begins playback of the selected tile when it is pulled; the others stay live', async () => {
    await wall.press('t')
    await surface().waitFor()
    await wall.page.mouse.move(...(await place(0.8)))
    await wall.page.mouse.down()
    await wall.page.mouse.move(...(await place(0.7)), { steps: 5 })
    await wall.page.mouse.up()
    await wall.tile(1).and(wall.page.locator('[data-mode="playback"]')).waitFor()
    expect(await wall.page.locator('[data-mode="playback"][data-tile]').count()).toBe(1)
    await wall.page.getByText('· tile 1').waitFor()
  })

  it('leaves the keys to the wall: the next one after a drag is the grammar’s', async () => {
    await wall.press('ArrowRight')
    await wall.page.locator('[data-tile="2"][aria-current]').waitFor()
    await wall.press('ArrowLeft', 'k')
    await wall.page.getByText('PLAYBACK paused').waitFor()
    await showBarTime([1])
  })

  it('moves the picture of the selected tile with the hand, small pictures over the others, and all exactly on release', async () => {
    await wall.press('s')
    await wall.page.getByText('all tiles in step').waitFor()
    await wall.page.mouse.move(...(await place(0.6)))
    await wall.page.mouse.down()
    const pictures = new Set<number>()
    const previews = new Map<number, number>()
    // As long as it takes: a hand that goes to and fro, over two minutes.
    for (let step = 0; step < 60 && (pictures.size < 4 || previews.size < 3); step += 1) {
      const [x, y] = await place(0.6)
      await wall.page.mouse.move(x + 12 * Math.sin(step / 3), y)
      const code = await wall.code(1)
      if (code) pictures.add(code.frameIndex)
      for (const tile of [2, 3, 4]) {
        const preview = await wall.codeOf(wall.tile(tile).locator('.scrub-picture:visible'))
        if (preview) previews.set(tile, preview.cameraNumber)
      }
    }
    expect(pictures.size).toBeGreaterThanOrEqual(4)
    expect(Object.fromEntries(previews)).toEqual({ 2: 2, 3: 3, 4: 4 })
    const shapes = await wall.page
      .locator('.scrub-picture:visible')
      .evaluateAll((all) =>
        all.map((one) => (one as HTMLCanvasElement).width / (one as HTMLCanvasElement).height),
      )
    expect(shapes).toHaveLength(3)
    for (const shape of shapes) expect(shape).toBeCloseTo(16 / 9)
    await wall.page.mouse.move(...(await place(0.61)), { steps: 5 })
    await wall.page.mouse.up()
    await wall.page.locator('.scrub-picture:visible').first().waitFor({ state: 'detached' })
    await showBarTime([1, 2, 3, 4])
  })

  it('shows the picture of the lane and instant under the pointer', async () => {
    await wall.page.mouse.move(...(await place(0.4, 2)))
    const card = wall.page.locator('.timeline-card-picture:visible')
    await expect.poll(async () => (await wall.codeOf(card))?.cameraNumber, { timeout: 15_000 }).toBe(3)
    await wall.page.mouse.move(10, 10)
    await card.waitFor({ state: 'hidden' })
  })

  it('hides what a mask covers in the small pictures too', async () => {
    await wall.tile(3).click()
    await maskCode(wall)
    await wall.page.mouse.move(...(await place(0.4, 2)))
    // Once there is a picture.
    await wall.page
      .locator('.timeline-card-taken')
      .getByText(/\d\d:\d\d/)
      .waitFor()
    const card = wall.page.locator('.timeline-card-picture:visible')
    await card.waitFor()
    expect(await wall.codeOf(card)).toBeUndefined()
    await wall.page.mouse.move(10, 10)
    await wall.press('p', 'Delete', 'Enter')
    await wall.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await wall.page.mouse.move(...(await place(0.4, 2)))
    await expect.poll(async () => (await wall.codeOf(card))?.cameraNumber).toBe(3)
    await wall.page.mouse.move(10, 10)
    await wall.tile(1).click()
  })

  it('goes to a time that is typed into the palette', async () => {
    await wall.press('Control+k')
    await wall.page.keyboard.type('-5m')
    await wall.page.getByText(/^All playback tiles to \w+ \d+ \w+ (\d{4} )?\d\d:\d\d:\d\d/).waitFor()
    const nowMs = Date.now()
    await wall.press('Enter')
    const expected = await wall.page.evaluate((ms) => new Date(ms).toTimeString(), nowMs - 5 * minuteMs)
    // The palette's instant is that of its row, a moment before.
    const offSeconds = async () => secondsApart(await barTime(), expected)
    await expect.poll(offSeconds).toBeLessThan(5)
    await showBarTime([1, 2, 3, 4])
  })

  it('goes over the gaps of the selected camera by key, and says that there is none', async () => {
    await wall.press('1', '2', 'Enter')
    await wall.tile(1).and(wall.page.locator('[data-camera="12"]')).waitFor()
    // Recorded but for the seconds 70 to 76 of every three minutes.
    const before = await barTime()
    await wall.press('b')
    await expect.poll(barTime).not.toBe(before)
    await expect.poll(async () => apart(await barMs(), 16_000)).toBeLessThanOrEqual(50 + frameMs)
    const first = await barTime()
    await showBarTime([1, 2, 3, 4])
    await wall.press('b')
    await expect.poll(barTime).not.toBe(first)
    await wall.press('n')
    await expect.poll(barTime).toBe(first)
    // Within the gap before.
    await wall.press('Control+k')
    await wall.page.keyboard.type(first.replace(/:16\.\d$/, ':13'))
    await wall.page.getByText('camera 12 recorded nothing then').waitFor()
    await wall.press('Escape', 'ArrowRight', 'n')
    await wall.page.getByText('No gap after this moment in the footage of camera 2.').waitFor()
  })

  it('writes its times in the zone that the palette has chosen', async () => {
    const choose = (words: string) => wall.choose(words, /^Time zone:/)
    const before = await barTime()
    await wall.press('[')
    const range = wall.page.locator('.timeline-range-words')
    await range.getByText(before.slice(0, 8)).waitFor()
    await choose('zone: asia/kathmandu')
    await wall.page.locator('.timeline-date').getByText('Asia/Kathmandu').waitFor()
    await expect.poll(() => bandTime(2)).toBe(await barTime())
    await range.getByText((await barTime()).slice(0, 8)).waitFor()
    await wall.press('Escape')
    await choose('that of this computer')
    await expect.poll(barTime).toBe(before)
  })

  it('is live again on Shift+Home', async () => {
    await wall.press('Shift+Home')
    await wall.until('LIVE', 4)
    await wall.page.locator('.timeline-mode').getByText('LIVE').waitFor()
  })
})
