import { describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { ReceiptController } from '#renderer/events/receipts/receipt-controller.ts'
import { PlatformClock } from '#renderer/wall/platform-clock.ts'
import { createPlaybackStore } from '#renderer/wall/playback-store.ts'
import { emptyDocument } from '#renderer/wall/wall-document.ts'
import { createWallStore } from '#renderer/wall/wall-store.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { camerasUpTo, FakeShell } from '../fake-shell.ts'
import { skewedSession } from '../skewed-session.ts'
import { eventOf } from './event-of.ts'

const platformMs = 1_800_000_000_000

interface Clocks {
  /** Of this computer. */
  readonly aheadMs?: number
  readonly recorderAheadMs?: number
  /** What its footage says of the picture, in playback. */
  readonly shownMs?: number
}

/** What lies over a live picture, or one of the past; events by their ids and the time that is written at them. */
async function shown(
  stored: readonly WallEvent[],
  { aheadMs = 0, recorderAheadMs = 0, shownMs }: Clocks = {},
) {
  const clock = new FakeClock(platformMs + aheadMs)
  const session = skewedSession(-aheadMs)
  const shell = new FakeShell({
    'events.tags': () => ok({ source: 'platform', tags: [{ id: 'sale', name: 'sale', fields: [] }] }),
    'events.search': ({ startMs, endMs }) =>
      ok({ events: stored.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs) }),
  })
  const cameras = camerasUpTo(1).map((camera) => ({ ...camera, clockOffsetMs: recorderAheadMs }))
  const wall = createWallStore(emptyDocument(1), cameras)
  wall.actions.setReceipt(0, { isShown: true })
  const live = new FakeLiveWall()
  live.set(0, { state: 'LIVE', shownCameraId: 'camera-1', delayMs: 300 })
  const eventController = new EventController({
    shell,
    clockOffsetsMs: () => ({}),
    cameraClockOffsetMs: (id) => wall.getState().cameraById.get(id)?.clockOffsetMs,
    isVisible: () => true,
  })
  await settle()
  const playback = createPlaybackStore()
  if (shownMs !== undefined) playback.setState({ tiles: [0] })
  const receipts = new ReceiptController({
    wall,
    session,
    shell,
    eventController,
    live,
    playback,
    pictures: {
      observe: () => ({ state: 'PLAYING', shownMs, untilMs: undefined, reason: undefined, isQuiet: false }),
    },
    clock,
    platformClock: new PlatformClock(clock, session),
  })
  onTestFinished(() => receipts.dispose())
  await settle()
  clock.advance(1_000)
  const { aheadMs: clockAheadMs, receipts: over } = receipts.look(0)
  return over.map(
    ({ event }) => `${event.id} ${eventController.pictureMsOf(event) - clockAheadMs - platformMs}`,
  )
}

describe('receipts of a tile', () => {
  const sales = [eventOf('now', platformMs - 2_000), eventOf('before', platformMs - 62_000)]

  it.each([60_000, 0, -60_000])('are of now, by a computer whose clock is %s ms ahead', async (aheadMs) => {
    expect(await shown(sales, { aheadMs })).toEqual(['now -2000'])
  })

  it.each([20_000, -20_000])(
    'are of now, whatever clock the recorder of the camera has: %s ms',
    async (ms) => {
      expect(await shown(sales, { recorderAheadMs: ms })).toEqual(['now -2000'])
    },
  )

  it('are found in the past where its recorder has them', async () => {
    const shownMs = platformMs - 61_000 - 20_000
    expect(await shown(sales, { recorderAheadMs: -20_000, shownMs })).toEqual(['before -82000'])
    expect(await shown(sales, { recorderAheadMs: 20_000, shownMs })).toEqual([])
  })
})
