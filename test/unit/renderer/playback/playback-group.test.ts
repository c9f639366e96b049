import { expect, it, onTestFinished, vi } from 'vitest'
import { PlaybackGroup } from '#renderer/playback/playback-group.ts'
import { PlaybackHolds } from '#renderer/playback/playback-holds.ts'
import type { PlaybackDriver } from '#renderer/playback/tile/playback-driver.ts'
import { FakeClock } from '../fake-clock.ts'
import { FakeShell } from '../fake-shell.ts'

const startMs = 1_700_000_000_000
const frameMs = 40

/** A group that plays at a rate; its selected tile shows the picture of half a second after the clock. */
function playing(rate: number) {
  const clock = new FakeClock()
  const shell = new FakeShell({})
  const group = new PlaybackGroup(startMs, {
    shell,
    holds: new PlaybackHolds(shell),
    clock,
    newestMs: () => Number.POSITIVE_INFINITY,
    loadHls: () => Promise.reject(new Error('nothing is played here')),
  })
  onTestFinished(() => group.dispose())
  const shownMs = startMs + 500
  const follow = vi.fn<PlaybackDriver['follow']>()
  const driver = {
    follow,
    observe: () => ({ state: 'PLAYING', shownMs }),
    namedFrameMs: frameMs,
    frameAt: () => undefined,
    map: undefined,
    playbackIds: [],
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it has is all that is asked of it
  vi.spyOn(group, 'driver').mockReturnValue(driver as unknown as PlaybackDriver)
  group.setFocus(1)
  group.clock.setRate(rate)
  group.clock.play()
  follow.mockClear()
  return { group, follow, shownMs }
}

it.each([-1, 8])(
  'what follows is led to the key frame that is seen, and nowhere else, by a pause at %s×',
  (rate) => {
    const { group, follow, shownMs } = playing(rate)
    group.pause()
    expect(follow.mock.calls).toEqual([[expect.objectContaining({ wallMs: shownMs, speed: 0 }), true]])
  },
)

it('a pause at a speed that a player has is where the clock is', () => {
  const { group, follow } = playing(1)
  group.pause()
  expect(follow.mock.calls).toEqual([[expect.objectContaining({ wallMs: startMs, speed: 0 }), false]])
})

it.each([
  [1, frameMs + frameMs / 4],
  [-1, -frameMs + frameMs / 4],
] as const)('a step by %s from key frames begins at the one that is seen', (direction, awayMs) => {
  const { group, follow, shownMs } = playing(-2)
  group.step(direction)
  expect(follow.mock.calls).toEqual([[expect.objectContaining({ wallMs: shownMs + awayMs, speed: 0 }), true]])
})
