import { setTimeout as delay } from 'node:timers/promises'
import { random } from '../e2e/timeline/page/demo-lanes.ts'
import type { BenchPage } from './bench-page.ts'
import { RoughLine } from '../rough/rough-line.ts'
import type { BenchOptions } from './main.ts'
import { frameMs } from './playback/clip.ts'
import { camerasOf, type Recorded } from './playback/footage.ts'
import { type BenchProxy, PlaybackBench, someHoursAgo } from './playback/playback-bench.ts'
import { type BenchResult, printTable, type Row, rowOf } from './report.ts'
import { quantile } from './statistics.ts'

const ADDED_MS = 100
const DRAG_MS = 3_000
const DRAGGED_MS = 70_000
/** Nearly all of a window of one hour, a quarter of it before the instant at which it was opened. */
const FIRST_MS = -14 * 60_000
const SPAN_MS = 55 * 60_000
/** Between two seeks, as between two thoughts of a person. */
const REST_MS = 300

interface Plan {
  readonly rounds: number
  /** A round. */
  readonly drags: number
  readonly seeks: number
  readonly wallSeeks: number
  readonly thumbnails: number
}

interface Side {
  readonly framesPerSecond: number[]
  readonly lagMs: number[]
  readonly settledMs: number[]
  readonly seekMs: number[]
  readonly nineTilesMs: number[]
}

interface Found {
  readonly wall: Side
  readonly baseline: Side
  /** Seeks of the wall's own player, with its gateway and without. */
  readonly gateway: { readonly withMs: number[]; readonly withoutMs: number[] }
  readonly thumbnailMs: number[]
  readonly thumbnailCachedMs: number[]
}

const emptySide = (): Side => ({ framesPerSecond: [], lagMs: [], settledMs: [], seekMs: [], nineTilesMs: [] })

/** Seeks to instants that nobody has in a buffer: among days of footage a hand hits no others. */
async function seekAll({ page }: BenchPage, next: () => number, count: number): Promise<number[]> {
  const tookMs: number[] = []
  while (tookMs.length < count) {
    const instant = next()
    if (await page.evaluate((atMs) => window.playbackBench.hasBuffered(atMs), instant)) continue
    tookMs.push(await page.evaluate((atMs) => window.playbackBench.seek(atMs), instant))
    await delay(REST_MS)
  }
  return tookMs
}

/** Of two pages one at a time works. */
async function inTurn(
  pages: readonly (readonly [BenchPage, Side])[],
  turn: (page: BenchPage, side: Side) => Promise<void>,
) {
  for (const [{ page }] of pages) await page.evaluate(() => window.playbackBench.setTurn(false))
  for (const [opened, side] of pages) {
    await opened.page.evaluate(() => window.playbackBench.setTurn(true))
    await turn(opened, side)
    await opened.page.evaluate(() => window.playbackBench.setTurn(false))
  }
}

async function dragOnce({ page }: BenchPage, fromMs: number, side: Side): Promise<void> {
  await page.evaluate((atMs) => window.playbackBench.seek(atMs), fromMs)
  await delay(REST_MS)
  const { shown, lagsMs, settledMs } = await page.evaluate(
    ([from, to, durationMs]) => window.playbackBench.drag(from, to, durationMs),
    [fromMs, fromMs + DRAGGED_MS, DRAG_MS] as const,
  )
  side.framesPerSecond.push((shown * 1_000) / DRAG_MS)
  side.lagMs.push(...lagsMs)
  side.settledMs.push(settledMs)
}

async function thumbnailAll({ page }: BenchPage, cameraId: string, instants: readonly number[]) {
  const tookMs: number[] = []
  for (const instant of instants) {
    tookMs.push(
      await page.evaluate(([camera, atMs]) => window.playbackBench.thumbnail?.(camera, atMs) ?? Number.NaN, [
        cameraId,
        instant,
      ] as const),
    )
  }
  return tookMs
}

/** Wall and baseline in turn, at the same instants, so that whatever else the machine does hits both. */
async function compare(
  bench: PlaybackBench<BenchProxy | undefined>,
  recorded: Recorded,
  { rounds, drags, seeks, wallSeeks, thumbnails }: Plan,
): Promise<Found> {
  const atMs = someHoursAgo()
  /** The middle of a picture: what is asked is never between two. */
  const instants = (seed: number) => {
    const next = random(seed)
    return () => atMs + FIRST_MS + Math.floor((next() * SPAN_MS) / frameMs) * frameMs + frameMs / 2
  }
  const cameras = camerasOf(recorded)
  const found: Found = {
    wall: emptySide(),
    baseline: emptySide(),
    gateway: { withMs: [], withoutMs: [] },
    thumbnailMs: [],
    thumbnailCachedMs: [],
  }

  const one = cameras.slice(0, 1)
  const [baseline, wall] = [await bench.openBare(one, atMs), await bench.openWall(one, atMs)]
  const sides = [
    [baseline, found.baseline],
    [wall, found.wall],
  ] as const
  for (let round = 0; round < rounds; round += 1) {
    await inTurn(sides, async (page, side) => {
      const next = instants(round)
      for (let drag = 0; drag < drags; drag += 1) await dragOnce(page, next(), side)
      side.seekMs.push(...(await seekAll(page, instants(100 + round), seeks)))
    })
  }
  const next = instants(200)
  const wanted = Array.from({ length: thumbnails }, next)
  const [camera = ''] = one
  // The first opens the camera's window, which a wall that shows the camera has done already.
  await thumbnailAll(wall, camera, [atMs])
  found.thumbnailMs.push(...(await thumbnailAll(wall, camera, wanted)))
  found.thumbnailCachedMs.push(...(await thumbnailAll(wall, camera, wanted)))
  await baseline.dispose()

  const direct = await bench.openDirect(one, atMs)
  const hops = [
    [direct, instants(400), found.gateway.withoutMs],
    [wall, instants(400), found.gateway.withMs],
  ] as const
  for (let seeking = 0; seeking < rounds * seeks; seeking += 1) {
    // Who comes second finds the site's files warm.
    for (const [page, wish, tookMs] of seeking % 2 === 0 ? hops : hops.toReversed()) {
      tookMs.push(...(await seekAll(page, wish, 1)))
    }
  }
  await Promise.all([direct.dispose(), wall.dispose()])

  const nine = [
    [await bench.openBare(cameras, atMs), found.baseline],
    [await bench.openWall(cameras, atMs), found.wall],
  ] as const
  for (let round = 0; round < rounds; round += 1) {
    await inTurn(nine, async (page, side) => {
      side.nineTilesMs.push(...(await seekAll(page, instants(300 + round), wallSeeks)))
    })
  }
  for (const [page] of nine) await page.dispose()
  return found
}

const p50 = (values: readonly number[]) => quantile(values, 0.5)
const p95 = (values: readonly number[]) => quantile(values, 0.95)
const seekP95 = (side: Side) => p95(side.seekMs)
const nineTilesP95 = (side: Side) => p95(side.nineTilesMs)
/** A baseline that shows none at all counts as if it had shown one: a ratio has to be a number. */
const framesPerSecond = (side: Side) => Math.max(1_000 / DRAG_MS, p50(side.framesPerSecond))
const hopP50 = ({ gateway }: Found) => p50(gateway.withMs) - p50(gateway.withoutMs)
const hopRatio = (found: Found) => p50(found.gateway.withMs) / p50(found.gateway.withoutMs)
/** From letting go to the exact picture. */
const releaseP50 = (side: Side) => p50(side.settledMs)
const ratio = ({ wall, baseline }: Found, pick: (side: Side) => number) => pick(wall) / pick(baseline)

function rowsOf(what: string, { wall, baseline, gateway, thumbnailMs, thumbnailCachedMs }: Found): Row[] {
  const row = (name: string, unit: string, pick: (side: Side) => number[]) =>
    rowOf(`${what}: ${name}`, unit, pick(wall), pick(baseline))
  const more = (...given: Parameters<typeof row>): Row => ({ ...row(...given), isMoreBetter: true })
  return [
    more('frames a second while dragging', '', (side) => side.framesPerSecond),
    row('lag while dragging', 'ms', (side) => side.lagMs),
    row('release → exact picture', 'ms', (side) => side.settledMs),
    row('seek → picture', 'ms', (side) => side.seekMs),
    row('seek → picture, p95', 'ms', (side) => [p95(side.seekMs)]),
    row('seek → last of nine', 'ms', (side) => side.nineTilesMs),
    row('seek → last of nine, p95', 'ms', (side) => [p95(side.nineTilesMs)]),
    rowOf(
      `${what}: seek → picture through the gateway (baseline: the same player without)`,
      'ms',
      gateway.withMs,
      gateway.withoutMs,
    ),
    rowOf(`${what}: thumbnail`, 'ms', thumbnailMs),
    rowOf(`${what}: thumbnail, cached`, 'ms', thumbnailCachedMs),
  ]
}

/** Following the hand through recorded footage, against plain hls.js that is told of every movement. */
async function scrub(
  bench: 'scrub' | 'scrub-far',
  { quick }: BenchOptions,
  proxyBefore: (sitePort: number) => Promise<BenchProxy | undefined>,
  suffix = '',
): Promise<BenchResult> {
  const plan: Plan = quick
    ? { rounds: 1, drags: 1, seeks: 3, wallSeeks: 2, thumbnails: 5 }
    : { rounds: 3, drags: 5, seeks: 10, wallSeeks: 5, thumbnails: 40 }
  const rows: Row[] = []
  const stand = await PlaybackBench.start(proxyBefore)
  const measure = async (recorded: Recorded) => {
    const found = await compare(stand, recorded, plan)
    rows.push(...printTable(rowsOf(`${recorded}${suffix}`, found)))
    return found
  }
  const large = await measure('1080p')
  const small = await measure('360p')
  await stand.dispose()

  const figuresOf = (side: Side) => ({
    framesPerSecond1080: framesPerSecond(side),
    lagP50Ms: p50(side.lagMs),
    releaseP50Ms: releaseP50(side),
    seekP50Ms: p50(side.seekMs),
    seekP95Ms: seekP95(side),
    nineTilesP50Ms: p50(side.nineTilesMs),
    nineTilesP95Ms: nineTilesP95(side),
  })
  return {
    bench,
    rows,
    figures: {
      ...figuresOf(large.wall),
      framesPerSecond360: framesPerSecond(small.wall),
      gatewayHopP50Ms1080: hopP50(large),
      gatewayHopP50Ms360: hopP50(small),
      thumbnailCachedP95Ms: p95(large.thumbnailCachedMs),
      thumbnailP95Ms: p95(large.thumbnailMs),
    },
    baseline: { ...figuresOf(large.baseline), framesPerSecond360: framesPerSecond(small.baseline) },
    ratio: {
      framesPerSecond1080: ratio(large, framesPerSecond),
      framesPerSecond360: ratio(small, framesPerSecond),
      release1080: ratio(large, releaseP50),
      release360: ratio(small, releaseP50),
      seekP95: ratio(large, seekP95),
      nineTilesP95: ratio(large, nineTilesP95),
      seekP95At360: ratio(small, seekP95),
      nineTilesP95At360: ratio(small, nineTilesP95),
      gatewaySeekP50: hopRatio(large),
      gatewaySeekP50At360: hopRatio(small),
    },
  }
}

export const benchScrub = (options: BenchOptions) => scrub('scrub', options, async () => undefined)

/** The same with the site further away. */
export const benchScrubFar = (options: BenchOptions) =>
  scrub(
    'scrub-far',
    options,
    (port) => RoughLine.before(port, { roundTripMs: ADDED_MS }),
    `, ${ADDED_MS} ms more`,
  )
