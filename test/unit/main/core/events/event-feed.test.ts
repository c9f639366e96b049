import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { ok } from '#contract/result.ts'
import type { EventFeedState, WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { EventFeed } from '#main/core/events/event-feed.ts'
import { ABSENT_FOR_MS } from '#main/core/platform/defaults.ts'
import { happenings } from '#test/unit/happenings.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { FeedPlatform } from './feed-platform.ts'

const everything = { cameraIds: [], eventTypeIds: [], isVisible: true }

/** With `aheadMs` the platform's clock is another one than the computer's, and known after its first answer. */
function stand(aheadMs?: number) {
  const time = new FakeTime()
  const platform = new FeedPlatform(time)
  platform.aheadMs = aheadMs ?? 0
  const delivered: WallEvent[] = []
  const states: EventFeedState[] = []
  const feed = new EventFeed({
    calls: platform,
    clock: time,
    timers: time,
    random: () => 0,
    log: memoryLog().logger.area('events'),
    skewMs: () => (aheadMs === undefined ? 0 : platform.toldAheadMs),
    onEvents: (events) => delivered.push(...events),
    onState: (state) => states.push(state),
  })
  /** As long as that the feed is wanted, or has had an event. */
  const follow = (ms = 10) => {
    feed.want(everything)
    return time.advance(ms)
  }
  const arrives = (ms: number, lateMs?: number) => {
    platform.arrive(lateMs)
    return time.advance(ms)
  }
  return {
    time,
    platform,
    feed,
    follow,
    arrives,
    delivered,
    states,
    ids: () => delivered.map(({ id }) => id),
  }
}

test('tells what the stream brings, in its order, and nothing from before', async () => {
  const { platform, ids, states, follow, arrives } = stand()
  await arrives(5_000)
  await follow()
  platform.arrive(60_000)
  await arrives(10)

  expect(ids()).toEqual(['2', '3'])
  expect(states.map(({ state }) => state)).toEqual(['connecting', 'stream'])
})

test('an event between the wish and the stream is not lost', async () => {
  const { platform, ids, follow, arrives } = stand()
  platform.latencyMs = 3_000
  await follow(1_000)
  await arrives(20_000)

  expect(ids()).toEqual(['1'])
})

test.each([-3_600_000, 600_000])(
  'what is new since the start is told by the clock of a platform that is %i ms ahead',
  async (aheadMs) => {
    const { time, platform, ids, follow, arrives } = stand(aheadMs)
    platform.hasStream = false
    await arrives(300_000)
    platform.latencyMs = 0.4
    await follow()
    await time.advance(10_000)
    await arrives(2_000)
    expect(ids()).toEqual(['2'])
    await time.advance(2 * eventDefaults.feed.lateEveryMs)
    expect(ids()).toEqual(['2'])
  },
)

test.each([-3_600_000, 600_000])(
  'nothing is lost that arrives before a platform that is %i ms ahead answers at all',
  async (aheadMs) => {
    const { time, platform, ids, follow, arrives } = stand(aheadMs)
    platform.isReachable = false
    await arrives(300_000)
    await follow(10_000)
    platform.arrive()
    await arrives(600_000, 4 * 3_600_000)
    platform.isReachable = true
    await time.advance(2 * eventDefaults.feed.lateEveryMs)
    expect(ids()).toEqual(['2', '3'])
  },
)

test.each([
  [-3_600_000, 'before', 0],
  [600_000, 'before', 0],
  [-3_600_000, 'after', 0],
  [600_000, 'after', 0],
  [0, 'before', 3 * 3_600_000],
  [-3_600_000, 'before', 3 * 3_600_000],
  [600_000, 'after', 3 * 3_600_000],
])(
  'a platform %i ms ahead, the clock set right %s its first answer and %i ms of sleep lose nothing and tell nothing old',
  async (aheadMs, when, sleptMs) => {
    const { time, platform, ids, follow, arrives } = stand(aheadMs)
    const setRight = () => {
      time.setWall(aheadMs)
      platform.aheadMs = 0
    }
    platform.hasStream = false
    platform.isReachable = false
    await arrives(300_000)
    await follow(60_000)
    platform.arrive()
    time.sleep(sleptMs / 2)
    platform.arrive()
    time.sleep(sleptMs / 2)
    if (when === 'before') setRight()
    await time.advance(60_000)
    platform.isReachable = true
    await time.advance(60_000)
    if (when === 'after') setRight()
    await arrives(2 * eventDefaults.feed.lateEveryMs)
    expect(ids()).toEqual(['2', '3', '4'])
  },
)

test.each([
  [3_600_000, true],
  [3_600_000, false],
  [-3_600_000, true],
  [-3_600_000, false],
])(
  'the clock set right by %i ms (strict: %s) holds up nothing and tells nothing twice, although the next search itself tells it',
  async (aheadMs, isStrict) => {
    const { time, platform, ids, states, follow, arrives } = stand(aheadMs)
    platform.hasStream = false
    platform.isStrict = isStrict
    await follow(10_000)
    await arrives(600_000)
    time.setWall(aheadMs)
    platform.aheadMs = 0
    await time.advance(10_000)
    await arrives(5_000)
    expect(ids()).toEqual(['1', '2'])
    expect(states.at(-1)).toEqual({ state: 'polling' })
    await arrives(2 * eventDefaults.feed.lateEveryMs, 3_600_000)
    expect(ids()).toEqual(['1', '2', '3'])
  },
)

test.each([3_600_000, -3_600_000])(
  'the clock set by %i ms while a search is under way holds up nothing and tells nothing twice',
  async (aheadMs) => {
    const { time, platform, ids, follow, arrives } = stand(aheadMs)
    platform.hasStream = false
    platform.isStrict = true
    platform.latencyMs = 2_000
    await follow(10_000)
    await arrives(601_000)
    const { length } = platform.searches
    time.setWall(aheadMs)
    platform.aheadMs = 0
    await time.advance(1_000)
    expect(platform.searches).toHaveLength(length + 1)
    expect(platform.toldAheadMs).toBe(aheadMs)
    // Another call's answer.
    platform.toldAheadMs = 0
    await arrives(10_000)
    expect(ids()).toEqual(['1', '2'])
  },
)

test.each([3_600_000, -3_600_000])(
  'the clock set by %i ms within a read of several pages loses no late event and tells nothing twice',
  async (aheadMs) => {
    const { time, platform, ids, follow, arrives } = stand(aheadMs)
    platform.hasStream = false
    platform.latencyMs = 1_000
    await follow(10_000)
    for (let count = 0; count < 7; count += 1) platform.arrive()
    await time.advance(500_000)
    const late = () => platform.searches.filter(({ order }) => order === 'desc').length
    const before = late()
    while (late() === before) await time.advance(500)
    time.setWall(aheadMs)
    platform.aheadMs = 0
    await time.advance(20_000)
    await arrives(600_000, 3_600_000)
    expect(ids().toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  },
)

test('the clock set back after an outage skips none of its events', async () => {
  const { time, platform, ids, follow } = stand(-3_600_000)
  platform.hasStream = false
  await follow(10_000)
  platform.isReachable = false
  await time.advance(60_000)
  Object.assign(platform.arrive(), { receivedAtMs: undefined })
  await time.advance(600_000)
  time.setWall(-3_600_000)
  platform.aheadMs = 0
  platform.isReachable = true
  await time.advance(60_000)
  expect(ids()).toEqual(['1'])
})

test('goes on after the last event when the stream breaks, and says that it waits', async () => {
  const { time, platform, ids, states, follow, arrives } = stand()
  await follow()
  await arrives(10)
  platform.isReachable = false
  platform.cut()
  await time.advance(10)
  platform.arrive()
  await arrives(20_000)
  expect(states.at(-1)).toMatchObject({ state: 'waiting', error: { code: 'unreachable' } })
  platform.isReachable = true
  await time.advance(30_000)

  expect(ids()).toEqual(['1', '2', '3'])
  expect(states.at(-1)?.state).toBe('stream')
})

test('an id with a blank inside is sent back', async () => {
  const { time, platform, follow, arrives } = stand()
  const asked: (string | undefined)[] = []
  const { stream } = platform
  Object.assign(platform, {
    lastEventIdOf: () => '2026-11-21 12:00:00/17',
    stream: (id: string | undefined, signal: AbortSignal) => {
      asked.push(id)
      return stream(undefined, signal)
    },
  })
  await follow()
  await arrives(10)
  platform.cut()
  await time.advance(10_000)
  expect(asked.slice(0, 2)).toEqual([undefined, '2026-11-21 12:00:00/17'])
})

test('an id that fits into no header is not sent back, and nothing is missed', async () => {
  const { platform, ids, states, follow, arrives } = stand()
  platform.lastEventIdOf = ({ id }) => `событие-${id}`
  await follow()
  await arrives(10)
  platform.cut()
  await arrives(60_000)

  expect(ids()).toEqual(['1', '2'])
  expect(states.at(-1)?.state).toBe('stream')
})

test('a platform that has begun anew is followed from its beginning', async () => {
  const { platform, ids, follow, arrives } = stand()
  await follow()
  await arrives(600_000)
  platform.refusedIds.add('1')
  platform.cut()
  await arrives(5_000)
  expect(ids()).toEqual(['1', '2'])
})

test('without a stream it asks the search: every two seconds while seen, every ten while not', async () => {
  const { time, platform, feed, ids, states, follow, arrives } = stand()
  platform.hasStream = false
  await follow()
  await arrives(2_000)
  expect(ids()).toEqual(['1'])
  expect(states.at(-1)?.state).toBe('polling')
  const before = platform.searches.length
  await time.advance(20_000)
  expect(platform.searches.length - before).toBe(10)
  feed.want({ ...everything, isVisible: false })
  await time.advance(3_000)
  const hidden = platform.searches.length
  await time.advance(40_000)
  expect(platform.searches.length - hidden).toBe(4)
})

test('without a stream an event that arrives hours late is told by when it was received, once', async () => {
  const { time, platform, ids, follow, arrives } = stand()
  platform.hasStream = false
  await arrives(60_000, 3 * 3_600_000)
  await follow()
  platform.arrive(6 * 3_600_000)
  await arrives(eventDefaults.feed.lateEveryMs, 60_000)
  expect(ids()).toEqual(['3', '2'])

  // One that is found by the next stream.
  platform.arrive(3_600_000)
  platform.hasStream = true
  await time.advance(4 * eventDefaults.feed.lateEveryMs)
  expect(ids()).toEqual(['3', '2', '4'])
})

test('asks at once when it is seen again', async () => {
  const { time, platform, feed, ids, follow, arrives } = stand()
  platform.hasStream = false
  feed.want({ ...everything, isVisible: false })
  await time.advance(10)
  await arrives(10)
  await follow()
  expect(ids()).toEqual(['1'])
})

test('says so where there is neither stream nor search, and asks no more for a while', async () => {
  const { time, platform, states, follow } = stand()
  platform.hasStream = false
  platform.hasSearch = false
  await follow(60_000)
  expect(states.map(({ state }) => state)).toEqual(['connecting', 'unavailable'])
  platform.hasSearch = true
  await time.advance(ABSENT_FOR_MS)
  expect(states.at(-1)).toEqual({ state: 'polling' })
})

test('asks for the stream and the search again when the key is another one', async () => {
  const { time, platform, feed, states, follow } = stand()
  platform.hasStream = false
  platform.hasSearch = false
  await follow()
  platform.hasStream = true
  feed.wake()
  await time.advance(10)
  expect(states.at(-1)).toEqual({ state: 'stream' })
})

test('a stream that was away for a while is followed again, and nothing of it is told twice', async () => {
  const { time, platform, ids, states, follow, arrives } = stand()
  await follow()
  await arrives(10)
  platform.hasStream = false
  platform.cut()
  await time.advance(ABSENT_FOR_MS / 2)
  await arrives(10_000)
  expect(states.at(-1)).toEqual({ state: 'polling' })
  platform.hasStream = true
  await time.advance(ABSENT_FOR_MS)
  expect(states.at(-1)).toEqual({ state: 'stream' })
  await arrives(10)
  expect(ids()).toEqual(['1', '2', '3'])
})

test('a search that leads back to the same page is no end of asking', async () => {
  const { platform, states, follow } = stand()
  platform.hasStream = false
  platform.isTurningInCircles = true
  await follow()
  expect(platform.searches).toHaveLength(2)
  expect(states.at(-1)).toMatchObject({ state: 'waiting', error: { code: 'bad_answer' } })
})

test('a platform that gives one page of a search and no way to the next tells the newest all the same', async () => {
  const { platform, ids, states, follow, arrives } = stand()
  platform.hasStream = false
  platform.isCutOff = true
  await follow()
  for (let at = 0; at < 12; at += 1) {
    await arrives(2_000)
  }
  expect(ids()).toEqual(platform.events.map(({ id }) => id))
  expect(states.at(-1)).toMatchObject({ state: 'polling' })
})

test('stops when nobody wants anything, and leaves no timer behind', async () => {
  const { time, feed, ids, states, follow, arrives } = stand()
  await follow()
  feed.want(undefined)
  await arrives(60_000)
  expect(ids()).toEqual([])
  expect(states.at(-1)).toEqual({ state: 'off' })
  expect(time.pending).toBe(0)
})

const step = happenings({
  arrive: [6, { lateMs: fc.oneof(fc.nat(100_000), fc.nat(80_000_000)) }],
  pass: [4, { ms: fc.nat(15_000) }],
  cut: [1, {}],
  reach: [2, { reachable: fc.boolean() }],
  offer: [1, { hasStream: fc.boolean() }],
  wake: [1, {}],
  latency: [1, { ms: fc.nat(4_000) }],
  look: [1, { isVisible: fc.boolean() }],
})

test('nothing twice, nothing skipped: whatever breaks, by stream and by search', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { maxLength: 40, size: 'max' }),
      async (hasStream, steps) => {
        const { time, platform, feed, ids, follow } = stand()
        platform.hasStream = hasStream
        await follow()
        for (const happening of steps) {
          switch (happening.kind) {
            case 'arrive':
              platform.arrive(happening.lateMs)
              break
            case 'pass':
              await time.advance(happening.ms)
              break
            case 'cut':
              platform.cut()
              break
            case 'reach':
              platform.isReachable = happening.reachable
              if (!happening.reachable) platform.cut()
              break
            case 'offer':
              platform.hasStream = happening.hasStream
              if (!happening.hasStream) platform.cut()
              break
            case 'wake':
              feed.wake()
              break
            case 'latency':
              platform.latencyMs = happening.ms
              break
            case 'look':
              feed.want({ ...everything, isVisible: happening.isVisible })
              break
          }
        }
        platform.isReachable = true
        platform.latencyMs = 0
        await time.advance(120_000 + eventDefaults.feed.lateEveryMs)
        expect(ids().toSorted((a, b) => Number(a) - Number(b))).toEqual(platform.events.map(({ id }) => id))
        feed.dispose()
        await time.advance(60_000)
        expect(time.pending).toBe(0)
      },
    ),
    { numRuns: 150 },
  )
})

test('of more events than one read takes the others are left out, in words, and what comes then is told', async () => {
  const { time, platform, delivered, states, follow, arrives } = stand()
  platform.hasStream = false
  await follow(10_000)
  let asked = 0
  const { search } = platform
  const endless = async () => {
    asked += 1
    const events = Array.from({ length: 1_000 }, (_, index) => ({
      id: `${asked}/${index}`,
      cameraId: 'cam-1',
      eventTypeId: 'sale',
      fields: {},
      timestampMs: time.wallMs(),
    }))
    return ok({ events, nextCursor: String(asked) })
  }
  Object.assign(platform, { search: endless })
  await time.advance(2_000)
  expect(asked).toBe(eventDefaults.feed.eventsOfRead / 1_000 + 1)
  expect(delivered).toHaveLength(asked * 1_000)
  expect(states.at(-1)).toMatchObject({ state: 'waiting', error: { code: 'limit_reached' } })

  Object.assign(platform, { search })
  await arrives(10_000)
  expect(delivered.at(-1)?.id).toBe('1')
  expect(states.at(-1)).toEqual({ state: 'polling' })
})

test('a stream that cannot be read any further is said, and opened again', async () => {
  const { time, platform, states, follow } = stand()
  const fault = wallError('bad_answer', 'A message without end.')
  const { stream } = platform
  async function* faulty() {
    yield {}
    yield { fault }
  }
  Object.assign(platform, { stream: async () => ok(faulty()) })
  await follow()
  expect(states.at(-1)).toMatchObject({ state: 'waiting', error: fault })
  Object.assign(platform, { stream })
  await time.advance(60_000)
  expect(states.at(-1)).toEqual({ state: 'stream' })
})
