import { setTimeout as delay } from 'node:timers/promises'
import { startSite, type TestSite } from '../conformance/start-site.ts'
import { cameraId, footageDir, startHost } from '../stand/wall-stand.ts'
import { baselinePages, type BaselineServer, startBaselineServer } from './baselines/baseline-server.ts'
import { MseStream } from './baselines/mse-stream.ts'
import { coldStart, openBenchPage, ticketsFor } from './bench-page.ts'
import { RoughLine } from '../rough/rough-line.ts'
import type { BenchOptions } from './main.ts'
import { freeTcpPort } from '#site/media/free-port.ts'
import { cpuPercent, treeUsage } from './process-usage.ts'
import type { Presented } from './page/probe.ts'
import { type BenchResult, printTable, type Row, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

/** Long enough for the jitter buffers and the layers to settle, and for a mean that one hiccup does not carry. */
const SETTLE_MS = 4_000
const MEASURE_MS = 10_000
const ROUND_TRIP_MS = 60

interface Sample {
  readonly firstMs: number
  readonly lastMs: number
  /** Processor time of the browser, its own start among it, until the last tile: other load changes it little. */
  readonly coldCpuMs: number
  readonly cpu: number
  /** Of the slowest tile. */
  readonly presentedFps: number
  readonly memoryMb: number
  readonly mainCpu: number
  readonly mainMemoryMb: number
}

interface Case {
  readonly tiles: number
  readonly viewport: { width: number; height: number }
  /** Of the layer that every tile has to show. */
  readonly widthPx: number
  /** A bare page chooses its layer as the wall does, by the size of the tile. */
  readonly isAdaptive?: true
  /** Only the cold start: nothing else depends on the round trip of the signalling. */
  readonly coldOnly?: boolean
}

const fullHd = { viewport: { width: 1920, height: 1080 }, widthPx: 640 }
const smallHd = { viewport: { width: 1280, height: 720 }, widthPx: 320, isAdaptive: true } as const

/** Frames a second; throws unless every tile shows that layer: the figures would be of something else. */
export function slowestFps(presented: readonly Presented[], tiles: number, widthPx: number): number {
  const live = presented.filter((one) => one.fps > 0 && one.widthPx === widthPx)
  if (live.length === tiles) return Math.min(...live.map(({ fps }) => fps))
  throw new DeadTiles(
    `${live.length} of ${tiles} tiles showed ${widthPx} pixels: ${JSON.stringify(presented)}`,
  )
}

class DeadTiles extends Error {}

async function measure(
  url: string,
  globals: Readonly<Record<string, unknown>>,
  { tiles, viewport, widthPx, coldOnly }: Case,
  /** Of the wall. */
  mainPid?: number,
): Promise<Sample> {
  const opened = await openBenchPage(url, globals, viewport, { isWall: mainPid !== undefined })
  try {
    const { firstMs, lastMs } = await coldStart(opened.page, tiles)
    const coldCpuMs = treeUsage(opened.browserPid).cpuSeconds * 1_000
    if (coldOnly) {
      const unmeasured = { cpu: 0, presentedFps: 0, memoryMb: 0, mainCpu: 0, mainMemoryMb: 0 }
      return { firstMs, lastMs, coldCpuMs, ...unmeasured }
    }
    await delay(SETTLE_MS)
    const startedAt = performance.now()
    const [before, mainBefore] = [treeUsage(opened.browserPid), mainPid ? treeUsage(mainPid) : undefined]
    const presented = await opened.page.evaluate((ms) => window.benchProbe.presented(ms), MEASURE_MS)
    const [after, mainAfter] = [treeUsage(opened.browserPid), mainPid ? treeUsage(mainPid) : undefined]
    const seconds = (performance.now() - startedAt) / 1_000
    return {
      firstMs,
      lastMs,
      coldCpuMs,
      cpu: cpuPercent(before, after, seconds),
      presentedFps: slowestFps(presented, tiles, widthPx),
      memoryMb: after.memoryMb,
      mainCpu: mainBefore && mainAfter ? cpuPercent(mainBefore, mainAfter, seconds) : 0,
      mainMemoryMb: mainAfter?.memoryMb ?? 0,
    }
  } finally {
    await opened.dispose()
  }
}

/** What a grid of live pictures is measured beside; `livekit` carries the ratios. */
type BaselineName = 'livekit' | 'componentsReact' | 'mse'

const labels: Readonly<Record<BaselineName, string>> = {
  livekit: '',
  componentsReact: ', beside @livekit/components-react',
  mse: ', beside MSE',
}

interface Found {
  readonly wall: Sample[]
  readonly baselines: Readonly<Record<BaselineName, Sample[]>>
}

const nothing = (): Found => ({ wall: [], baselines: { livekit: [], componentsReact: [], mse: [] } })

/** The pages of all baselines, and the server of the one that is no LiveKit client. */
class Baselines {
  readonly #servers: Readonly<Record<BaselineName, BaselineServer>>
  readonly #stream: MseStream

  private constructor(servers: Readonly<Record<BaselineName, BaselineServer>>, stream: MseStream) {
    this.#servers = servers
    this.#stream = stream
  }

  static async start(): Promise<Baselines> {
    const [livekit, componentsReact, mse, stream] = await Promise.all([
      startBaselineServer(baselinePages.livekit),
      startBaselineServer(baselinePages.componentsReact),
      startBaselineServer(baselinePages.mse),
      MseStream.start(footageDir, 16),
    ])
    return new Baselines({ livekit, componentsReact, mse }, stream)
  }

  async measure(name: BaselineName, site: TestSite, key: string, one: Case): Promise<Sample> {
    const cameras = Array.from({ length: one.tiles }, (_, index) => cameraId(index + 1))
    const { url } = this.#servers[name]
    if (name === 'mse') return measure(url, { mseUrls: this.#stream.urls.slice(0, one.tiles) }, one)
    const tickets = await ticketsFor(site.baseUrl, key, cameras)
    const bareLayer = one.isAdaptive ? 'adaptive' : 'high'
    return measure(url, { bareTickets: tickets, reactTickets: tickets, bareLayer }, one)
  }

  async dispose(): Promise<void> {
    await Promise.all([...Object.values(this.#servers), this.#stream].map((one) => one.dispose()))
  }
}

/** A baseline repairs no tile that stays without pictures: such a sample is said, and taken again. */
async function repeated(name: BaselineName, sample: () => Promise<Sample>): Promise<Sample> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sample()
    } catch (error) {
      if (!(error instanceof DeadTiles) || tries === 3) throw error
      console.log(`${name}: ${error.message}; taken again`)
    }
  }
}

/** Wall and baselines in turn, so that whatever else the machine does hits all. */
async function compare(
  site: TestSite,
  key: string,
  baselines: Baselines,
  beside: readonly BaselineName[],
  one: Case,
  rounds: number,
): Promise<Found> {
  const host = await startHost({ site, flags: ['--layout', String(one.tiles)] })
  const found = nothing()
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of beside) {
        found.baselines[name].push(await repeated(name, () => baselines.measure(name, site, key, one)))
      }
      found.wall.push(await measure(host.url, {}, one, host.child.pid))
    }
  } finally {
    await host.stop()
  }
  return found
}

function rowsOf(what: string, { wall, baselines }: Found, beside: BaselineName = 'livekit'): Row[] {
  const row = (name: string, unit: string, pick: (sample: Sample) => number) =>
    rowOf(`${what}${labels[beside]}: ${name}`, unit, wall.map(pick), baselines[beside].map(pick))
  return [
    row('CPU of the browser', '%', (sample) => sample.cpu),
    {
      ...row('presented frames of the slowest tile', 'fps', (sample) => sample.presentedFps),
      isMoreBetter: true,
    },
    row('memory of the browser', 'MB', (sample) => sample.memoryMb),
    row('cold start, last tile', 'ms', (sample) => sample.lastMs),
    row('cold start, first tile', 'ms', (sample) => sample.firstMs),
    row('cold start, processor time of the browser', 'ms', (sample) => sample.coldCpuMs),
  ]
}

function mainRows(what: string, { wall }: Found): Row[] {
  const [cpu, memoryMb] = [wall.map((one) => one.mainCpu), wall.map((one) => one.mainMemoryMb)]
  return [
    rowOf(`${what}: CPU of main and host`, '%', cpu),
    rowOf(`${what}: memory of main and host`, 'MB', memoryMb),
  ]
}

const median = (samples: readonly Sample[], pick: (sample: Sample) => number) =>
  quantile(samples.map(pick), 0.5)

/** The wall beside what shows a grid of live pictures otherwise: CPU, frames, memory, cold start. */
export async function benchLive({ quick, sixteen: onlySixteen }: BenchOptions): Promise<BenchResult> {
  /** Sixteen tiles carry the ratios; the smaller walls show how it grows. */
  const [rounds, mainRounds] = quick ? [1, 1] : [3, 5]
  const baselines = await Baselines.start()
  const rows: Row[] = []
  const site = await startSite({ footageDir, cameras: 16 })
  const key = await site.apiKey('bench')
  await site.published(16)
  let sixteen = nothing()
  for (const tiles of quick || onlySixteen ? [16] : [1, 4, 9, 16]) {
    const isMain = tiles === 16
    const beside: readonly BaselineName[] = isMain ? ['livekit', 'componentsReact', 'mse'] : ['livekit']
    const one = { tiles, ...fullHd }
    const found = await compare(site, key, baselines, beside, one, isMain ? mainRounds : rounds)
    const what = `${tiles} tiles, both at 640×360`
    rows.push(...rowsOf(what, found), ...mainRows(what, found))
    if (!isMain) continue
    rows.push(...rowsOf('16 tiles', found, 'componentsReact'), ...rowsOf('16 tiles', found, 'mse'))
    sixteen = found
  }
  if (!quick && !onlySixteen) {
    const one = { tiles: 16, ...smallHd }
    const small = await compare(site, key, baselines, ['livekit'], one, rounds)
    rows.push(...rowsOf('16 tiles at 1280×720, both choose 320×180', small))
  }
  await site.stop()

  const mediaPort = await freeTcpPort('127.0.0.1')
  const line = await RoughLine.before(mediaPort, { roundTripMs: ROUND_TRIP_MS })
  const far = await startSite({
    footageDir,
    cameras: 16,
    flags: ['--media-port', String(mediaPort), '--live-view-url', `ws://127.0.0.1:${line.port}`],
  })
  const farKey = await far.apiKey('bench')
  await far.published(16)
  const one = { tiles: 16, ...fullHd, coldOnly: true }
  const delayed = await compare(far, farKey, baselines, ['livekit'], one, mainRounds)
  rows.push(
    ...rowsOf(`16 tiles, ${ROUND_TRIP_MS} ms of round trip`, delayed).filter((row) =>
      row.what.includes('cold'),
    ),
  )
  await far.stop()
  await line.dispose()
  await baselines.dispose()
  printTable(rows)

  const ratio = (
    { wall, baselines: by }: Found,
    pick: (sample: Sample) => number,
    name: BaselineName = 'livekit',
  ) => median(wall, pick) / median(by[name], pick)
  const ratiosBeside = (name: BaselineName, suffix = '') => ({
    [`cpu16${suffix}`]: ratio(sixteen, (one) => one.cpu, name),
    [`memory16${suffix}`]: ratio(sixteen, (one) => one.memoryMb, name),
    [`presented16${suffix}`]: ratio(sixteen, (one) => one.presentedFps, name),
    [`firstTile${suffix}`]: ratio(sixteen, (one) => one.firstMs, name),
    [`coldStart16${suffix}`]: ratio(sixteen, (one) => one.lastMs, name),
  })
  const figuresOf = (samples: readonly Sample[]) => ({
    firstTileMs: median(samples, (one) => one.firstMs),
    coldStart16Ms: median(samples, (one) => one.lastMs),
    cpu16Percent: median(samples, (one) => one.cpu),
    presented16Fps: median(samples, (one) => one.presentedFps),
    memory16Mb: median(samples, (one) => one.memoryMb),
  })
  return {
    bench: 'live',
    rows,
    figures: {
      ...figuresOf(sixteen.wall),
      mainCpu16Percent: median(sixteen.wall, (one) => one.mainCpu),
    },
    baseline: figuresOf(sixteen.baselines.livekit),
    ratio: {
      ...ratiosBeside('livekit'),
      coldStartCpu16: ratio(sixteen, (one) => one.coldCpuMs),
      coldStart16Rtt60: ratio(delayed, (one) => one.lastMs),
      ...ratiosBeside('componentsReact', 'React'),
      ...ratiosBeside('mse', 'Mse'),
    },
  }
}
