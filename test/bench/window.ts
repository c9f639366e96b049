import { setTimeout as delay } from 'node:timers/promises'
import { NEWEST_AGE_IN_MS } from '#renderer/wall/defaults.ts'
import type { BenchPage } from './bench-page.ts'
import type { BenchOptions } from './main.ts'
import { frameMs } from './playback/clip.ts'
import { camerasOf } from './playback/footage.ts'
import type { TileFreezes } from './playback/page/freezes.ts'
import { PlaybackBench, someHoursAgo } from './playback/playback-bench.ts'
import { type BenchResult, printTable } from './report.ts'
import { summarize } from './statistics.ts'

const PLAYED_MS = 120_000
/** Three or four windows near now. */
const QUICK_MS = 25_000
/** Nine tiles that begin at once have to get in step first. */
const SETTLE_MS = 5_000

async function play(opened: BenchPage, forMs: number): Promise<TileFreezes[]> {
  await opened.page.evaluate(() => window.playbackBench.run(1))
  await delay(SETTLE_MS)
  const found = await opened.page.evaluate(([ms, lastsMs]) => window.playbackBench.freezes(ms, lastsMs), [
    forMs,
    frameMs,
  ] as const)
  await opened.dispose()
  return found
}

/**
 * Nine tiles that play on near now, where windows of footage are seconds long: how long a picture stands when the
 * next window follows. The baseline is plain hls.js within one window that does not end.
 */
export async function benchWindow({ quick }: BenchOptions): Promise<BenchResult> {
  const [rounds, playedMs] = quick ? [1, QUICK_MS] : [2, PLAYED_MS]
  const cameras = camerasOf('360p')
  const bench = await PlaybackBench.start(() => Promise.resolve(undefined))
  const bare: TileFreezes[] = []
  const wall: TileFreezes[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(...(await play(await bench.openBare(cameras, someHoursAgo()), playedMs)))
    wall.push(...(await play(await bench.openWall(cameras, Date.now() - NEWEST_AGE_IN_MS), playedMs)))
  }
  await bench.dispose()

  const moves = summarize(wall.map((tile) => tile.moves))
  const atMoves = summarize(wall.map((tile) => tile.atMovesMs))
  const longest = summarize(wall.map((tile) => tile.longestMs))
  const plain = summarize(bare.map((tile) => tile.longestMs))
  const rows = printTable([
    { what: 'longest freeze of a tile', unit: 'ms', wall: longest, baseline: plain },
    { what: '… when its window moves on', unit: 'ms', wall: atMoves },
    { what: 'windows that followed', unit: '', wall: moves },
  ])
  if (moves.min === 0) throw new Error('a tile has played one window to its end')
  return {
    bench: 'window',
    rows,
    figures: {
      longestFreezeMs: longest.max,
      freezeP50Ms: longest.median,
      atMovesMs: atMoves.max,
      moves: moves.median,
    },
    baseline: { longestFreezeMs: plain.max },
    ratio: { longestFreeze: longest.max / plain.max },
  }
}
