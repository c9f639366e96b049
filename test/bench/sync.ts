import type { BenchPage } from './bench-page.ts'
import type { BenchOptions } from './main.ts'
import { camerasOf } from './playback/footage.ts'
import { GateProxy } from './playback/gate-proxy.ts'
import type { Spread } from './playback/page/measures.ts'
import { PlaybackBench, someHoursAgo } from './playback/playback-bench.ts'
import { type BenchResult, printTable, type Row, rowOf } from './report.ts'
import { NEVER, quantile } from './statistics.ts'

const STALL_MS = 400
/** Played before the footage of one tile runs out. */
const BEFORE_MS = 3_000
/** Of time; of footage it is more where that runs faster. */
const IN_STEP_MS = 100
/** Between two stalls, in footage: no tile has anything of it yet. */
const STRIDE_MS = 120_000

interface Plan {
  readonly stalls: number
  /** A tile that was stalled is to be in step by then … */
  readonly catchUpMs: number
  /** … and to stay so. */
  readonly watchedMs: number
}

interface Case extends Plan {
  readonly tiles: number
  readonly rate: number
}

interface Side {
  /** From the time on at which it ought to be in step. */
  readonly spreadMs: number[]
  /** Of the tiles that were not stalled, all the time. */
  readonly othersMs: number[]
  /** After its footage came again, until all tiles were in step. */
  readonly backMs: number[]
  /** Moments at which a tile had no picture that could be read. */
  unread: number
}

const emptySide = (): Side => ({ spreadMs: [], othersMs: [], backMs: [], unread: 0 })

/** Milliseconds until tiles were in step for the rest of the watch. */
export function inStepAfterMs(found: readonly Spread[], withinMs: number): number {
  const lastApart = found.findLastIndex(({ allMs }) => allMs === undefined || allMs > withinMs)
  return lastApart === found.length - 1 ? NEVER : (found[lastApart]?.sinceMs ?? 0)
}

/** One tile's footage is held back until it has stood for so long, while all play. */
async function stallOnce(
  { page }: BenchPage,
  gate: GateProxy,
  { tiles, rate, catchUpMs, watchedMs }: Case,
  atMs: number,
  side: Side,
): Promise<void> {
  const stalled = Math.floor(tiles / 2)
  gate.hold(camerasOf('360p')[stalled] ?? '', atMs + BEFORE_MS * rate)
  await page.evaluate((instant) => window.playbackBench.seek(instant), atMs)
  await page.evaluate(
    async ([speed, tile, stallMs]) => {
      window.playbackBench.run(speed)
      await window.playbackBench.untilStill(tile, stallMs)
    },
    [rate, stalled, STALL_MS] as const,
  )
  gate.release()
  const found: Spread[] = await page.evaluate(([forMs, tile]) => window.playbackBench.spreads(forMs, tile), [
    watchedMs,
    stalled,
  ] as const)
  await page.evaluate(() => window.playbackBench.run(0))
  const late = found.filter(({ sinceMs }) => sinceMs >= catchUpMs)
  side.spreadMs.push(...late.flatMap(({ allMs }) => allMs ?? []))
  side.unread += late.filter(({ allMs }) => allMs === undefined).length
  side.othersMs.push(...found.flatMap(({ othersMs }) => othersMs ?? []))
  side.backMs.push(inStepAfterMs(found, IN_STEP_MS * rate))
}

/** Wall and baseline in turn, stalled in the same way at the same instants. */
async function compare(bench: PlaybackBench<GateProxy>, one: Case): Promise<{ wall: Side; baseline: Side }> {
  const atMs = someHoursAgo()
  const cameras = camerasOf('360p').slice(0, one.tiles)
  const found = { wall: emptySide(), baseline: emptySide() }
  for (let stall = 1; stall <= one.stalls; stall += 1) {
    const fromMs = atMs + stall * STRIDE_MS
    // Anew each time: a plain player that was stalled may never show anything again.
    for (const side of ['baseline', 'wall'] as const) {
      const page = await (side === 'wall' ? bench.openWall(cameras, atMs) : bench.openBare(cameras, atMs))
      await stallOnce(page, bench.proxy, one, fromMs, found[side])
      await page.dispose()
    }
  }
  return found
}

const p95 = (values: readonly number[]) => quantile(values, 0.95)

function rowsOf(
  what: string,
  { wall, baseline }: { wall: Side; baseline: Side },
  { watchedMs }: Plan,
): Row[] {
  const row = (name: string, unit: string, pick: (side: Side) => number[]) =>
    rowOf(`${what}: ${name}`, unit, pick(wall), pick(baseline))
  return [
    row('spread after a stall', 'ms', (side) => side.spreadMs),
    row('… p95', 'ms', (side) => [p95(side.spreadMs)]),
    row('the others apart, p95', 'ms', (side) => [p95(side.othersMs)]),
    row(`footage again → in step, within ${watchedMs / 1_000} s`, 'ms', (side) => side.backMs),
    rowOf(`${what}: moments without a readable picture`, '', [wall.unread]),
  ]
}

const figuresOf = (found: Side, fast: Side) => ({
  spreadP95Ms: p95(found.spreadMs),
  spreadP50Ms: quantile(found.spreadMs, 0.5),
  othersP95Ms: p95(found.othersMs),
  backP50Ms: quantile(found.backMs, 0.5),
  spreadFourFastP95Ms: p95(fast.spreadMs),
  othersFourFastP95Ms: p95(fast.othersMs),
})

/** Tiles that follow one clock, read from their pixels, against players that were started together. */
export async function benchSync({ quick }: BenchOptions): Promise<BenchResult> {
  const plan: Plan = quick
    ? { stalls: 1, catchUpMs: 2_000, watchedMs: 3_000 }
    : { stalls: 5, catchUpMs: 5_000, watchedMs: 8_000 }
  const bench = await PlaybackBench.start((port) => GateProxy.before(port))
  const nine = await compare(bench, { ...plan, tiles: 9, rate: 1 })
  const four = await compare(bench, { ...plan, tiles: 4, rate: 4 })
  await bench.dispose()
  const rows = printTable([...rowsOf('9 tiles', nine, plan), ...rowsOf('4 tiles at 4×', four, plan)])
  const figures = figuresOf(nine.wall, four.wall)
  const baseline = figuresOf(nine.baseline, four.baseline)
  return {
    bench: 'sync',
    rows,
    figures: { ...figures, unread: nine.wall.unread + four.wall.unread, stalls: plan.stalls },
    baseline,
    ratio: {
      spreadP95: figures.spreadP95Ms / baseline.spreadP95Ms,
      spreadFourFastP95: figures.spreadFourFastP95Ms / baseline.spreadFourFastP95Ms,
    },
  }
}
