import { expect, onTestFinished, test } from 'vitest'
import type { OccupancyWindow } from '#contract/wall/occupancy.ts'
import { occupancyDefaults } from '#main/core/occupancy/defaults.ts'
import { OccupancyPoll, type OccupancyState } from '#main/core/occupancy/occupancy-poll.ts'
import { pause } from '#main/core/time.ts'
import { FakeTime } from '../support/fake-time.ts'
import { hall, OccupancyPlatform } from './occupancy-platform.ts'

const dayMs = 86_400_000
const { pollVisibleMs, pollHiddenMs, pollRefusedMs, trendMs, nowMs, clockDoubtMs } = occupancyDefaults

function stand({ window = { lengthMs: dayMs }, isVisible = true, skewMs = 0 } = {}) {
  const time = new FakeTime()
  const platform = new OccupancyPlatform()
  const states: OccupancyState[] = []
  const start = (of: OccupancyWindow = window) => {
    const poll = new OccupancyPoll(
      {
        calls: platform,
        clock: time,
        timers: time,
        random: () => 0,
        skewMs: () => skewMs,
        onState: (state) => states.push(state),
      },
      { definition: hall, window: of },
      isVisible,
    )
    onTestFinished(() => poll.dispose())
    return poll
  }
  return { time, platform, states, start, last: () => states.at(-1) }
}

test('a round asks for the window, the last hour and the last second, by the platform’s clock', async () => {
  const { time, platform, start, last } = stand({ skewMs: 90_000 })
  const askedAtMs = time.wallMs()
  const poll = start()
  await time.advance(0)
  const endMs = askedAtMs + 90_000 - clockDoubtMs
  expect(platform.asked.map(({ range }) => range)).toEqual(
    [dayMs, trendMs, nowMs].map((lengthMs) => ({ startMs: endMs - lengthMs, endMs })),
  )
  expect(last()).toEqual({
    askedAtMs,
    tookMs: 0,
    now: 12,
    answer: { average: 6, maximum: 20, maximumAtMs: endMs - dayMs },
    trend: [
      { atMs: endMs - trendMs, value: 4 },
      { atMs: endMs - trendMs / 2, value: 8 },
      { atMs: endMs, value: 12 },
    ],
  })
  poll.dispose()
  expect(time.pending).toBe(0)
})

test('the next one comes after ten seconds, hidden after a minute, and at once for a new look', async () => {
  const { time, platform, start } = stand()
  const poll = start()
  await time.advance(pollVisibleMs - 1)
  expect(platform.asked).toHaveLength(3)
  await time.advance(1)
  expect(platform.asked).toHaveLength(6)
  poll.look(false)
  await time.advance(pollVisibleMs)
  expect(platform.asked).toHaveLength(9)
  await time.advance(pollHiddenMs - 1)
  expect(platform.asked).toHaveLength(9)
  poll.look(true)
  await time.advance(0)
  expect(platform.asked).toHaveLength(12)
  poll.dispose()
  await time.advance(pollHiddenMs * 10)
  expect(platform.asked).toHaveLength(12)
})

test.each<[string, OccupancyWindow, (now: number) => unknown]>([
  ['that has begun ends now', { startMs: 5 }, (now) => ({ startMs: 5, endMs: now })],
  ['that is over stays', { startMs: 5, endMs: 9 }, () => ({ startMs: 5, endMs: 9 })],
])('a window %s', async (_what, window, range) => {
  const { time, platform, start } = stand()
  start(window)
  await time.advance(0)
  expect(platform.asked[0]?.range).toEqual(range(time.wallMs() - clockDoubtMs))
})

test('a window that has not begun is not asked for, what is now all the same', async () => {
  const { time, platform, start, last } = stand()
  start({ startMs: time.wallMs() + dayMs })
  await time.advance(0)
  expect(platform.lengths).toEqual([trendMs, nowMs])
  expect(last()).toMatchObject({ now: 12 })
  expect(last()?.answer).toBeUndefined()
})

test('after a failure nothing more is asked in that round, and the values before stay', async () => {
  const { time, platform, start, last } = stand()
  start()
  await time.advance(0)
  const before = last()
  platform.failure = { code: 'platform_failed' }
  await time.advance(pollVisibleMs)
  expect(platform.asked).toHaveLength(4)
  expect(last()).toEqual({ ...before, error: expect.objectContaining({ code: 'platform_failed' }) })
  platform.failure = undefined
  await time.advance(pollVisibleMs)
  expect(last()?.error).toBeUndefined()
  expect(last()?.askedAtMs).toBe(time.wallMs())
})

test('how long a round took is told with its values, and lasts over one that fails', async () => {
  const { time, platform, start, last } = stand()
  platform.think = () => pause(time, 6_000).ended
  const askedAtMs = time.wallMs()
  start()
  await time.advance(18_000)
  expect(last()).toMatchObject({ askedAtMs, tookMs: 18_000 })
  platform.failure = { code: 'platform_failed' }
  await time.advance(pollVisibleMs + 6_000)
  expect(last()).toMatchObject({ askedAtMs, tookMs: 18_000, error: { code: 'platform_failed' } })
})

test('a platform that asks to wait is left alone for so long, and is said to be', async () => {
  const { time, platform, start, last } = stand()
  platform.failure = { code: 'rate_limited', retryAfterInMs: 100_000 }
  start()
  await time.advance(99_999)
  expect(platform.asked).toHaveLength(1)
  expect(last()).toEqual({ trend: [], error: expect.objectContaining({ retryInMs: 100_000 }) })
  platform.failure = undefined
  await time.advance(1)
  expect(last()).toMatchObject({ now: 12 })
})

test('what somebody has to put right is asked for once a minute, and at once after another key', async () => {
  const { time, platform, start } = stand()
  platform.failure = { code: 'key_rejected' }
  const poll = start()
  await time.advance(pollRefusedMs - 1)
  expect(platform.asked).toHaveLength(1)
  poll.wake()
  await time.advance(0)
  expect(platform.asked).toHaveLength(2)
})

test('where there is no curve, the trend is what was seen here, and no curve is asked for again', async () => {
  const { time, platform, start, last } = stand()
  platform.hasCurve = false
  start()
  await time.advance(0)
  platform.now = 15
  await time.advance(pollVisibleMs)
  expect(platform.lengths).toEqual([dayMs, trendMs, nowMs, dayMs, nowMs])
  expect(last()?.trend.map(({ value }) => value)).toEqual([12, 15])
  await time.advance(trendMs * 2)
  expect(last()?.trend.length).toBeLessThanOrEqual(trendMs / pollVisibleMs + 1)
})

test('where a second is too short for the platform, the end of its curve is now', async () => {
  const { time, platform, start, last } = stand()
  platform.refusesMs = nowMs
  start()
  await time.advance(0)
  expect(last()).toMatchObject({ now: 8, answer: { maximum: 20 } })
  expect(last()?.error).toBeUndefined()
})

test('where an hour is too short as well, there are the values of the window, and no curve is asked for again', async () => {
  const { time, platform, start, last } = stand()
  platform.refusesMs = trendMs
  start()
  await time.advance(pollVisibleMs)
  expect(platform.lengths).toEqual([dayMs, trendMs, nowMs, dayMs, nowMs])
  expect(last()).toMatchObject({ answer: { maximum: 20 }, trend: [] })
  expect([last()?.now, last()?.error]).toEqual([undefined, undefined])
})

test('where everything that was asked is refused, that is said', async () => {
  const { time, platform, start, last } = stand()
  platform.refusesMs = trendMs
  start({ startMs: time.wallMs() + dayMs })
  await time.advance(0)
  expect(last()).toEqual({ trend: [], error: expect.objectContaining({ code: 'refused' }) })
})
