import type { Page } from 'playwright-core'
import { RoughPlatform } from '../../rough/rough-platform.ts'
import { startSite } from '../../conformance/start-site.ts'
import { launchBrowser } from '../../stand/browser.ts'
import { WallPage } from '../../stand/wall-page.ts'
import { cameraId, startHost } from '../../stand/wall-stand.ts'
import { type Growth, medianMs } from './growth.ts'

export interface CameraGrowth {
  readonly growths: readonly Growth[]
  /** Of a key press: from the key to the next frame of the page, as the browser measures it; and any block of the page. */
  readonly longestStepMs: number
}

const LIMIT_MS = 60_000
const shownCamera = (number: number) => `[data-tile="1"][data-camera="${number}"]`
const dialog = 'dialog[open]'

/** In the page: the longest key press, and the longest block of its thread. */
function watchSteps() {
  const seen = { longestMs: 0 }
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestMs = Math.max(seen.longestMs, duration)
  })
  // The types of TypeScript do not know its threshold.
  const keys: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  observer.observe(keys)
  observer.observe({ type: 'longtask' })
  Object.assign(globalThis, { steps: seen })
}

const longestStep = () => (globalThis as unknown as { steps: { longestMs: number } }).steps.longestMs

async function until(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, { state: 'attached', timeout: LIMIT_MS })
}

/** A wall of one tile on a platform that lists so many cameras, and as many entrances that they see. */
async function wallOf(cameras: number, runs: number) {
  const site = await startSite({ withMediaServer: false })
  const platform = await RoughPlatform.start(site.baseUrl)
  const numbers = Array.from({ length: cameras }, (_, at) => at + 1)
  const listed = numbers.map((number) => ({
    id: cameraId(number),
    name: `Aisle ${number} north`,
    number,
    group: `Hall ${Math.ceil(number / 50)}`,
    timezone: 'Europe/Berlin',
  }))
  const entrances = numbers.map((number) => ({
    id: `entrance-${number}`,
    name: `Door ${number} north`,
    cameraIds: [listed[number - 1]?.id],
  }))
  platform.use(
    { call: 'cameras', trouble: { does: 'rewrite', json: () => ({ items: listed }) } },
    { call: 'dictionaryEntrances', trouble: { does: 'rewrite', json: () => ({ items: entrances }) } },
  )
  const { account, liveViewUrl } = site
  const host = await startHost({
    site: { baseUrl: platform.url, liveViewUrl, account },
    flags: ['--layout', '1'],
  })
  const browser = await launchBrowser()
  try {
    const wall = new WallPage(await (await browser.newContext()).newPage())
    const { page } = wall
    await wall.open(host.url)
    await until(page, shownCamera(1))
    const listMs = await medianMs(runs, async () => {
      const startedAtMs = performance.now()
      await page.reload()
      await until(page, shownCamera(1))
      return performance.now() - startedAtMs
    })
    await page.evaluate(watchSteps)
    const timed = (keys: readonly string[], selector: string, back: readonly string[]) =>
      medianMs(runs, async () => {
        const startedAtMs = performance.now()
        await wall.press(...keys)
        await until(page, selector)
        const tookMs = performance.now() - startedAtMs
        await wall.press(...back)
        await page.waitForFunction((selectorOf) => document.querySelector(selectorOf) === null, dialog)
        return tookMs
      })
    const last = String(cameras)
    const digits = last.split('')
    const numberMs = await timed([...digits, 'Enter'], shownCamera(cameras), ['1', 'Enter'])
    const paletteMs = await timed(
      ['Control+k', 'a', 'i', 's', 'l', 'e', 'Space', ...digits],
      `${dialog} [role="option"]:has-text("Aisle ${last} north")`,
      ['Escape', 'Escape'],
    )
    const dictionaryMs = await medianMs(runs, async () => {
      await wall.press('o')
      const field = page.locator(`${dialog} [role="combobox"]`).first()
      await field.focus()
      const startedAtMs = performance.now()
      await wall.press('d', 'o', 'o', 'r', 'Space', ...digits)
      await until(page, `${dialog} [role="option"]:has-text("Door ${last} north")`)
      const tookMs = performance.now() - startedAtMs
      while ((await page.locator(dialog).count()) > 0) await wall.press('Escape')
      return tookMs
    })
    return { listMs, numberMs, paletteMs, dictionaryMs, longestStepMs: await page.evaluate(longestStep) }
  } finally {
    await browser.close()
    await host.stop()
    await platform.stop()
    await site.stop()
  }
}

/** What an operator does with a camera, on walls of more and more of them. */
export async function cameraGrowth(sizes: readonly number[], runs: number): Promise<CameraGrowth> {
  const found: Awaited<ReturnType<typeof wallOf>>[] = []
  for (const size of sizes) found.push(await wallOf(size, runs))
  const growth = (what: string, pick: (one: (typeof found)[number]) => number): Growth => ({
    what,
    sizes,
    costsMs: found.map(pick),
  })
  return {
    growths: [
      growth('cameras, page → list', (one) => one.listMs),
      growth('cameras, number → tile', (one) => one.numberMs),
      growth('cameras, letters → palette', (one) => one.paletteMs),
      growth('cameras, letters → entrance', (one) => one.dictionaryMs),
    ],
    longestStepMs: Math.max(...found.map((one) => one.longestStepMs)),
  }
}
