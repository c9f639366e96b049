/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it } from 'vitest'
import { liveDefaults } from '#renderer/live/defaults.ts'
import type { TileWish } from '#renderer/live/live-wall-port.ts'
import { LoadGovernor } from '#renderer/live/load-governor.ts'
import { FakeClock } from '../fake-clock.ts'

const { tickEveryMs } = liveDefaults

const wish = (tile: number, change: Partial<TileWish> = {}): TileWish => ({
  tile,
  cameraId: `camera-${tile}`,
  widthPx: 320,
  heightPx: 180,
  urgent: tile === 0,
  ...change,
})
const six = [wish(0), wish(1, { important: true }), ...[2, 3, 4, 5].map((tile) => wish(tile))]

/** Receives 15 frames a second on each tile and presents a share of them. */
function makeStage({ share = () => 1 }: { share?: (tile: number) => number } = {}) {
  const clock = new FakeClock()
  const connecting = new Set<number>()
  const asked: number[] = []
  const receivers = new Map<number, RTCRtpReceiver>()
  const frames = () => (clock.nowMs() / 1_000) * 15
  const receiverOf = (tile: number) => {
    const getStats = async () => {
      asked.push(tile)
      const video = { type: 'inbound-rtp', kind: 'video', timestamp: clock.nowMs(), framesDecoded: frames() }
      return new Map([['video', video]])
    }
    const receiver = receivers.get(tile) ?? ({ getStats } as unknown as RTCRtpReceiver)
    receivers.set(tile, receiver)
    return receiver
  }
  const governor = new LoadGovernor({
    clock,
    defaults: liveDefaults,
    sourceOf: (tile) => ({
      receiver: receiverOf(tile),
      presentedFrames: frames() * share(tile),
      layer: 'only',
      delayMs: undefined,
      history: [],
    }),
    isConnecting: (tile) => connecting.has(tile),
  })
  governor.wish(six)
  let changes = 0
  /** Ticks for so long, each as late as asked; answers how often the limits have changed. */
  const run = async (ms: number, lateMs: (tick: number) => number = () => 0, isHidden = false) => {
    const before = changes
    const untilMs = clock.nowMs() + ms
    for (let tick = 0; clock.nowMs() < untilMs; tick += 1) {
      await clock.pass(tickEveryMs + lateMs(tick))
      if (governor.tick(clock.nowMs(), isHidden)) changes += 1
    }
    return changes - before
  }
  const limited = () =>
    [...governor.limits].flatMap(([tile, limit]) => (limit === 'none' ? [] : [`${tile} ${limit}`]))
  return { clock, governor, connecting, asked, run, limited }
}

const late = () => 200

describe('LoadGovernor', () => {
  it('limits one tile after the other while the main thread is late, the selected one last', async () => {
    const { run, limited } = makeStage()
    expect(await run(8_000, late)).toBe(0)
    expect(await run(4_000, late)).toBe(1)
    expect(limited()).toEqual(['5 reduced'])
    await run(120_000, late)
    expect(limited()).toEqual(['5 reduced', '4 reduced', '3 reduced', '2 reduced', '1 reduced'])
  })

  it('takes the limits back once it is calm', async () => {
    const { run, limited } = makeStage()
    await run(20_000, late)
    expect(limited()).not.toEqual([])
    await run(120_000)
    expect(limited()).toEqual([])
  })

  it('pauses tiles of a wall that does not answer', async () => {
    const { run, limited } = makeStage()
    await run(180_000, () => 400)
    expect(limited()).toContain('5 paused')
    expect(limited()).toContain('0 reduced')
  })

  it('takes one long task now and then for no overload, nor a clock that was set', async () => {
    const { run } = makeStage()
    expect(await run(60_000, (tick) => (tick % 8 === 0 ? 900 : 0))).toBe(0)
    expect(await run(120_000, (tick) => (tick % 2 === 0 ? 0 : 30_000))).toBe(0)
  })

  it('limits a wall that presents too few of the frames that it receives', async () => {
    const { run, limited } = makeStage({ share: () => 0.5 })
    await run(30_000)
    expect(limited()).toContain('5 reduced')
  })

  it('counts no frames of a tile that has gone, and no more than were received of any', async () => {
    // What one presents in addition does not make up for what the others leave out.
    const { run, limited } = makeStage({ share: (tile) => (tile === 0 ? 6 : 0.5) })
    await run(30_000)
    expect(limited()).not.toEqual([])
    const other = makeStage({ share: (tile) => (tile === 5 ? 0 : 1) })
    other.governor.wish([wish(0), wish(4), wish(5)])
    await other.run(4_000)
    other.governor.wish([wish(0), wish(4)])
    expect(await other.run(60_000)).toBe(0)
    expect(other.limited()).toEqual([])
  })

  it('excuses what connecting more than a quarter of the tiles costs, for half a minute from when it was in time', async () => {
    const { connecting, run, limited } = makeStage()
    for (const tile of [2, 3]) connecting.add(tile)
    await run(28_000, late)
    expect(limited()).toEqual([])
    await run(20_000, late)
    expect(limited()).not.toEqual([])
    const before = limited()
    await run(4_000)
    await run(28_000, late)
    expect(limited()).toEqual(before)
  })

  it('is not switched off by a sequence with a dark camera: limits while it runs, and gives back while it runs', async () => {
    const { governor, connecting, run, limited } = makeStage()
    const sequence = async (ms: number, lateMs?: () => number) => {
      for (let passedMs = 0; passedMs < ms; passedMs += 5_000) {
        governor.wish(six.map((one) => (one.tile === 3 ? wish(3, { cameraId: `camera-${passedMs}` }) : one)))
        connecting.add(3)
        await run(2_500, lateMs)
        connecting.delete(3)
        await run(2_500, lateMs)
      }
    }
    await sequence(20_000, late)
    expect(limited()).not.toEqual([])
    await sequence(120_000)
    expect(limited()).toEqual([])
  })

  it('is not blinded by a camera that connects again and again, on a wall of two tiles either', async () => {
    for (const wishes of [six, [wish(0), wish(3)]]) {
      const { governor, connecting, run, limited } = makeStage()
      governor.wish(wishes)
      for (let times = 0; times < 12; times += 1) {
        connecting.add(3)
        await run(4_000, late)
        connecting.delete(3)
        await run(1_000, late)
      }
      expect(limited()).not.toEqual([])
      connecting.add(3)
      await run(120_000)
      expect(limited()).toEqual([])
    }
  })

  it('takes reconnections after the return of a media server for no overload, however long it was away', async () => {
    const { connecting, run, limited } = makeStage()
    await run(60_000)
    for (const { tile } of six) connecting.add(tile)
    await run(300_000)
    for (const { tile } of six) {
      await run(4_000, late)
      connecting.delete(tile)
    }
    expect(limited()).toEqual([])
    await run(8_000, late)
    expect(limited()).not.toEqual([])
  })

  it('excuses what connecting costs when a page is seen again, however long it was hidden', async () => {
    const { connecting, run, limited } = makeStage()
    await run(300_000, undefined, true)
    for (const { tile } of six) connecting.add(tile)
    await run(20_000, late)
    expect(limited()).toEqual([])
  })

  it('pauses all tiles of a page that nobody sees, ten seconds after it was hidden, until it is seen', async () => {
    const { run, limited } = makeStage()
    await run(9_750, undefined, true)
    expect(limited()).toEqual([])
    expect(await run(1_000, undefined, true)).toBe(1)
    expect(limited()).toHaveLength(6)
    // The timers of such a page are late by rule.
    await run(60_000, () => 800, true)
    expect(await run(tickEveryMs)).toBe(1)
    expect(limited()).toEqual([])
    await run(9_750, undefined, true)
    expect(limited()).toEqual([])
    expect(await run(20_000)).toBe(0)
  })

  it('asks only tiles that have a camera and a size, and none once it is disposed of', async () => {
    const { clock, governor, asked, run } = makeStage()
    governor.wish([wish(0), wish(1, { cameraId: undefined }), wish(2, { widthPx: 0 }), wish(3)])
    expect([...governor.limits.keys()]).toEqual([3, 0])
    await run(5_000)
    expect(new Set(asked)).toEqual(new Set([0, 3]))
    governor.wish([wish(3)])
    asked.length = 0
    await run(5_000)
    expect(new Set(asked)).toEqual(new Set([3]))
    governor.dispose()
    expect(clock.pendingCount).toBe(0)
  })
})
