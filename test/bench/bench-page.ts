import { join } from 'node:path'
import { type BrowserContextOptions, type BrowserServer, chromium, type Page } from 'playwright-core'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { createTicketResponse } from '#contract/platform/live-view.ts'
import { expectOk, post } from '../conformance/api/requests.ts'
import { chromiumPath, pageSwitches, wallSwitches } from '../stand/browser.ts'
import { bundle } from '../stand/bundle.ts'

/** A page in a browser process of its own, so that its CPU and memory can be told from every other's. */
export interface BenchPage {
  readonly page: Page
  readonly browserPid: number
  dispose(): Promise<void>
}

export interface Ticket {
  readonly url: string
  readonly token: string
}

const viewport = { width: 1920, height: 1080 }
let probeScript: Promise<string> | undefined

/** Opens the address with the probe injected before any script of the page, and what else is given as globals. */
export async function openBenchPage(
  url: string,
  globals: Readonly<Record<string, unknown>> = {},
  size = viewport,
  {
    isWall = true,
    ...options
  }: Pick<BrowserContextOptions, 'bypassCSP'> & { readonly isWall?: boolean } = {},
): Promise<BenchPage> {
  probeScript ??= bundle(join(import.meta.dirname, 'page/probe.ts'), 'iife')
  const server: BrowserServer = await chromium.launchServer({
    executablePath: chromiumPath(),
    chromiumSandbox: false,
    args: [...(isWall ? wallSwitches : pageSwitches)],
  })
  const browser = await chromium.connect(server.wsEndpoint())
  const page = await browser.newPage({ viewport: size, ...options })
  await page.addInitScript({ content: await probeScript })
  await page.addInitScript((given) => Object.assign(window, given), globals)
  await page.goto(url)
  const browserPid = server.process().pid
  if (browserPid === undefined) throw new Error('the browser did not start')
  return { page, browserPid, dispose: () => server.close() }
}

/** When the first and the last of so many pictures were on the screen, milliseconds since the page began to load. */
export async function coldStart(page: Page, tiles: number): Promise<{ firstMs: number; lastMs: number }> {
  await page.waitForFunction((n) => window.benchProbe.firstFrames().length >= n, tiles, { timeout: 60_000 })
  return page.evaluate(() => {
    const frames = window.benchProbe.firstFrames()
    return { firstMs: window.benchProbe.firstFrameIn('[data-tile]'), lastMs: frames.at(-1) ?? Number.NaN }
  })
}

/** Tickets for the baseline, asked for before its page is opened. */
export async function ticketsFor(
  baseUrl: string,
  key: string,
  cameraIds: readonly string[],
): Promise<Ticket[]> {
  return Promise.all(
    cameraIds.map(async (cameraId) => {
      const answer = await post(baseUrl + defaultPaths.participants, { cameraId, expiresIn: 180 }, key)
      return createTicketResponse.parse(expectOk(answer, 201))
    }),
  )
}
