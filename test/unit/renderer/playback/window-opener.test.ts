import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { WindowOpener } from '#renderer/playback/tile/window-opener.ts'
import { FakeClock } from '../fake-clock.ts'
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
  return { clock, opener, askedFor, changes: () => changes }
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
