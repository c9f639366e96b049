import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { startHost, type TestHost } from '../stand/wall-stand.ts'
import { baselinePages, startBaselineServer } from './baselines/baseline-server.ts'
import { benchFootage, SPARSE_CAMERAS } from './bench-footage.ts'
import { cameraId, coldStart, openBenchPage, ticketsFor } from './bench-page.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable } from './report.ts'
import { quantile, summarize } from './statistics.ts'

const TILES = 16
/** Beside the sixteen on the wall: the cameras that the first tile is switched between. */
const OTHERS = [17, 18, 19, 20, 21, 22]
/** Between two switches: the wall puts the camera before on stand-by again, as it has time to between two hands. */
const REST_MS = 1_000
/** A camera with rare key frames is ready as the likely next one only once a key frame of it has come. */
const SPARSE_REST_MS = 5_000

type Page = Awaited<ReturnType<typeof openBenchPage>>['page']

async function switchTo(page: Page, camera: number, type: boolean, restMs = REST_MS): Promise<number> {
  if (type) await page.keyboard.type(String(camera))
  await page.evaluate((number) => window.benchProbe.armSwitch('[data-tile]', number), camera)
  await page.keyboard.press('Enter')
  const tookMs = await page.evaluate(() => window.benchProbe.switched())
  await delay(restMs)
  return tookMs
}

/** Switches of the first tile of a wall, fifteen other tiles running, by the keys that an operator types. */
async function onWall(host: TestHost, cameras: readonly number[], restMs = REST_MS): Promise<number[]> {
  const opened = await openBenchPage(host.url)
  const { page } = opened
  await coldStart(page, TILES)
  await delay(3 * REST_MS)
  const took: number[] = []
  for (const camera of cameras) took.push(await switchTo(page, camera, true, restMs))
  await opened.dispose()
  return took
}

async function hostWith(site: TestSite, standbyCameras: number): Promise<TestHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
  const settings = { schemaVersion: 1, settings: { standbyCameras } }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings))
  return startHost({ site, dataDir, flags: ['--layout', String(TILES)] })
}

/** Key press to the first presented frame of the new camera, against a page that connects a new Room. */
export async function benchSwitch({ quick }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 1 : 5
  const footageDir = await benchFootage()
  const [bare, site] = await Promise.all([
    startBaselineServer(baselinePages.livekit),
    startSite({ footageDir, cameras: 24 }),
  ])
  const key = await site.apiKey('bench')
  await site.published(24)
  for (const camera of SPARSE_CAMERAS) await site.setHabits(cameraId(camera), { ignoresPli: true })
  const warm = await hostWith(site, 12)
  const cold = await hostWith(site, 0)
  const order = Array.from({ length: quick ? 4 : 10 }, (_, index) => OTHERS[index % OTHERS.length] ?? 17)
  const sparse = order.map((camera, index) => SPARSE_CAMERAS[index % SPARSE_CAMERAS.length] ?? camera)

  const standbyMs: number[] = []
  const coldMs: number[] = []
  const noPliMs: number[] = []
  const bareMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    standbyMs.push(...(await onWall(warm, order)))
    const wall = Array.from({ length: TILES }, (_, index) => cameraId(index + 1))
    const bareTickets = await ticketsFor(site.baseUrl, key, wall)
    const baseline = await openBenchPage(bare.url, { bareTickets, bareLayer: 'high' })
    await coldStart(baseline.page, TILES)
    for (const camera of order) {
      const [next] = await ticketsFor(site.baseUrl, key, [cameraId(camera)])
      await baseline.page.evaluate((ticket) => {
        window.bareNext = ticket
      }, next)
      bareMs.push(await switchTo(baseline.page, camera, false))
    }
    await baseline.dispose()
    coldMs.push(...(await onWall(cold, order)))
    // The first look at each of them teaches the wall how long its key frames take; it does not count.
    noPliMs.push(
      ...(await onWall(warm, [...SPARSE_CAMERAS, ...sparse], SPARSE_REST_MS)).slice(SPARSE_CAMERAS.length),
    )
  }
  await Promise.all([warm.stop(), cold.stop(), bare.dispose()])
  await site.stop()

  const baseline = summarize(bareMs)
  const row = (what: string, values: number[]) => ({ what, unit: 'ms', wall: summarize(values), baseline })
  const rows = printTable([
    row('camera on stand-by', standbyMs),
    row('cold camera', coldMs),
    row('likely next, ignores key frame requests, GOP 4 s', noPliMs),
  ])
  return {
    bench: 'switch',
    rows,
    figures: {
      standbyP50Ms: quantile(standbyMs, 0.5),
      standbyP95Ms: quantile(standbyMs, 0.95),
      noPliP95Ms: quantile(noPliMs, 0.95),
      coldP50Ms: quantile(coldMs, 0.5),
      switches: standbyMs.length,
    },
    baseline: { newRoomP50Ms: quantile(bareMs, 0.5), newRoomP95Ms: quantile(bareMs, 0.95) },
    ratio: {
      standby: quantile(standbyMs, 0.5) / quantile(bareMs, 0.5),
      cold: quantile(coldMs, 0.5) / quantile(bareMs, 0.5),
      noPliToStandby: quantile(noPliMs, 0.95) / quantile(standbyMs, 0.95),
    },
  }
}
