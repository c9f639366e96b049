import { setTimeout as delay } from 'node:timers/promises'
import { mediaDefaults } from '#site/media/media-defaults.ts'
import { startSite } from '../conformance/start-site.ts'
import { cameraId, footageDir, startHost } from '../stand/wall-stand.ts'
import { baselinePages, startBaselineServer } from './baselines/baseline-server.ts'
import { type BenchPage, coldStart, openBenchPage, ticketsFor } from './bench-page.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { NEVER, quantile } from './statistics.ts'

const TILES = 9
/** The SDK gives up after its tries. */
const LIMIT_MS = 20_000

/** Milliseconds from the server's return to the first new frame on the last of the tiles. */
async function recovered({ page }: BenchPage, returnedAt: number): Promise<number> {
  const all = await page
    .waitForFunction(
      ([since, tiles]) => {
        const frames = window.benchProbe.firstFramesAfter(since).filter((at) => !Number.isNaN(at))
        return frames.length >= tiles ? Math.max(...frames) : undefined
      },
      [returnedAt, TILES] as const,
      { timeout: LIMIT_MS },
    )
    .then((handle) => handle.jsonValue())
    .catch(() => undefined)
  return all === undefined ? NEVER : all - returnedAt
}

/** The media server is killed again and again: under the wall, and under the SDK alone, in turn. */
export async function benchRecover({ quick }: BenchOptions): Promise<BenchResult> {
  const kills = quick ? 1 : 8
  const [bare, site] = await Promise.all([
    startBaselineServer(baselinePages.livekit),
    startSite({ footageDir, cameras: 16 }),
  ])
  const key = await site.apiKey('bench')
  const host = await startHost({ site, flags: ['--layout', String(TILES)] })
  const cameras = Array.from({ length: TILES }, (_, index) => cameraId(index + 1))
  const openWall = () => openBenchPage(host.url)
  const openBare = async () => {
    const bareTickets = await ticketsFor(site.baseUrl, key, cameras)
    return openBenchPage(bare.url, { bareTickets, bareLayer: 'high' }, undefined, { isWall: false })
  }

  const awayMs: number[] = []
  let startedAt: number | undefined
  /** Of one side, the other one closed: both at once would wait for the processor. */
  async function measured(open: () => Promise<BenchPage>): Promise<number> {
    await site.published(16)
    // After a shorter run the site waits longer before it starts one again: outages would differ.
    const isHealthyAt = (startedAt ?? -Infinity) + mediaDefaults.server.healthyAfterMs + 1_000
    if (Date.now() < isHealthyAt) await delay(isHealthyAt - Date.now())
    const opened = await open()
    try {
      await coldStart(opened.page, TILES)
      await opened.page.evaluate(() => window.benchProbe.trackFrames())
      const before = await site.mediaServerPid()
      const killedAt = Date.now()
      await site.killMediaServer()
      while ((await site.media()).state !== 'up' || (await site.mediaServerPid()) === before) {
        // Asked again at once: each question waits for the site's answer.
      }
      startedAt = Date.now()
      awayMs.push(startedAt - killedAt)
      return await recovered(opened, startedAt)
    } finally {
      await opened.dispose()
    }
  }

  const wallMs: number[] = []
  const baselineMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    wallMs.push(await measured(openWall))
    baselineMs.push(await measured(openBare))
  }
  await bare.dispose()
  await host.stop()
  await site.stop()
  const rows = printTable([
    rowOf(`return of the media server → all ${TILES} tiles`, 'ms', wallMs, baselineMs),
    rowOf('the media server was away for', 'ms', awayMs),
  ])
  return {
    bench: 'recover',
    rows,
    figures: { recoverP50Ms: quantile(wallMs, 0.5), recoverP95Ms: quantile(wallMs, 0.95), kills },
    baseline: { recoverP50Ms: quantile(baselineMs, 0.5), recoverP95Ms: quantile(baselineMs, 0.95) },
    ratio: {
      recoverP50: quantile(wallMs, 0.5) / quantile(baselineMs, 0.5),
      p95: quantile(wallMs, 0.95) / quantile(baselineMs, 0.95),
    },
  }
}
