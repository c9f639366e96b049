import { describe, expect, it } from 'vitest'
import type { Coverage } from '#contract/wall/playback.ts'
import { type AskedRange, loadCoverage } from '#renderer/timeline/coverage-loader.ts'
import { FakeClock } from '../fake-clock.ts'

const nowMs = 1_800_000_000_000
const hourMs = 3_600_000

function makeLoader(answer: (cameraId: string, startMs: number, endMs: number) => Coverage | undefined) {
  const clock = new FakeClock(nowMs)
  const asked: { cameraId: string; startMs: number; endMs: number }[] = []
  const shown = new Map<string, readonly number[] | undefined>()
  const shownFor = new Map<string, AskedRange>()
  let underWay = 0
  let mostUnderWay = 0
  const loader = loadCoverage({
    clock,
    port: {
      coverage: async (cameraId, startMs, endMs) => {
        asked.push({ cameraId, startMs, endMs })
        mostUnderWay = Math.max(mostUnderWay, ++underWay)
        await Promise.resolve()
        underWay--
        return answer(cameraId, startMs, endMs)
      },
    },
    show: (cameraId, ranges, range) => {
      shown.set(cameraId, ranges && [...ranges])
      shownFor.set(cameraId, range)
    },
  })
  const settle = async (byMs = 1_000) => {
    clock.advance(byMs)
    for (let turn = 0; turn < 200; turn++) await Promise.resolve()
  }
  return { loader, asked, shown, shownFor, clock, settle, mostUnderWay: () => mostUnderWay }
}

const recorded = (...ranges: [number, number][]): Coverage => ({ ranges, source: 'platform' })

describe('loading coverage', () => {
  it('asks for what is seen and as much on both sides, never into the future, and shows the answer', async () => {
    const { loader, asked, shown, shownFor, settle } = makeLoader(() => recorded([1, 2], [5, 9]))
    loader.setCameras(['a'])
    loader.see(nowMs - hourMs, nowMs + hourMs)
    await settle()
    expect(asked).toEqual([{ cameraId: 'a', startMs: nowMs - 3 * hourMs, endMs: nowMs + 150 }])
    expect(shown.get('a')).toEqual([1, 2, 5, 9])
    expect(shownFor.get('a')).toEqual({ fromMs: nowMs - 3 * hourMs, untilMs: nowMs + 150 })
  })

  it('asks nothing anew while the view stays within what is known, and again once it leaves it', async () => {
    const { loader, asked, settle } = makeLoader(() => recorded())
    loader.setCameras(['a'])
    loader.see(nowMs - 10 * hourMs, nowMs - 8 * hourMs)
    await settle()
    loader.see(nowMs - 11 * hourMs, nowMs - 9 * hourMs)
    await settle()
    expect(asked).toHaveLength(1)
    loader.see(nowMs - 14 * hourMs, nowMs - 12 * hourMs)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('waits until the view has come to rest', async () => {
    const { loader, asked, settle } = makeLoader(() => recorded())
    loader.setCameras(['a'])
    for (let at = 0; at < 20; at++) {
      loader.see(nowMs - (30 + 5 * at) * hourMs, nowMs - (28 + 5 * at) * hourMs)
      await settle(100)
    }
    expect(asked).toHaveLength(0)
    await settle()
    expect(asked).toHaveLength(1)
  })

  it('looks again at the newest edge while it is seen, and leaves the past alone', async () => {
    const { loader, asked, settle } = makeLoader(() => recorded())
    loader.setCameras(['a'])
    loader.see(nowMs - hourMs, nowMs + hourMs)
    await settle()
    await settle(15_000)
    await settle(15_000)
    expect(asked.length).toBeGreaterThanOrEqual(2)
    loader.see(nowMs - 3 * hourMs, nowMs - 2 * hourMs)
    await settle()
    const { length } = asked
    await settle(60_000)
    expect(asked).toHaveLength(length)
  })

  it('asks for the newest edge alone, joins it to what it knows, and for all again now and then', async () => {
    const minuteMs = 60_000
    // Recorded for an hour but for a gap; what is newer than a minute is not written yet.
    const [gapFromMs, gapUntilMs] = [nowMs - 3 * minuteMs, nowMs - 2.5 * minuteMs]
    const { loader, asked, shown, settle } = makeLoader((_camera, startMs, endMs) => {
      const all: [number, number][] = [
        [nowMs - hourMs, gapFromMs],
        [gapUntilMs, endMs - minuteMs],
      ]
      const within = all.map(([from, until]): [number, number] => [
        Math.max(from, startMs),
        Math.min(until, endMs),
      ])
      return recorded(...within.filter(([from, until]) => from < until))
    })
    loader.setCameras(['a'])
    loader.see(nowMs - 2 * hourMs, nowMs + hourMs)
    await settle()
    const whole = asked[0]
    for (let at = 0; at < 16; at++) {
      await settle(15_000)
      const newest = Number(asked.at(-1)?.endMs) - minuteMs
      expect(shown.get('a')).toEqual([nowMs - hourMs, gapFromMs, gapUntilMs, newest])
    }
    expect(asked.length).toBeGreaterThan(12)
    for (const { startMs, endMs } of asked.slice(1)) expect(endMs - startMs).toBeLessThan(3 * minuteMs)
    for (let at = 0; at < 8; at++) await settle(15_000)
    expect(asked.filter(({ startMs }) => startMs === whole?.startMs)).toHaveLength(2)
  })

  it('asks, and asks again, while a view so near that it moves with every frame goes along with now', async () => {
    const { loader, asked, clock, settle } = makeLoader(() => recorded())
    loader.setCameras(['a'])
    const watch = async (forMs: number) => {
      for (const untilMs = clock.nowMs() + forMs; clock.nowMs() < untilMs; ) {
        loader.see(clock.nowMs() - 15_000, clock.nowMs() + 2_000)
        await settle(16)
      }
    }
    await watch(1_000)
    expect(asked).toHaveLength(1)
    await watch(16_000)
    expect(asked).toHaveLength(2)
  })

  it('has four calls under way for thirty-six lanes', async () => {
    const { loader, shown, settle, mostUnderWay } = makeLoader(() => recorded([1, 2]))
    loader.setCameras(Array.from({ length: 36 }, (_, at) => `cam-${at}`))
    loader.see(0, hourMs)
    await settle()
    expect(shown.size).toBe(36)
    expect(mostUnderWay()).toBe(4)
  })

  it('shows that nobody can say what is recorded, and keeps what it has when nobody answers', async () => {
    const answers = new Map<string, Coverage | undefined>([['a', { ranges: [], source: 'unknown' }]])
    const { loader, shown, settle } = makeLoader((cameraId) => answers.get(cameraId))
    loader.setCameras(['a', 'b'])
    loader.see(0, hourMs)
    await settle()
    expect([...shown]).toEqual([['a', undefined]])
  })

  it('asks again after a pause when nobody answered, also of what is wholly past', async () => {
    let answer: Coverage | undefined
    const { loader, asked, shown, settle } = makeLoader(() => answer)
    loader.setCameras(['a'])
    loader.see(nowMs - 10 * hourMs, nowMs - 8 * hourMs)
    await settle()
    await settle(1_000)
    expect(asked).toHaveLength(1)
    answer = recorded([1, 2])
    await settle(5_000)
    expect(shown.get('a')).toEqual([1, 2])
    await settle(60_000)
    expect(asked).toHaveLength(2)
  })

  it('leaves no timer behind', async () => {
    const { loader, clock, settle } = makeLoader(() => recorded())
    loader.setCameras(['a'])
    loader.see(0, hourMs)
    await settle()
    loader.dispose()
    expect(clock.pendingCount).toBe(0)
  })
})
