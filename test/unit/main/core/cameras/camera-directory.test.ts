import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { MAX_CAMERAS } from '#contract/platform/limits.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedCamera } from '#contract/wall/camera-list.ts'
import { CameraDirectory } from '#main/core/cameras/camera-directory.ts'
import type { PlatformResult } from '#main/core/platform/failure.ts'
import type { KnownCamera, KnownCameras } from '#main/core/settings/settings-store.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'

const camera = (id: string, number: number) => ({ id, name: id, group: '', number })
const knownTo = (platform: string, one: WallCamera): KnownCameras => ({
  platform,
  cameras: [one],
  numbered: [one],
})
const failed = (code: WallErrorCode): PlatformResult<never> =>
  fail({ error: wallError(code), maybeCarriedOut: true })

function open(known?: KnownCameras) {
  const time = new FakeTime()
  const kept: KnownCameras[] = []
  const changes: (readonly WallCamera[])[] = []
  const stand = {
    answer: ok([camera('a', 1)]) as PlatformResult<readonly KnownCamera[]>,
    isInPart: false,
    asked: 0,
    numbers: {} as Record<string, number>,
    listed: [] as readonly ListedCamera[],
  }
  const directory = new CameraDirectory({
    list: async () => {
      stand.asked += 1
      return stand.answer
    },
    isInPart: () => stand.isInPart,
    platform: 'p',
    known,
    keep: (cameras) => kept.push(cameras),
    operatorNumbers: () => stand.numbers,
    listed: () => stand.listed,
    clock: time,
    timers: time,
    random: () => 0,
    log: memoryLog().logger.area('cameras'),
    onChange: (cameras) => changes.push(cameras),
  })
  /** The platform lists these, and is asked. */
  const list = (cameras: readonly KnownCamera[]) => {
    stand.answer = ok(cameras)
    return directory.refresh()
  }
  return { directory, stand, list, time, known, kept, changes }
}

test('begins with the last list of this platform, and of no other', () => {
  expect(open(knownTo('p', camera('old', 4))).directory.cameras).toEqual([camera('old', 4)])
  expect(open(knownTo('another', camera('old', 4))).directory.cameras).toEqual([])
})

test('a list that is one page of several removes no camera', async () => {
  const { directory, stand, changes, list } = open()
  await list([camera('a', 1), camera('b', 2)])
  stand.answer = ok([camera('c', 3), camera('a', 1)])
  stand.isInPart = true
  await directory.refresh()
  expect(directory.listed.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c'])
  await directory.refresh()
  expect(changes).toHaveLength(2)
  stand.isInPart = false
  await directory.refresh()
  expect(directory.listed.map(({ id }) => id).toSorted()).toEqual(['a', 'c'])
})

test('keeps and tells a list that has changed, and is silent about one that has not', async () => {
  const { directory, kept, changes } = open()
  await directory.refresh()
  await directory.refresh()

  expect(kept).toEqual([{ platform: 'p', cameras: [camera('a', 1)], numbered: [camera('a', 1)] }])
  expect(changes).toEqual([[camera('a', 1)]])
})

test('keeps the last list while the platform is away, and asks again by itself', async () => {
  const { directory, stand, time } = open(knownTo('p', camera('old', 4)))
  stand.answer = failed('unreachable')
  expect(await directory.refresh()).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  expect(directory.cameras).toEqual([camera('old', 4)])

  // As soon after each outage.
  for (const id of ['a', 'b', 'c', 'd']) {
    stand.answer = ok([camera(id, 1)])
    await time.advance(2_000)
    expect(directory.listed.map((one) => one.id)).toEqual([id])
    stand.answer = failed('unreachable')
    await directory.refresh()
  }
})

test.each([
  ['seldom when the answer was final', failed('key_rejected'), 300_000],
  [
    'no sooner than the platform wants to be asked',
    fail({ error: wallError('rate_limited'), maybeCarriedOut: false, retryAfterInMs: 60_000 }),
    60_000,
  ],
])('asks %s', async (_, answer, afterMs) => {
  const { directory, stand, time } = open()
  stand.answer = answer
  await directory.refresh()
  await time.advance(afterMs - 1)
  expect(stand.asked).toBe(1)
  await time.advance(1)
  expect(stand.asked).toBe(2)
})

test('shares one answer between those who ask together, but for a question that came before', async () => {
  const { directory, stand } = open()
  await Promise.all([directory.refresh(), directory.refresh()])

  expect(stand.asked).toBe(1)
  await Promise.all([directory.refresh(), directory.refreshAnew()])
  expect(stand.asked).toBe(3)
})

test("follows the operator's numbers", async () => {
  const { directory, stand, changes } = open()
  await directory.refresh()
  stand.numbers = { a: 42 }
  directory.renumber()

  expect(directory.cameras).toEqual([camera('a', 42)])
  expect(changes).toHaveLength(2)
})

test('says nothing more when it is disposed', async () => {
  const { directory, time, changes } = open()
  const refreshed = directory.refresh()
  directory.dispose()
  await refreshed

  expect(changes).toEqual([])
  expect(time.pending).toBe(0)
})

const bare = (id: string) => ({ id, name: id, group: '' })
const numbers = ({ cameras }: CameraDirectory) =>
  Object.fromEntries(cameras.map(({ id, number }) => [id, number]))

test('remembers number and name of a camera that has left the list, and since when', async () => {
  const { directory, time, kept, changes, list } = open()
  await list([camera('a', 12), camera('b', 13)])
  const leftAtMs = time.wallMs()
  await list([bare('b')])
  const gone = { ...camera('a', 12), unlistedSinceMs: leftAtMs }
  expect(directory.cameras).toEqual([gone, camera('b', 13)])
  expect(directory.listed).toEqual([camera('b', 13)])

  await time.advance(600_000)
  await list([])
  expect(directory.cameras[0]).toEqual(gone)
  const again = open(kept.at(-1)).directory
  expect(again.cameras).toEqual(directory.cameras)

  await list([bare('b'), bare('a')])
  expect(directory.cameras).toEqual([camera('a', 12), camera('b', 13)])
  expect(changes.at(-1)).toEqual(directory.cameras)
})

test('gives a new camera whose id sorts first a number that nobody has, and nobody another one', async () => {
  const { directory, list } = open()
  await list(['b', 'c', 'd'].map(bare))
  await list(['a', 'b', 'd'].map(bare))
  expect(numbers(directory)).toEqual({ b: 1, c: 2, d: 3, a: 4 })
})

test('gives a large wall its numbers back after a list that was empty once, also over a restart', async () => {
  const { directory, kept, list } = open()
  const cameras = Array.from({ length: 5_000 }, (_, at) => bare(`camera-${at}`))
  await list(cameras)
  await list([bare('a'), ...cameras])
  const given = numbers(directory)
  await list([])
  const again = open(kept.at(-1))
  again.stand.answer = ok([bare('a'), ...cameras])
  await again.directory.refresh()
  expect(numbers(again.directory)).toEqual(given)
})

test("gives one camera the operator's number and moves no other", async () => {
  const { directory, stand, list } = open()
  await list(['a', 'b', 'c'].map(bare))
  stand.numbers = { a: 99 }
  directory.renumber()
  expect(numbers(directory)).toEqual({ a: 99, b: 2, c: 3 })
})

test('keeps no number free of the platform once it has given one', async () => {
  const { directory, list } = open()
  await list([bare('a'), camera('b', 7)])
  await list([camera('a', 5), camera('b', 8), camera('c', 8), camera('d', 1)])
  expect(numbers(directory)).toEqual({ a: 1, b: 7, c: 8, d: 2 })
})

test('takes a list that is suddenly not found for a failure, even where operators list cameras', async () => {
  const { directory, stand } = open(knownTo('p', camera('a', 1)))
  stand.listed = [{ id: 'x', number: 9 }]
  stand.answer = failed('not_found')
  directory.renumber()
  expect(await directory.refresh()).toMatchObject({ ok: false })
  expect(directory.listed.map(({ id }) => id)).toEqual(['a', 'x'])
})

test('forgets those that left first when it remembers too many', async () => {
  const { directory, time, list } = open()
  await list([bare('old')])
  await list(Array.from({ length: MAX_CAMERAS }, (_, at) => bare(`camera-${at}`)))
  await time.advance(1_000)
  await list([])
  expect(directory.cameras).toHaveLength(MAX_CAMERAS)
  expect(numbers(directory)).not.toHaveProperty('old')
})

test('never changes the number of a camera that it knows, whatever lists come', async () => {
  const entry = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    number: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
  })
  const list = fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 8 })
  const step = fc.oneof(
    { arbitrary: list, weight: 5 },
    fc.constantFrom('fails' as const, 'restarts' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let wall = open()
      let given: Record<string, number> = {}
      for (const now of steps) {
        if (now === 'restarts') wall = open(wall.kept.at(-1) ?? wall.known)
        wall.stand.answer =
          typeof now === 'string'
            ? failed('unreachable')
            : ok(now.map(({ id, number }) => ({ ...bare(id), number })))
        await wall.directory.refresh()
        const numbered = numbers(wall.directory)
        expect(numbered).toMatchObject(given)
        expect(new Set(Object.values(numbered)).size).toBe(Object.keys(numbered).length)
        given = numbered
      }
    }),
    { seed: 20_261_122, numRuns: 300 },
  )
})
