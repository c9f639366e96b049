import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventsStage } from '../conformance/shell/events-stage.ts'
import { startSite } from '../conformance/start-site.ts'
import { type SharedBrowser, sharedBrowser } from '../stand/browser.ts'
import { installSoundMeter, isTonePlaying, isSilent } from '../stand/sound-meter.ts'
import { WallPage } from '../stand/wall-page.ts'
import { footageDir } from '../stand/wall-stand.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const evidenceWorker = new URL('../../src-main/core/evidence/remux/evidence-worker.ts', import.meta.url)
const types: Readonly<Record<string, string>> = { html: 'text/html; charset=utf-8', mp4: 'video/mp4' }

/** In the page: what its pictures play, with a meter in between, as the wall's own sound has one. */
function meterVideos() {
  const context = new AudioContext()
  const meter = context.createAnalyser()
  meter.connect(context.destination)
  for (const video of document.querySelectorAll('video'))
    context.createMediaElementSource(video).connect(meter)
  const look = () => {
    meter.getFloatTimeDomainData(new Float32Array(1))
    requestAnimationFrame(look)
  }
  look()
}

describe('the page of an export', () => {
  const folder = sharedDir()
  let browser: SharedBrowser
  let page: Page
  let exported = ''

  beforeAll(async () => {
    const site = await startSite({ footageDir, withMediaServer: false, cameras: 3 })
    const stage = await startEventsStage(site, {}, { evidenceDir: folder, evidenceWorker })
    const startMs = Date.now() - 3_600_000
    const cameraIds = ['cam-01', 'cam-02', 'cam-03']
    const wish = { cameraIds, startMs, endMs: startMs + 30_000, timeZone: 'UTC' }
    await stage.call('evidence.export', wish)
    const { exports } = await stage.pushed('evidence.changed', (pushed) =>
      pushed.exports.some(({ state }) => state === 'done' || state === 'failed'),
    )
    expect(exports).toMatchObject([{ state: 'done' }])
    exported = join(folder, exports[0]?.name ?? '')
    // Nothing but the folder is needed.
    await stage.dispose()
    await site.stop()
    browser = await sharedBrowser()
  })
  afterAll(() => browser?.close())

  const camerasShown = async () => {
    const wall = new WallPage(page)
    const cameras: (number | undefined)[] = []
    for (const at of [0, 1, 2]) {
      cameras.push((await wall.codeOf(page.locator('figure video').nth(at)))?.cameraNumber)
    }
    return cameras
  }

  it('plays all cameras from the folder alone, without any server', async () => {
    page = await browser.newPage({ viewport: { width: 2_560, height: 1_440 } })
    await page.goto(pathToFileURL(join(exported, 'index.html')).href)
    // They lie over the code in the pictures.
    await page.evaluate(() => document.querySelectorAll('figcaption').forEach((caption) => caption.remove()))

    await expect.poll(camerasShown).toEqual([1, 2, 3])
    const time = page.locator('#time')
    const before = await time.textContent()
    await page.keyboard.press('Space')
    await expect.poll(() => time.textContent()).not.toBe(before)
    await expect.poll(camerasShown).toEqual([1, 2, 3])
    await page.close()
  })

  it('has one camera heard at a time by its button, and none for a camera without sound', async () => {
    page = await browser.newPage()
    // A page of the disk may not measure its own sound: the same files, from a made-up host.
    await page.route('http://export.test/**', (route) => {
      const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1))
      const contentType = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      return route.fulfill({ body: readFileSync(join(exported, name)), contentType })
    })
    await page.goto('http://export.test/index.html')
    await page.evaluate(installSoundMeter)
    await page.evaluate(meterVideos)
    await page.keyboard.press('Space')
    const buttonOf = (camera: number) =>
      page
        .locator('figure')
        .nth(camera - 1)
        .getByRole('button', { name: 'Sound' })
    expect(await buttonOf(2).count()).toBe(0)
    await expect.poll(() => page.evaluate(isSilent)).toBe(true)
    await buttonOf(1).press('Enter')
    await expect.poll(() => page.evaluate(isTonePlaying, 440)).toBe(true)
    expect(await buttonOf(1).getAttribute('aria-pressed')).toBe('true')
    await buttonOf(3).press('Enter')
    await expect.poll(() => page.evaluate(isTonePlaying, 660)).toBe(true)
    expect(await buttonOf(1).getAttribute('aria-pressed')).toBe('false')
    await buttonOf(3).press('Enter')
    await expect.poll(() => page.evaluate(isSilent)).toBe(true)
    await page.close()
  })
})
