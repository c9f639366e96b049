import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { WindowOpener } from '#renderer/playback/tile/window-opener.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeShell } from '../fake-shell.ts'

const minuteMs = 60_000
const atMs = 1_800_000_000_000
/** Of the first window, a quarter of which lies before the asked instant, as main does it. */
const startMs = atMs - 15 * minuteMs
const endMs = atMs + 45 * minuteMs

/** A camera that was recorded from `oldestMs` on; the window around an instant is open. */
async function open({ oldestMs = 0, minutes = 60, isNewest = false } = {}) {
  const clock = new FakeClock()
  const shell = new FakeShell({
    'playback.open': ({ atMs: askedMs }) => {
      if (askedMs < oldestMs) return fail(wallError('no_recording'))
      const fromMs = Math.max(oldestMs, askedMs - 15 * minuteMs)
      const playbackId = `playback-from-${fromMs}`
      const manifest = `/media/${playbackId}/manifest.m3u8`
      return ok({ playbackId, manifest, startMs: fromMs, endMs: fromMs + minutes * minuteMs, isNewest })
    },
  })
  let changes = 0
  const onChange = () => {
    changes += 1
  }
  const opener = new WindowOpener({
    shell,
    cameraId: 'camera-1',
    quality: 'full',
    nowMs: clock.nowMs,
    onChange,
  })
  opener.around(atMs, true)
  await expect.poll(() => changes).toBe(1)
  const askedFor = () => shell.inputsOf('playback.open').map((asked) => asked.atMs)
  return { clock, shell, opener, askedFor, changes: () => changes }
}

describe('the windows of a tile', () => {
  it.each([
    ['on', false, endMs - 59_000, endMs],
    ['backwards', true, startMs + 59_000, startMs - 1],
  ] as const)(
    'are opened a minute before they are needed, played %s',
    async (_way, isBackwards, nearMs, beyondMs) => {
      const { opener, askedFor, changes } = await open()
      const speed = isBackwards ? -1 : 1
      opener.prepareNext(nearMs - 2_000 * speed, speed)
      expect(askedFor()).toEqual([atMs])
      opener.prepareNext(nearMs, speed)
      expect(askedFor()).toEqual([atMs, beyondMs])
      await expect.poll(changes).toBe(2)
      opener.prepareNext(nearMs, speed)
      expect(opener.around(beyondMs, false)).toMatchObject({ startMs: expect.any(Number) })
      expect(askedFor()).toHaveLength(2)
      expect(opener.playbackIds).toHaveLength(1)
    },
  )

  it('overlap on the way on: the next one is to be had before the one of now ends', async () => {
    const { opener, changes } = await open()
    opener.prepareNext(endMs - 59_000, 1)
    await expect.poll(changes).toBe(2)
    expect(opener.around(endMs - 58_000, false)).toMatchObject({ startMs })
    expect(opener.nextAround(endMs - 58_000)).toMatchObject({ startMs: endMs - 15 * minuteMs })
    opener.moveOn()
    expect(opener.around(endMs - 58_000, false)).toMatchObject({ startMs: endMs - 15 * minuteMs })
    expect(opener.nextAround(endMs - 58_000)).toBeUndefined()
  })

  it.each([
    ['a minute before they are needed where the platform allows less than an hour', false, 1],
    ['not while as little has passed since the newest one as is left of it', true, 0],
  ])('are opened %s', async (_when, isNewest, more) => {
    const { opener, askedFor } = await open({ minutes: 30, isNewest })
    opener.prepareNext(startMs + 30 * minuteMs - 59_000, 1)
    expect(askedFor()).toHaveLength(1 + more)
  })

  it('are not changed early on the way back', async () => {
    const { opener, changes } = await open()
    opener.prepareNext(startMs + 1_000, -1)
    await expect.poll(changes).toBe(2)
    expect(opener.nextAround(startMs + 1_000)).toBeUndefined()
  })

  it('are those of the way that is played now', async () => {
    const { clock, opener, changes } = await open()
    opener.prepareNext(startMs + 1_000, -1)
    await expect.poll(changes).toBe(2)
    clock.advance(minuteMs)
    opener.prepareNext(endMs - 1_000, 1)
    await expect.poll(changes).toBe(3)
    expect(opener.around(endMs, false)?.endMs).toBeGreaterThan(endMs)
  })

  it('go no further back than there is footage', async () => {
    const { clock, opener, askedFor } = await open({ oldestMs: startMs })
    opener.prepareNext(startMs + 1_000, -1)
    await Promise.resolve()
    expect(askedFor()).toHaveLength(2)
    opener.prepareNext(startMs + 500, -1)
    expect(askedFor()).toHaveLength(2)
    clock.advance(6_000)
    expect(opener.around(startMs, false)).toMatchObject({ startMs })
    expect(opener.error).toBeUndefined()
  })
})

describe('footage that cannot be opened', () => {
  it('is asked for again later and later, and soon after a jump', async () => {
    const { clock, opener, askedFor } = await open({ oldestMs: endMs })
    expect(opener.error?.code).toBe('no_recording')
    const look = async (afterMs: number, isJump = false) => {
      clock.advance(afterMs)
      expect(opener.around(atMs, isJump)).toBeUndefined()
      await settle()
      return askedFor().length
    }
    expect(await look(999)).toBe(1)
    expect(await look(1)).toBe(2)
    expect(await look(1_999)).toBe(2)
    expect(await look(1)).toBe(3)
    expect(await look(299, true)).toBe(3)
    expect(await look(1, true)).toBe(4)
  })

  it('is asked for no sooner than the platform wants', async () => {
    const { clock, shell, opener, askedFor } = await open()
    shell.answers['playback.open'] = () => fail(wallError('rate_limited', undefined, 20_000))
    opener.around(endMs, false)
    await settle()
    clock.advance(19_999)
    opener.around(endMs, false)
    expect(askedFor()).toHaveLength(2)
    clock.advance(1)
    opener.around(endMs, false)
    expect(askedFor()).toHaveLength(3)
    // It comes to nothing.
    opener.dispose()
    await settle()
    expect(opener.error?.code).toBe('rate_limited')
  })

  it('says nothing of another instant: a jump is not told before its own answer, and is not held up', async () => {
    const { clock, shell, opener, askedFor } = await open({ oldestMs: endMs })
    const refusal = fail(wallError('no_recording'))
    const { promise, resolve } = Promise.withResolvers<typeof refusal>()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a call waits for its answer
    shell.answers['playback.open'] = () => promise as never
    clock.advance(4_000)
    opener.around(atMs - 1, true)
    expect(opener.error).toBeUndefined()
    clock.advance(4_000)
    opener.around(atMs - 2, true)
    expect(askedFor()).toEqual([atMs, atMs - 1])
    resolve(refusal)
    await settle()
    expect(opener.error).toBeUndefined()
    // As its tile does when something has changed.
    opener.around(atMs - 2, false)
    expect(askedFor()).toEqual([atMs, atMs - 1, atMs - 2])
    await settle()
    expect(opener.error?.code).toBe('no_recording')
    // A drag over many instants asks no more often than before.
    opener.around(atMs - 3, true)
    opener.around(atMs - 3, false)
    expect(askedFor()).toHaveLength(3)
  })

  it('is asked for once at a time, and nothing is had of what was opened for nobody', async () => {
    const { opener, askedFor } = await open()
    opener.around(endMs, false)
    opener.around(endMs, true)
    expect(askedFor()).toHaveLength(2)
    opener.dispose()
    await settle()
    expect(opener.playbackIds).toEqual([])
  })

  it('is opened anew when the shell knows it no more', async () => {
    const { opener, askedFor } = await open()
    opener.forget()
    expect(opener.playbackIds).toEqual([])
    expect(opener.around(atMs, false)).toBeUndefined()
    await settle()
    expect(askedFor()).toEqual([atMs, atMs])
    expect(opener.around(atMs, false)).toMatchObject({ startMs })
  })
})

async function cut(ranges: [number, number][]) {
  const stage = await open()
  const { shell, opener } = stage
  shell.answers['playback.coverage'] = () => ok({ ranges, source: 'platform' })
  const first = opener.around(atMs, false)
  if (first === undefined) throw new Error('nothing was opened')
  opener.learn(first, startMs + minuteMs)
  const askedFrom = () => shell.inputsOf('playback.open').map(({ fromMs }) => fromMs)
  return { ...stage, first, askedFrom }
}

describe('a manifest that ends long before the asked instant', () => {
  it('leads to a window that begins where the footage of that instant does', async () => {
    const fromMs = atMs - 2 * minuteMs
    const { shell, opener, askedFrom } = await cut([
      [startMs, startMs + minuteMs],
      [fromMs, endMs],
    ])
    expect(opener.error).toBeUndefined()
    expect(opener.around(atMs, false)).toBeUndefined()
    await settle()
    expect(shell.inputsOf('playback.coverage')).toEqual([
      { cameraId: 'camera-1', startMs: startMs + minuteMs, endMs },
    ])
    expect(askedFrom()).toEqual([undefined, fromMs])
  })

  it('leads to one that begins at the instant itself where nobody can say, or that did not help', async () => {
    const { shell, opener, askedFrom, clock } = await cut([])
    opener.around(atMs, false)
    await settle()
    expect(askedFrom()).toEqual([undefined, atMs])
    const second = opener.around(atMs, false)
    if (second === undefined) throw new Error('nothing was opened')
    opener.learn(second, atMs)
    // There is none: shown as missing, and asked for again later.
    expect(opener.error).toBeUndefined()
    expect(opener.around(atMs, false)).toBe(second)
    expect(askedFrom()).toHaveLength(2)
    clock.advance(1_000)
    opener.around(atMs, false)
    await settle()
    expect(askedFrom()).toEqual([undefined, atMs, atMs])
    expect(shell.inputsOf('playback.coverage')).toHaveLength(1)
  })

  it('is followed by a window that begins where it ends', async () => {
    const { opener, askedFrom, askedFor, first } = await cut([])
    opener.prepareNext(startMs + 30_000, 1)
    await settle()
    expect(askedFor()).toEqual([atMs, startMs + minuteMs])
    expect(askedFrom()).toEqual([undefined, startMs + minuteMs])
    // Of a manifest that is not played any more nothing is learned.
    opener.moveOn()
    opener.learn(first, startMs)
    expect(opener.around(startMs + minuteMs, false)).toBeDefined()
  })
})

describe('another quality', () => {
  it('is opened at once, from where the window of now begins, and tried again after a while', async () => {
    const { clock, shell, opener } = await open()
    const asked = () => shell.inputsOf('playback.open').map(({ quality, fromMs }) => [quality, fromMs])
    opener.setQuality('full')
    expect(opener.isOutdated).toBe(false)
    opener.setQuality('reduced')
    expect(opener.isOutdated).toBe(true)
    opener.prepareNext(atMs, 0)
    await settle()
    expect(asked()).toEqual([
      ['full', undefined],
      ['reduced', startMs],
    ])
    expect(opener.playbackIds).toHaveLength(2)
    expect(opener.nextAround(atMs)).toBeDefined()
    opener.moveOn()
    expect(opener.isOutdated).toBe(false)
    opener.setQuality('full')
    shell.answers['playback.open'] = () => fail(wallError('platform_failed'))
    opener.prepareNext(atMs, 0)
    await settle()
    opener.prepareNext(atMs, 0)
    clock.advance(4_999)
    opener.prepareNext(atMs, 0)
    expect(asked()).toHaveLength(3)
    clock.advance(1)
    opener.prepareNext(atMs, 0)
    expect(asked()).toHaveLength(4)
    expect(opener.error).toBeUndefined()
  })

  it('that is wished no more when it comes is not gone over to', async () => {
    const { opener } = await open()
    opener.setQuality('reduced')
    opener.prepareNext(atMs, 0)
    opener.setQuality('full')
    await settle()
    expect(opener.playbackIds).toHaveLength(1)
  })
})
