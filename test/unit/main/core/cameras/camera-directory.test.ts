import { expect, test } from 'vitest'
import { wallError, type WallErrorCode } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedCamera } from '#contract/wall/camera-list.ts'
import { CameraDirectory } from '../../../../../src-main/core/cameras/camera-directory.ts'
import type { Answered } from '../../../../../src-main/core/platform/failure.ts'
import type { KnownCamera, KnownCameras } from '../../../../../src-main/core/settings/settings-store.ts'
import { FakeTime } from '../support/fake-time.ts'
import { memoryLog } from '../support/memory-log.ts'

const camera = (id: string, number: number) => ({ id, name: id, group: '', number })
const failed = (code: WallErrorCode): Answered<never> =>
  fail({ error: wallError(code), maybeCarriedOut: true })

function open(known?: KnownCameras) {
  const time = new FakeTime()
  const kept: KnownCameras[] = []
  const changes: (readonly WallCamera[])[] = []
  const stand = {
    answer: ok([camera('a', 1)]) as Answered<readonly KnownCamera[]>,
    asked: 0,
    numbers: {} as Record<string, number>,
    listed: [] as readonly ListedCamera[],
  }
  const directory = new CameraDirectory({
    list: async () => {
      stand.asked += 1
      return stand.answer
    },
    platform: 'p',
    known,
    keep: (cameras) => kept.push(cameras),
    operatorNumbers: () => stand.numbers,
    listed: () => stand.listed,
    timers: time,
    random: () => 0,
    log: memoryLog().logger.area('cameras'),
    onChange: (cameras) => changes.push(cameras),
  })
  return { directory, stand, time, kept, changes }
}

test('begins with the last list of this platform, and of no other', () => {
  expect(open({ platform: 'p', cameras: [camera('old', 4)] }).directory.cameras).toEqual([camera('old', 4)])
  expect(open({ platform: 'another', cameras: [camera('old', 4)] }).directory.cameras).toEqual([])
})

test('keeps and tells a list that has changed, and is silent about one that has not', async () => {
  const { directory, kept, changes } = open()
  await directory.refresh()
  await directory.refresh()

  expect(kept).toEqual([{ platform: 'p', cameras: [camera('a', 1)] }])
  expect(changes).toEqual([[camera('a', 1)]])
})

test('keeps the last list while the platform is away, and asks again by itself', async () => {
  const { directory, stand, time } = open({ platform: 'p', cameras: [camera('old', 4)] })
  stand.answer = failed('unreachable')
  expect(await directory.refresh()).toMatchObject({ ok: false, error: { code: 'unreachable' } })
  expect(directory.cameras).toEqual([camera('old', 4)])

  stand.answer = ok([camera('a', 1)])
  await time.advance(2_000)
  expect(directory.cameras).toEqual([camera('a', 1)])
})

test('asks seldom when the answer was final', async () => {
  const { directory, stand, time } = open()
  stand.answer = failed('key_rejected')
  await directory.refresh()
  await time.advance(299_000)
  expect(stand.asked).toBe(1)
  await time.advance(1_000)
  expect(stand.asked).toBe(2)
})

test('shares one answer between those who ask together', async () => {
  const { directory, stand } = open()
  await Promise.all([directory.refresh(), directory.refresh()])

  expect(stand.asked).toBe(1)
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
