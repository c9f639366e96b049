import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlaybackResponse } from '#contract/platform/playback.ts'
import { freeTcpPort } from '#site/media/free-port.ts'
import { startSite, type TestSite } from '../../conformance/start-site.ts'
import { buildPage } from '../../stand/bundle.ts'
import { startHost, type TestHost } from '../../stand/wall-stand.ts'
import { baselinePages, type BaselineServer, startBaselineServer } from '../baselines/baseline-server.ts'
import { type BenchPage, openBenchPage } from '../bench-page.ts'
import { playbackFootage } from './footage.ts'
import { windowAround } from './window.ts'

export interface BenchProxy {
  readonly port: number
  dispose(): Promise<void>
}

const minuteMs = 60_000

/** An instant whose whole window is recorded, at the beginning of a segment. Epoch milliseconds. */
export function someHoursAgo(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs - 120 * minuteMs
}

/**
 * The wall's playback alone on a page, behind a real host, and beside it plain hls.js straight to the site: both
 * read the same footage through the same proxy, if there is one.
 */
export class PlaybackBench<Proxy extends BenchProxy | undefined> {
  readonly proxy: Proxy
  readonly #folder: string
  readonly #site: TestSite
  readonly #host: TestHost
  readonly #bare: BaselineServer
  readonly #baseUrl: string
  readonly #key: string

  private constructor(
    proxy: Proxy,
    parts: {
      folder: string
      site: TestSite
      host: TestHost
      bare: BaselineServer
      baseUrl: string
      key: string
    },
  ) {
    this.proxy = proxy
    this.#folder = parts.folder
    this.#site = parts.site
    this.#host = parts.host
    this.#bare = parts.bare
    this.#baseUrl = parts.baseUrl
    this.#key = parts.key
  }

  static async start<Proxy extends BenchProxy | undefined>(
    proxyBefore: (sitePort: number) => Promise<Proxy>,
  ): Promise<PlaybackBench<Proxy>> {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-playback-'))
    const footageDir = await playbackFootage()
    const port = await freeTcpPort('127.0.0.1')
    const proxy = await proxyBefore(port)
    const baseUrl = `http://127.0.0.1:${proxy?.port ?? port}`
    const flags = ['--playback-url', baseUrl, '--playback-sessions', '100']
    const [site, bare] = await Promise.all([
      startSite({ footageDir, port, cameras: 36, withMediaServer: false, flags }),
      startBaselineServer(baselinePages.hls),
      buildPage(join(import.meta.dirname, 'page'), folder),
    ])
    // Nothing here is live.
    const liveViewUrl = baseUrl.replace('http', 'ws')
    const host = await startHost({
      site: { baseUrl, liveViewUrl, account: site.account },
      flags: ['--renderer', folder],
    })
    const key = await site.apiKey('bench')
    return new PlaybackBench(proxy, { folder, site, host, bare, baseUrl, key })
  }

  /** Resolves once every tile shows the instant, paused. */
  async openWall(cameraIds: readonly string[], atMs: number): Promise<BenchPage> {
    return opened(await openBenchPage(this.#host.url), cameraIds, atMs)
  }

  /** The wall's playback without its gateway: it reads from the site, which its page's policy would not let it. */
  async openDirect(cameraIds: readonly string[], atMs: number): Promise<BenchPage> {
    const page = await openBenchPage(this.#host.url, {}, undefined, { bypassCSP: true })
    return opened(page, await this.#manifestsOf(cameraIds, atMs), atMs)
  }

  async openBare(cameraIds: readonly string[], atMs: number): Promise<BenchPage> {
    return opened(await openBenchPage(this.#bare.url), await this.#manifestsOf(cameraIds, atMs), atMs)
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#host.stop(), this.#bare.dispose()])
    await this.proxy?.dispose()
    await this.#site.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #manifestsOf(cameraIds: readonly string[], atMs: number): Promise<string[]> {
    return Promise.all(cameraIds.map((cameraId) => this.#manifestOf(cameraId, atMs)))
  }

  async #manifestOf(cameraId: string, atMs: number): Promise<string> {
    const { startMs, endMs } = windowAround(atMs)
    const query = new URLSearchParams({
      cameraId,
      start: String(startMs),
      end: String(endMs),
    })
    const response = await fetch(`${this.#baseUrl}/v1/playback/start?${query}`, {
      headers: { authorization: `Bearer ${this.#key}` },
    })
    if (!response.ok)
      throw new Error(`no footage of ${cameraId}: ${response.status} ${await response.text()}`)
    return startPlaybackResponse.parse(await response.json()).url
  }
}

async function opened(bench: BenchPage, sources: readonly string[], atMs: number): Promise<BenchPage> {
  await bench.page.waitForFunction(() => 'playbackBench' in window)
  await bench.page.evaluate(([given, instant]) => window.playbackBench.open(given, instant), [
    sources,
    atMs,
  ] as const)
  return bench
}
