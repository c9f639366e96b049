import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { cameraId, startHost, type TestHost } from '../stand/wall-stand.ts'
import { baselinePages, startBaselineServer } from './baselines/baseline-server.ts'
import { benchFootage, SPARSE_CAMERAS } from './bench-footage.ts'
import { coldStart, openBenchPage, ticketsFor } from './bench-page.ts'
import type { BenchOptions } from './main.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

const TILES = 16
/** Beside the sixteen on the wall: the cameras that the first tile is switched between. */
const OTHERS = [17, 18, 19, 20, 21, 22]
/** Between two keys of somebody who types fast. */
const KEY_MS = 120
/** Between two switches: the wall puts the camera before on stand-by again, as it has time to between two hands. */
const REST_MS = 1_000
/** A camera with rare key frames is ready as the likely next one only once a key frame of it has come. */
const SPARSE_REST_MS = 5_000

type Page = Awaited<ReturnType<typeof openBenchPage>>['page']

interface Typing {
  readonly keyMs: number
  readonly restMs?: number
}

/** `typing`: on the wall, by the keys of the camera's number. */
async function switchTo(page: Page, camera: number, typing?: Typing): Promise<number> {
  const { keyMs = 0, restMs = REST_MS } = typing ?? {}
  await page.evaluate((number) => window.benchProbe.armSwitch('[data-tile]', number), camera)
  for (const digit of typing ? String(camera) : []) {
    await page.keyboard.press(digit)
    await delay(keyMs)
  }
  await page.keyboard.press('Enter')
  const tookMs = await page.evaluate(() => window.benchProbe.switched())
  await delay(restMs)
  return tookMs
}

/** Switches of the first tile of a wall, fifteen other tiles running, by the keys that an operator types. */
async function onWall(host: TestHost, cameras: readonly number[], typing: Typing): Promise<number[]> {
  const opened = await openBenchPage(host.url)
  const { page } = opened
  await coldStart(page, TILES)
  await delay(3 * REST_MS)
  const took: number[] = []
  for (const camera of cameras) took.push(await switchTo(page, camera, typing))
  await opened.dispose()
  return took
}

async function hostWith(site: TestSite, standbyCameras: number): Promise<TestHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
  const settings = { schemaVersion: 1, settings: { standbyCameras } }
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings))
  return startHost({ site, dataDir, flags: ['--layout', String(TILES)] })
}

/**
 * `Enter` to the first frame of the new camera on top of its tile, against a page that connects a new Room. The wall
 * makes a camera ready while its number is typed, so that the time between two keys matters.
 */
export async function benchSwitch({ quick }: BenchOptions): Promise<BenchResult> {
  const rounds = quick ? 1 : 4
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

  const byHand = { keyMs: KEY_MS }
  const atOnce = { keyMs: 0 }
  const standbyMs: number[] = []
  const standbyAtOnceMs: number[] = []
  const coldMs: number[] = []
  const coldAtOnceMs: number[] = []
  const noPliMs: number[] = []
  const bareMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    standbyMs.push(...(await onWall(warm, order, byHand)))
    standbyAtOnceMs.push(...(await onWall(warm, order, atOnce)))
    const wall = Array.from({ length: TILES }, (_, index) => cameraId(index + 1))
    const bareTickets = await ticketsFor(site.baseUrl, key, wall)
    const baseline = await openBenchPage(bare.url, { bareTickets, bareLayer: 'high' }, undefined, {
      isWall: false,
    })
    await coldStart(baseline.page, TILES)
    for (const camera of order) {
      const [next] = await ticketsFor(site.baseUrl, key, [cameraId(camera)])
      await baseline.page.evaluate((ticket) => {
        window.bareNext = ticket
      }, next)
      bareMs.push(await switchTo(baseline.page, camera))
    }
    await baseline.dispose()
    coldMs.push(...(await onWall(cold, order, byHand)))
    coldAtOnceMs.push(...(await onWall(cold, order, atOnce)))
    // The first look at each of them teaches the wall how long its key frames take; it does not count.
    noPliMs.push(
      ...(await onWall(warm, [...SPARSE_CAMERAS, ...sparse], { ...atOnce, restMs: SPARSE_REST_MS })).slice(
        SPARSE_CAMERAS.length,
      ),
    )
  }
  await Promise.all([warm.stop(), cold.stop(), bare.dispose()])
  await site.stop()

  const row = (what: string, values: number[]) => rowOf(what, 'ms', values, bareMs)
  const rows = printTable([
    row(`camera on stand-by, ${KEY_MS} ms a key`, standbyMs),
    row('camera on stand-by, all keys at once', standbyAtOnceMs),
    row(`cold camera, ${KEY_MS} ms a key`, coldMs),
    row('cold camera, all keys at once', coldAtOnceMs),
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
      standbyAtOnceP50Ms: quantile(standbyAtOnceMs, 0.5),
      standbyAtOnceP95Ms: quantile(standbyAtOnceMs, 0.95),
      coldAtOnceP50Ms: quantile(coldAtOnceMs, 0.5),
      switches: standbyMs.length,
    },
    baseline: { newRoomP50Ms: quantile(bareMs, 0.5), newRoomP95Ms: quantile(bareMs, 0.95) },
    ratio: {
      standby: quantile(standbyMs, 0.5) / quantile(bareMs, 0.5),
      cold: quantile(coldMs, 0.5) / quantile(bareMs, 0.5),
      standbyAtOnce: quantile(standbyAtOnceMs, 0.5) / quantile(bareMs, 0.5),
      coldAtOnce: quantile(coldAtOnceMs, 0.5) / quantile(bareMs, 0.5),
      noPliToStandby: quantile(noPliMs, 0.95) / quantile(standbyAtOnceMs, 0.95),
    },
  }
}
