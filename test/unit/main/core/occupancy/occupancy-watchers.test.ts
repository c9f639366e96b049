import { expect, test } from 'vitest'
import { type WallErrorCode, wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { OccupancyReading, OccupancyWatch } from '#contract/wall/occupancy.ts'
import { occupancyDefaults } from '#main/core/occupancy/defaults.ts'
import { MemoryVault } from '#test/unit/main/core/support/memory-vault.ts'
import { OccupancyWatchers } from '#main/core/occupancy/occupancy-watchers.ts'
import { OccupancyCredential } from '#main/core/occupancy/occupancy-credential.ts'
import { PlatformOccupancy } from '#main/core/occupancy/platform-occupancy.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'
import { doors, hall, OccupancyPlatform } from './occupancy-platform.ts'

const window = { lengthMs: 3_600_000 }
const one = { id: 'page-1', monitor: 1 }
const other = { id: 'page-2', monitor: 2 }
const watch = (reportId: string, definition = hall): OccupancyWatch => ({ reportId, definition, window })

function noCredential() {
  return new OccupancyCredential({
    vault: new MemoryVault(),
    platform: 'platform',
    mayBeWeak: false,
    redactor: memoryLog().redactor,
    platformNowMs: () => 0,
    key: { get: async () => ok('key'), stored: undefined },
    onChanged: () => undefined,
  })
}

const nothing = async () => ok([])
const failing = (code: WallErrorCode) => async () => fail({ error: wallError(code), maybeCarriedOut: false })

type Lists = ConstructorParameters<typeof PlatformOccupancy>[0]['dictionaries']

function stand(dictionaries: Lists = { entrances: nothing, zones: nothing, schedules: nothing }) {
  const time = new FakeTime()
  const platform = new OccupancyPlatform()
  const published: [string, OccupancyReading][] = []
  const watchers: OccupancyWatchers = new OccupancyWatchers({
    publish: ({ id }, reading) => published.push([id, reading]),
    onWish: (wish) => occupancy.want(wish),
  })
  const occupancy = new PlatformOccupancy({
    calls: platform,
    credential: noCredential(),
    dictionaries,
    clock: time,
    timers: time,
    random: () => 0,
    skewMs: () => 0,
    onState: (key, state) => watchers.state(key, state),
  })
  const names = () => published.map(([page, { reportId }]) => `${page} ${reportId}`)
  return { time, platform, watchers, occupancy, published, names }
}

test('two pages that show the same report share its questions, each under its own id', async () => {
  const { time, platform, watchers, names } = stand()
  watchers.join(one)
  watchers.join(other)
  watchers.watch(one, [watch('a')], true)
  watchers.watch(other, [watch('b'), watch('c', doors)], true)
  await time.advance(0)
  expect(platform.asked.map(({ sources }) => sources.join())).toEqual(
    expect.arrayContaining(['hall', 'door-1,door-2']),
  )
  expect(platform.asked).toHaveLength(6)
  expect(names().toSorted()).toEqual(['page-1 a', 'page-2 b', 'page-2 c'])
})

test('who comes later is told at once what is known, without a question', async () => {
  const { time, platform, watchers, names } = stand()
  watchers.join(one)
  watchers.watch(one, [watch('a')], true)
  await time.advance(0)
  watchers.join(other)
  watchers.watch(other, [watch('a')], true)
  expect(names()).toEqual(['page-1 a', 'page-2 a'])
  expect(platform.asked).toHaveLength(3)
})

test('what nobody shows any more is not asked for, and not told as known when it is shown again', async () => {
  const { time, platform, watchers, published } = stand()
  const leave = watchers.join(one)
  watchers.watch(one, [watch('a')], true)
  await time.advance(0)
  watchers.watch(one, [], true)
  await time.advance(600_000)
  expect(platform.asked).toHaveLength(3)
  const publishedBefore = published.length
  watchers.watch(one, [watch('a')], true)
  expect(published).toHaveLength(publishedBefore)
  await time.advance(0)
  leave()
  await time.advance(600_000)
  expect([platform.asked.length, time.pending]).toEqual([6, 0])
})

test('is asked for slowly only while all pages of it are hidden', async () => {
  const { time, platform, watchers } = stand()
  watchers.join(one)
  watchers.join(other)
  watchers.watch(one, [watch('a')], false)
  watchers.watch(other, [watch('a')], true)
  await time.advance(occupancyDefaults.pollVisibleMs)
  expect(platform.asked).toHaveLength(6)
  watchers.watch(other, [watch('a')], false)
  await time.advance(occupancyDefaults.pollVisibleMs)
  await time.advance(occupancyDefaults.pollHiddenMs - 1)
  expect(platform.asked).toHaveLength(9)
})

test('another key forgets what the old one was told', async () => {
  const { time, watchers, occupancy, published } = stand()
  watchers.join(one)
  watchers.watch(one, [watch('a')], true)
  await time.advance(0)
  occupancy.reset()
  expect(published.at(-1)).toEqual(['page-1', { reportId: 'a', trend: [] }])
  await time.advance(0)
  expect(published.at(-1)?.[1]).toMatchObject({ now: 12 })
})

test.each<[string, WallErrorCode, WallErrorCode, WallErrorCode | undefined]>([
  [
    'told to be none where the platform has none',
    'occupancy_unavailable',
    'occupancy_unavailable',
    undefined,
  ],
  ['failed where none of them is told and one fails', 'occupancy_unavailable', 'not_allowed', 'not_allowed'],
])('dictionaries are %s', async (_how, ofZones, ofOthers, code) => {
  const others = failing(ofOthers)
  const { occupancy } = stand({ entrances: others, zones: failing(ofZones), schedules: others })
  const lists = await occupancy.dictionaries()
  if (code === undefined) expect(lists).toEqual(ok({}))
  else expect(lists).toMatchObject({ ok: false, error: { code } })
})

test('a list that is not told is unknown, and takes no other one with it', async () => {
  const zones = failing('platform_failed')
  const { occupancy } = stand({ entrances: nothing, zones, schedules: failing('occupancy_unavailable') })
  expect(await occupancy.dictionaries()).toEqual(ok({ entrances: [] }))
})
