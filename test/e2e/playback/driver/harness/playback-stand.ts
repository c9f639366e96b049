import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { post } from '#test/conformance/api/requests.ts'
import { startSite, type TestSite } from '#test/conformance/start-site.ts'
import { type SharedBrowser, sharedBrowser } from '#test/stand/browser.ts'
import { buildPage } from '#test/stand/bundle.ts'
import { footageDir, startHost, type TestHost } from '#test/stand/wall-stand.ts'
import { FaultyProxy } from './faulty-proxy.ts'

/** Playback's page in a real browser, behind a real host, which plays from the real site through a proxy. */
export class PlaybackStand {
  readonly #folder: string
  readonly #site: TestSite
  readonly #browser: SharedBrowser
  readonly #host: TestHost
  readonly proxy: FaultyProxy
  #key: string | undefined
  #stopped: Promise<void> | undefined

  private constructor(
    folder: string,
    parts: { site: TestSite; browser: SharedBrowser; host: TestHost; proxy: FaultyProxy },
  ) {
    this.#folder = folder
    this.#site = parts.site
    this.#browser = parts.browser
    this.#host = parts.host
    this.proxy = parts.proxy
  }

  static async start(): Promise<PlaybackStand> {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-playback-'))
    const [site, browser] = await Promise.all([
      startSite({ footageDir, withMediaServer: false, cameras: 16 }),
      sharedBrowser(),
      buildPage(join(import.meta.dirname, '../page'), folder),
    ])
    const proxy = await FaultyProxy.before(site.baseUrl)
    // There is no media server: nothing here is live.
    const liveViewUrl = proxy.url.replace('http', 'ws')
    // The last of two equal flags counts: the page of this test in the place of the wall's.
    const host = await startHost({
      site: { baseUrl: proxy.url, liveViewUrl, account: site.account },
      flags: ['--renderer', folder],
    })
    return new PlaybackStand(folder, { site, browser, host, proxy })
  }

  async open(): Promise<Page> {
    const page = await this.#browser.newPage({ viewport: { width: 1280, height: 740 } })
    if (process.env['LOG']) page.on('console', (message) => console.log('page:', message.text()))
    page.on('pageerror', (error) => this.pageErrors.push(String(error)))
    await page.goto(this.#host.url)
    await page.waitForFunction(() => 'playbackStage' in window)
    await page.evaluate(() => window.playbackStage.ready())
    return page
  }
  readonly pageErrors: string[] = []

  /** As an administrator may: all sessions are over, and nobody has told the wall. */
  async killSessions(): Promise<void> {
    this.#key ??= await this.#site.apiKey('killing')
    for (const { sessionId, cameraId } of this.proxy.started)
      await post(this.#site.baseUrl + defaultPaths.playbackStop, { sessionId, cameraId }, this.#key)
  }

  /** Ends the wall's program as its launcher does. */
  stopHost(): Promise<void> {
    this.#stopped ??= this.#host.stop()
    return this.#stopped
  }

  async dispose(): Promise<void> {
    await this.#browser.close()
    await this.stopHost()
    this.proxy.dispose()
    await this.#site.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
