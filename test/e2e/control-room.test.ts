import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readFileSync } from 'node:fs'
import { processTree } from '../bench/process-usage.ts'
import { RoughLine } from '../rough/rough-line.ts'
import { maskCode } from '../stand/mask-code.ts'
import { savePicture } from '../stand/saved-picture.ts'
import { installSoundMeter, isSilent, isTonePlaying, outputTime } from '../stand/sound-meter.ts'
import { WallPage } from '../stand/wall-page.ts'
import { startHost, WallStand } from '../stand/wall-stand.ts'

const share = async ({ page }: WallPage, name: string) => {
  for (const key of ['*', '7', 'Shift+Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: 'All walls of this platform' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe('a control room', () => {
  let stand: WallStand
  let wall: WallPage

  beforeAll(async () => {
    stand = await WallStand.start({ layout: 'kept', site: { cameras: 6, flags: ['--record'] } })
    wall = await stand.open()
    await wall.press('g', '4', 'Enter')
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

  it('says all that an entry will do, also in the smallest tile of a corner', async () => {
    await wall.press('g', '3', '6', 'Enter')
    await expect.poll(() => wall.page.locator('[data-tile]').count()).toBe(36)
    const { width: wallWidth, height: wallHeight } = wall.page.viewportSize() ?? { width: 0, height: 0 }
    for (const tile of [1, 6, 31, 36]) {
      await wall.page.keyboard.type(`${tile}.1`)
      const preview = wall.page.locator('.entry-preview')
      await preview.filter({ hasText: `Tile ${tile}` }).waitFor()
      const { x = -1, y = -1, width = 0, height = 0 } = (await preview.boundingBox()) ?? {}
      expect(Math.min(x, y, wallWidth - x - width, wallHeight - y - height)).toBeGreaterThan(0)
      await wall.press('Escape')
    }
    await wall.press('Control+z')
    await wall.until('LIVE', 4)
  })

  it('has its grid edited by keys: cameras stand where it says, also after undo and a reload', async () => {
    const editor = wall.page.getByRole('dialog', { name: 'Grid editor' })
    const widthOf = async (tile: number) => (await wall.tile(tile).boundingBox())?.width ?? 0
    await wall.tile(1).click()
    await wall.press('Shift+G')
    await editor.getByText('2 × 2, 4 tiles').waitFor()
    // Camera 1 over 2, which comes back when 3 is split.
    await wall.press('Shift+ArrowRight', 'ArrowDown', '/')
    await editor.getByText('4 × 2, 4 tiles').waitFor()
    await wall.press('Control+ArrowRight', 'Shift+ArrowUp')
    await wall.press('Control+z', 's')
    await wall.page.keyboard.type('Yard')
    await wall.press('Enter')
    await editor.getByText('Saved as “Yard”').waitFor()
    await wall.press('Escape')
    await editor.waitFor({ state: 'hidden' })
    for (const camera of [1, 2, 3, 4]) await wall.untilCamera(camera, camera)
    const eighths = async () => {
      const [first, second, fourth] = [await widthOf(1), await widthOf(2), await widthOf(4)]
      return [second, fourth].map((width) => Math.round((8 * width) / first))
    }
    await expect.poll(eighths).toEqual([2, 4])

    await wall.press('Control+z')
    await wall.untilCamera(2, 3)
    await wall.untilCamera(3, 2)
    await wall.press('Control+Shift+z')
    await wall.untilCamera(2, 2)
    await wall.page.reload()
    await wall.untilCamera(3, 3)
    await wall.untilCamera(4, 4)
    await expect.poll(eighths).toEqual([2, 4])
  })

  it('has its grid edited by mouse, and brings back one with a name', async () => {
    const editor = wall.page.getByRole('dialog', { name: 'Grid editor' })
    await wall.press('g', '4', 'Enter')
    await wall.press('Shift+G')
    await editor.getByText('2 × 2, 4 tiles').waitFor()
    const { x = 0, y = 0, width = 0, height = 0 } = (await wall.tile(1).boundingBox()) ?? {}
    const { mouse } = wall.page
    await mouse.move(x + width / 2, y + height / 2)
    await mouse.down()
    await mouse.move(x + width * 1.5, y + height * 1.5, { steps: 3 })
    await mouse.up()
    await editor.getByRole('button', { name: 'Tile 4: camera 1' }).waitFor()
    await mouse.move(x + width - 2, y + height / 4)
    await mouse.down()
    await mouse.move(x + width * 1.9, y + height / 4, { steps: 3 })
    await mouse.up()
    await editor.getByText('2 × 2, 3 tiles').waitFor()
    await wall.press('Escape')
    await wall.untilCamera(1, 4)
    await wall.untilCamera(2, 3)
    await wall.untilCamera(3, 1)
    await wall.press('Control+z', 'Control+z', 'g')
    await wall.page.getByRole('button', { name: 'Yard 4 tiles' }).click()
    await wall.untilCamera(2, 2)
    const firstWidth = async () => (await wall.tile(1).boundingBox())?.width
    await expect.poll(firstWidth).toBeGreaterThan(1.9 * width)
    await wall.press('g', '4', 'Enter')
    await wall.untilCamera(4, 4)
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

  it('shows both of a salvo that two walls have saved, and keeps both when told so', {
    tags: 'long',
  }, async () => {
    const { baseUrl, liveViewUrl, account } = stand.site
    const line = await RoughLine.before(Number(new URL(baseUrl).port))
    onTestFinished(() => line.dispose())
    const host = await startHost({
      site: { liveViewUrl, account, baseUrl: `http://127.0.0.1:${line.port}` },
      flags: ['--layout', '1'],
    })
    onTestFinished(() => host.stop())
    const other = new WallPage(await stand.browser.newPage())
    await other.open(host.url)
    await other.until('LIVE', 1)
    // It hears nothing of the first one before it has saved its own.
    line.hold()
    await share(wall, 'Flood')
    await wall.press('Shift+S')
    await wall.page.getByRole('button', { name: /^7 Flood.*shared by/ }).waitFor()
    await share(other, 'Fire')
    await other.press('Shift+S')
    line.letGo()
    const conflict = other.page.getByRole('alert').filter({ hasText: 'Salvo 7 was changed twice.' })
    await conflict.getByText('Salvo 7: Flood').waitFor()
    await conflict.getByText('Salvo 7: Fire').waitFor()
    expect(await other.barriers()).toEqual([])
    await conflict.getByRole('button', { name: 'Keep both' }).click()
    await conflict.waitFor({ state: 'detached' })
    await other.page.getByRole('button', { name: /^7 Flood.*shared by/ }).waitFor()
    await other.page.getByRole('button', { name: /^1 Fire.*shared by/ }).waitFor()
    await other.page.close()
    await wall.press('Escape')
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

  it('hides what a mask covers from the first frame of its camera on, live and recorded', async () => {
    await wall.tile(3).click()
    await wall.show(3, 5)
    await wall.untilCamera(3, 5)
    await maskCode(wall)
    await expect.poll(() => wall.code(3)).toBeUndefined()

    await wall.show(3, 3)
    await wall.untilCamera(3, 3)
    await wall.page.evaluate(() => {
      const seen: boolean[] = []
      Object.assign(globalThis, { maskedFrames: seen })
      for (const video of document.querySelectorAll<HTMLVideoElement>('[data-tile="3"] video')) {
        const look = () => {
          const tile = video.closest<HTMLElement>('[data-tile]')
          if (tile?.dataset['camera'] === '5')
            seen.push(tile.querySelector('.picture-masks polygon') !== null)
          video.requestVideoFrameCallback(look)
        }
        video.requestVideoFrameCallback(look)
      }
    })
    await wall.show(3, 5)
    await wall.page.locator('[data-tile="3"][data-shown="5"][data-state="LIVE"]').waitFor()
    expect(await wall.code(3)).toBeUndefined()
    const frames = await wall.page.evaluate(
      () => (globalThis as unknown as { maskedFrames: boolean[] }).maskedFrames,
    )
    expect(frames.length).toBeGreaterThan(0)
    expect(frames).not.toContain(false)
    expect(await savePicture(wall)).toMatchObject({
      record: { camera: { number: 5 }, privacyMasks: 1 },
      code: undefined,
    })

    await wall.press('r')
    await wall.page.locator('[data-tile="3"][data-state="PLAYING"]').waitFor()
    expect(await wall.code(3)).toBeUndefined()
    await wall.press('Home', 'Shift+F')
    await wall.page.locator('[data-tile="3"][style*="cover"]').waitFor()
    expect(await wall.tile(3).locator('.picture-masks polygon').count()).toBe(1)
    await wall.press('p')
    expect(await wall.barriers()).toEqual([])
    await wall.press('Delete', 'Enter')
    await wall.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await wall.tile(3).locator('.picture-masks').count()) === 0).toBe(true)
    await wall.press('Shift+F', 'Shift+F')
    await wall.untilCamera(3, 5)
  })

  it('lets one camera be heard, its own tone, and says of another that it has none', async () => {
    await wall.tile(3).click()
    await wall.show(3, 3)
    await wall.show(1, 1)
    await wall.untilCamera(1, 1)
    await wall.page.evaluate(installSoundMeter)
    await wall.press('u')
    await wall.page.locator('[data-tile="3"] [data-sound="playing"]').waitFor()
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 660)).toBe(true)
    await wall.tile(1).click()
    await wall.press('u')
    await wall.page.locator('[data-tile="1"] [data-sound="playing"]').waitFor()
    expect(await wall.tile(3).locator('.sound-mark').count()).toBe(0)
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 440)).toBe(true)
    // The tile is heard, whatever it shows.
    await wall.show(1, 2)
    await wall.tile(1).getByText('No sound: this camera sends none').waitFor()
    expect(await wall.barriers()).toEqual([])
    await wall.press('u')
    await wall.tile(1).locator('.sound-mark').waitFor({ state: 'detached' })
    await wall.show(1, 1)
    await wall.untilCamera(1, 1)
  })

  it('has what was recorded heard like what is live: its own tone, and silence by the same key', async () => {
    await wall.tile(3).click()
    await wall.show(3, 3)
    await wall.press('r')
    const playing = wall.page.locator('[data-tile="3"][data-state="PLAYING"]')
    await playing.waitFor()
    await wall.press('u')
    await wall.page.locator('[data-tile="3"] [data-sound="playing"]').waitFor()
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 660)).toBe(true)
    await playing.waitFor()
    // From the loop of the demonstration into what its recorder has kept, in the same breath.
    await wall.press('Shift+ArrowRight', 'Shift+ArrowRight')
    const recorded = () =>
      wall.page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => /\/recorded-\d+\.m4s/.test(name))
            .length,
      )
    await expect.poll(recorded, { timeout: 20_000 }).toBeGreaterThan(3)
    await playing.waitFor()
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 660)).toBe(true)
    expect(await wall.barriers()).toEqual([])
    await wall.press('u')
    await wall.tile(3).locator('.sound-mark').waitFor({ state: 'detached' })
    await expect.poll(() => wall.page.evaluate(isSilent)).toBe(true)

    await wall.show(3, 2)
    await playing.waitFor()
    await wall.press('u')
    await wall.tile(3).getByText('No sound: this camera sends none').waitFor()
    await wall.press('u', 'Home')
    await wall.show(3, 3)
    await wall.untilCamera(3, 3)
  })

  it('lets a live camera be heard again after Chromium’s audio process has died', async () => {
    await wall.tile(1).click()
    await wall.show(1, 1)
    await wall.untilCamera(1, 1)
    await wall.press('u')
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 440)).toBe(true)
    const audio = processTree(process.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('audio.mojom.AudioService'),
    )
    expect(audio).not.toEqual([])
    for (const pid of audio) process.kill(pid, 'SIGKILL')
    const endedAt = await wall.page.evaluate(outputTime)
    await expect.poll(() => wall.page.evaluate(outputTime)).toBeGreaterThan(endedAt + 1)
    await expect.poll(() => wall.page.evaluate(isTonePlaying, 440)).toBe(true)
    await wall.press('u')
    await wall.tile(1).locator('.sound-mark').waitFor({ state: 'detached' })
  })
})
