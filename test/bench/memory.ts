import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { DevToolsPipe } from '../../scripts/start/dev-tools-pipe.mjs'
import { startSite } from '../conformance/start-site.ts'
import { slopeOf } from '../soak/growth.ts'
import { chromiumPath, pageSwitches, wallSwitches } from '../stand/browser.ts'
import { cameraId, footageDir, startHost } from '../stand/wall-stand.ts'
import { baselinePages, startBaselineServer } from './baselines/baseline-server.ts'
import { ticketsFor } from './bench-page.ts'
import type { BenchOptions } from './main.ts'
import { cpuPercent, treeUsage, type Usage } from './process-usage.ts'
import { type BenchResult, printTable, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

const TILES = 16

interface Plan {
  readonly forMs: number
  /** The engine fills its pools in the first minutes. */
  readonly settleMs: number
  readonly everyMs: number
}

const plan: Plan = { forMs: 1_200_000, settleMs: 300_000, everyMs: 10_000 }
const quickPlan: Plan = { forMs: 60_000, settleMs: 20_000, everyMs: 2_000 }

interface MemoryFigures {
  readonly mbPerMinute: number
  readonly plateauMb: number
  readonly cpu: number
}

/** Of the last quarter. */
const plateauOf = (values: readonly number[]) =>
  quantile(values.slice(Math.floor((values.length * 3) / 4)), 0.5)

/** In the page: tiles that present another frame within five seconds. */
async function presentingTiles(): Promise<number> {
  const tiles = [...document.querySelectorAll('[data-tile]')].map(
    (tile) =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(false), 5_000)
        for (const video of tile.querySelectorAll('video')) {
          if (!video.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
          video.requestVideoFrameCallback(() => resolve(true))
        }
      }),
  )
  return (await Promise.all(tiles)).filter(Boolean).length
}

/** A page in a browser that nobody drives once it is opened: a driver's bookkeeping in the page would be counted, too. */
class LonePage {
  readonly #dir: string
  readonly #browser: ChildProcess
  readonly #pipe: DevToolsPipe
  readonly #targetId: string
  readonly samples: { readonly atMs: number; readonly usage: Usage }[] = []

  private constructor(dir: string, browser: ChildProcess, pipe: DevToolsPipe, targetId: string) {
    this.#dir = dir
    this.#browser = browser
    this.#pipe = pipe
    this.#targetId = targetId
  }

  static async open(url: string, switches: readonly string[]): Promise<LonePage> {
    const dir = await mkdtemp(join(tmpdir(), 'tessera-bench-memory-'))
    const flags = ['--headless', '--no-sandbox', '--window-size=1920,1080', `--user-data-dir=${dir}`]
    const browser = spawn(chromiumPath(), [...flags, ...switches, '--remote-debugging-pipe'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
    const [, , , out, incoming] = browser.stdio
    if (!(out instanceof Writable) || !(incoming instanceof Readable)) throw new Error('no pipe to Chromium')
    const pipe = new DevToolsPipe(out, incoming)
    const targetId = await pipe.firstPage()
    const attached = await pipe.call('Target.attachToTarget', { targetId, flatten: true })
    const session = String(attached?.['sessionId'])
    await pipe.call('Page.navigate', { url }, session)
    await pipe.call('Target.detachFromTarget', { sessionId: session })
    return new LonePage(dir, browser, pipe, targetId)
  }

  /** Attaches to the page: asked once everything is measured. */
  async presentingTiles(): Promise<number> {
    const attached = await this.#pipe.call('Target.attachToTarget', {
      targetId: this.#targetId,
      flatten: true,
    })
    const answer = await this.#pipe.call(
      'Runtime.evaluate',
      { expression: `(${presentingTiles.toString()})()`, awaitPromise: true, returnByValue: true },
      String(attached?.['sessionId']),
    )
    return (answer as { result?: { value?: number } } | undefined)?.result?.value ?? 0
  }

  look(): void {
    this.samples.push({ atMs: performance.now(), usage: treeUsage(this.#browser.pid ?? 0) })
  }

  /** Of the samples from that time on. */
  figures(fromMs: number): MemoryFigures {
    const settled = this.samples.filter(({ atMs }) => atMs >= fromMs)
    const [first, last] = [settled[0], settled.at(-1)]
    if (first === undefined || last === undefined) throw new Error('no sample')
    const slope = slopeOf(
      settled.map(({ atMs }) => atMs / 3_600_000),
      settled.map(({ usage }) => usage.memoryMb),
    )
    return {
      mbPerMinute: (slope?.perHour ?? Number.NaN) / 60,
      plateauMb: plateauOf(settled.map(({ usage }) => usage.memoryMb)),
      cpu: cpuPercent(first.usage, last.usage, (last.atMs - first.atMs) / 1_000),
    }
  }

  async dispose(): Promise<void> {
    const exited = once(this.#browser, 'exit')
    this.#pipe.dispose()
    await exited
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What browsers take whose sixteen tiles are simply live, side by side: the wall, and livekit-client and nothing else. */
export async function benchMemory({ quick }: BenchOptions): Promise<BenchResult> {
  const { forMs, settleMs, everyMs } = quick ? quickPlan : plan
  const site = await startSite({ footageDir, cameras: TILES })
  const host = await startHost({ site, flags: ['--layout', String(TILES)] })
  await site.published(TILES)
  const cameras = Array.from({ length: TILES }, (_, index) => cameraId(index + 1))
  const bareTickets = await ticketsFor(site.baseUrl, await site.apiKey('bench'), cameras)
  const server = await startBaselineServer(baselinePages.livekit, { bareTickets, bareLayer: 'high' })
  const wall = await LonePage.open(host.url, wallSwitches)
  const bare = await LonePage.open(server.url, pageSwitches)
  const hostMb: number[] = []
  const startedAtMs = performance.now()
  while (performance.now() - startedAtMs < forMs) {
    await delay(everyMs)
    for (const page of [wall, bare]) page.look()
    hostMb.push(treeUsage(host.child.pid ?? 0).memoryMb)
  }
  // A page that hangs answers nobody.
  const presenting = await Promise.all(
    [wall, bare].map((page) => Promise.race([page.presentingTiles(), delay(15_000, 0, { ref: false })])),
  )
  await Promise.all([wall.dispose(), bare.dispose(), server.dispose()])
  await host.stop()
  await site.stop()

  const ofWall = wall.figures(startedAtMs + settleMs)
  const ofBare = bare.figures(startedAtMs + settleMs)
  const ofHostMb = plateauOf(hostMb)
  if (Math.min(...presenting) < TILES) {
    throw new Error(`tiles that present frames, wall and baseline: ${presenting.join(', ')}`)
  }
  const row = (what: string, unit: string, pick: (one: MemoryFigures) => number) =>
    rowOf(what, unit, [pick(ofWall)], [pick(ofBare)])
  const rows = printTable([
    row('memory of the browser, 16 tiles, at the end', 'MB', (one) => one.plateauMb),
    { ...row('… more each minute', 'MB', (one) => one.mbPerMinute), hasNoRatio: true },
    rowOf('memory of main and host', 'MB', [ofHostMb]),
    rowOf(
      'memory of browser, main and host (baseline: it has a browser alone)',
      'MB',
      [ofWall.plateauMb + ofHostMb],
      [ofBare.plateauMb],
    ),
    row('CPU of the browser', '%', (one) => one.cpu),
  ])
  return {
    bench: 'memory',
    rows,
    figures: {
      wallMbPerMinute: ofWall.mbPerMinute,
      bareMbPerMinute: ofBare.mbPerMinute,
      plateauMb: ofWall.plateauMb,
      hostMb: ofHostMb,
    },
    baseline: { plateauMb: ofBare.plateauMb },
    ratio: { plateau: ofWall.plateauMb / ofBare.plateauMb },
  }
}
