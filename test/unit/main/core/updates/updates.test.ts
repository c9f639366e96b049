import { afterEach, beforeEach, expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { UpdateSettings, UpdateState } from '#contract/wall/updates.ts'
import {
  CHECK_EVERY_MS,
  CHECK_LIMIT_MS,
  DOWNLOAD_SILENCE_MS,
  FIRST_CHECK_IN_MS,
  IDLE_BEFORE_INSTALL_MS,
} from '#main/core/updates/defaults.ts'
import { type UpdateFeed, Updates } from '#main/core/updates/updates.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'

const HOUR = 3_600_000

let time: FakeTime
let feed: { -readonly [Name in keyof UpdateFeed]: UpdateFeed[Name] }
let settings: UpdateSettings
let idleMs: number
let isBusy: boolean
let opened: number
let done: string[]
let states: UpdateState[]
let updates: Updates

beforeEach(() => {
  time = new FakeTime()
  settings = { mode: 'ask', hour: 4 }
  idleMs = 0
  isBusy = false
  opened = 0
  done = []
  states = []
  const noted =
    <Value>(name: string, value: Value) =>
    async () => {
      done.push(name)
      return ok(value)
    }
  feed = {
    check: noted('check', '0.2.0'),
    download: noted('download', undefined),
    install: noted('install', undefined),
    giveUp: () => void done.push('give up'),
  }
  updates = new Updates({
    source: {
      by: 'itself',
      idleMs: () => idleMs,
      openFeed: async () => {
        opened += 1
        return ok(feed)
      },
    },
    settings: () => settings,
    isBusy: () => isBusy,
    clock: time,
    timers: time,
    random: () => 0.5,
    log: memoryLog().logger.area('updates'),
    zone: 'UTC',
  })
  updates.onChange((state) => states.push(state))
})

afterEach(() => {
  updates.dispose()
  expect(time.pending).toBe(0)
})

test('the start is left alone: nothing is opened before the first look, which comes by itself', async () => {
  await time.advance(FIRST_CHECK_IN_MS)
  expect(opened).toBe(0)
  await time.advance(FIRST_CHECK_IN_MS)
  expect(done).toEqual(['check', 'download'])
  expect(states.map(({ state }) => state)).toEqual(['loading', 'ready'])
})

test('asked to ask, it waits for somebody, for days', async () => {
  idleMs = 24 * HOUR
  await time.advance(72 * HOUR)
  expect(new Set(done)).toEqual(new Set(['check', 'download']))
  expect(await updates.install()).toEqual(ok(undefined))
  expect(updates.state).toEqual({ state: 'installing', version: '0.2.0' })
})

test('a newer version takes the place of one that is ready and waits', async () => {
  await updates.check()
  expect(updates.state).toEqual({ state: 'ready', version: '0.2.0' })
  await time.advance(2 * CHECK_EVERY_MS)
  // The same version is not loaded again.
  expect(done.filter((step) => step === 'download')).toHaveLength(1)
  feed.check = async () => ok('0.3.0')
  await time.advance(2 * CHECK_EVERY_MS)
  expect(updates.state).toEqual({ state: 'ready', version: '0.3.0' })
  expect(done.filter((step) => step === 'download')).toHaveLength(2)
})

test('a look that fails takes nothing away that is ready', async () => {
  await updates.check()
  feed.check = async () => fail(wallError('update_failed'))
  expect((await updates.check()).ok).toBe(false)
  expect(updates.state).toEqual({ state: 'ready', version: '0.2.0' })
  expect(await updates.install()).toEqual(ok(undefined))
})

test('a look that nobody answers takes nothing away that is ready', async () => {
  await updates.check()
  feed.check = () => new Promise(() => {})
  const checked = updates.check()
  await time.advance(CHECK_LIMIT_MS)
  await checked
  expect(updates.state).toEqual({ state: 'ready', version: '0.2.0' })
  expect(await updates.install()).toEqual(ok(undefined))
})

test('what is being installed is not replaced by a look that ends late', async () => {
  await updates.check()
  const late = Promise.withResolvers<Awaited<ReturnType<UpdateFeed['check']>>>()
  feed.check = () => late.promise
  const looking = updates.check()
  await updates.install()
  late.resolve(ok('0.3.0'))
  expect(await looking).toEqual(ok(undefined))
  expect(updates.state).toEqual({ state: 'installing', version: '0.2.0' })
})

test('at the hour it waits until nobody is at the keyboard', async () => {
  settings = { mode: 'at-hour', hour: 4 }
  await time.advance(16.5 * HOUR)
  expect(new Date(time.wallMs()).getUTCHours()).toBe(4)
  expect(done).not.toContain('install')
  idleMs = IDLE_BEFORE_INSTALL_MS
  await time.advance(60_000)
  expect(done).toContain('install')
  await time.advance(HOUR)
  expect(done.filter((step) => step === 'install')).toHaveLength(1)
})

test('at its hour it waits for an export to end', async () => {
  settings = { mode: 'at-hour', hour: 4 }
  idleMs = 24 * HOUR
  isBusy = true
  await time.advance(16.5 * HOUR)
  expect(updates.state.state).toBe('ready')
  isBusy = false
  await time.advance(60_000)
  expect(updates.state.state).toBe('installing')
})

const unanswered = { state: 'none', failure: wallError('update_unreachable') }

test('a look that nobody answers is given up, and an hour later there is another one', async () => {
  const answered = feed.check
  feed.check = () => new Promise(() => {})
  const checked = updates.check()
  await time.advance(CHECK_LIMIT_MS)
  expect(await checked).toEqual(fail(wallError('update_unreachable')))
  expect(updates.state).toEqual(unanswered)
  expect(done).toEqual(['give up'])
  feed.check = answered
  await time.advance(1.2 * HOUR)
  expect(updates.state.state).toBe('ready')
  // The one that hangs would hang again.
  expect(opened).toBe(2)
})

test('a download goes on as long as something arrives, and is given up when nothing does', async () => {
  let arrive: (() => void) | undefined
  feed.download = (onProgress) => {
    arrive = onProgress
    return new Promise(() => {})
  }
  const checked = updates.check()
  for (let times = 0; times < 3; times += 1) {
    await time.advance(DOWNLOAD_SILENCE_MS - 1)
    expect(updates.state.state).toBe('loading')
    arrive?.()
  }
  await time.advance(DOWNLOAD_SILENCE_MS)
  await checked
  expect(updates.state).toEqual(unanswered)
  expect(done).toEqual(['check', 'give up'])
  arrive?.()
})

test('switched off it never looks by itself, but does when somebody asks', async () => {
  settings = { mode: 'off', hour: 4 }
  await time.advance(48 * HOUR)
  expect(opened).toBe(0)
  expect(await updates.check()).toEqual(ok(undefined))
  expect(updates.state.state).toBe('ready')
})

test('two that look at once share one look', async () => {
  await Promise.all([updates.check(), updates.check()])
  expect(done).toEqual(['check', 'download'])
})

test('nothing newer is told with the time, and looked for again hours later', async () => {
  feed.check = async () => {
    done.push('check')
    return ok(undefined)
  }
  await updates.check()
  expect(updates.state).toEqual({ state: 'none', checkedAtMs: time.wallMs() })
  await time.advance(CHECK_EVERY_MS - 60_000)
  expect(done).toHaveLength(1)
  await time.advance(2 * 60_000)
  expect(done).toHaveLength(2)
})

test.each(['check', 'download', 'install'] as const)('a %s that fails leaves all as it was', async (step) => {
  feed[step] = async () => fail(wallError('update_unreachable'))
  await updates.check()
  if (step === 'install') await updates.install()
  expect(updates.state).toEqual({ state: 'none', failure: wallError('update_unreachable') })
  expect(await updates.install()).toEqual(fail(wallError('update_not_ready')))
})

test('an installation that is updated elsewhere says by whom, and does nothing', async () => {
  const elsewhere = new Updates({
    source: { by: 'package-manager' },
    settings: () => settings,
    isBusy: () => isBusy,
    clock: time,
    timers: time,
    random: () => 0.5,
    log: memoryLog().logger.area('updates'),
  })
  expect(elsewhere.state).toEqual({ state: 'elsewhere', by: 'package-manager' })
  expect(await elsewhere.check()).toEqual(fail(wallError('update_elsewhere')))
  expect(await elsewhere.install()).toEqual(fail(wallError('update_not_ready')))
})
