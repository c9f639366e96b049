import { describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { ReceiptController } from '#renderer/events/receipts/receipt-controller.ts'
import { settle } from '../fake-clock.ts'
import { camerasUpTo } from '../fake-shell.ts'
import { pageParts } from '../page-parts.ts'
import { eventOf, tagsOf } from './event-of.ts'

const platformMs = 1_800_000_000_000

interface Clocks {
  /** Of this computer. */
  readonly aheadMs?: number
  readonly recorderAheadMs?: number
  /** What its footage says of the picture, in playback. */
  readonly shownMs?: number
}

/** What lies over a live picture, or one of the past; events by their ids and the time that is written at them. */
async function open(
  stored: readonly WallEvent[],
  { aheadMs = 0, recorderAheadMs = 0, shownMs }: Clocks = {},
) {
  const parts = pageParts({
    tiles: 1,
    cameras: camerasUpTo(1).map((camera) => ({ ...camera, clockOffsetMs: recorderAheadMs })),
    nowMs: platformMs + aheadMs,
    skewMs: -aheadMs,
    answers: {
      'events.tags': tagsOf('sale'),
      'events.search': ({ startMs, endMs }) =>
        ok({ events: stored.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs < endMs) }),
    },
  })
  const { clock, shell, live, wall, playback } = parts
  wall.actions.setReceipt(0, { isShown: true })
  live.set(0, { state: 'LIVE', shownCameraId: 'camera-1', delayMs: 300 })
  const eventController = new EventController({
    shell,
    clockOffsetsMs: () => ({}),
    cameraClockOffsetMs: (id) => wall.getState().cameraById.get(id)?.clockOffsetMs,
    isVisible: () => true,
  })
  await settle()
  if (shownMs !== undefined) playback.setState({ tiles: [0] })
  const receipts = new ReceiptController({
    ...parts,
    eventController,
    pictures: {
      observe: () => ({ state: 'PLAYING', shownMs, untilMs: undefined, reason: undefined, isQuiet: false }),
    },
  })
  onTestFinished(() => receipts.dispose())
  await settle()
  clock.advance(1_000)
  const shown = () => {
    const { aheadMs: clockAheadMs, receipts: over } = receipts.observe(0)
    return over.map(
      ({ event }) => `${event.id} ${eventController.pictureMsOf(event) - clockAheadMs - platformMs}`,
    )
  }
  return { ...parts, shown }
}

const shown = async (...given: Parameters<typeof open>) => (await open(...given)).shown()

describe('receipts of a tile', () => {
  const sales = [eventOf('now', platformMs - 2_000), eventOf('before', platformMs - 62_000)]

  it('are asked for no more often where a flood leaves some out, and have them soon', async () => {
    const { clock, shell } = await open(sales)
    const asked = () => shell.inputsOf('events.search').length
    const before = asked()
    for (let chunk = 1; chunk <= 40; chunk += 1) {
      shell.push('events.arrived', { chunk, events: [], skipped: 100 })
      clock.advance(100)
      await settle()
    }
    expect(asked()).toBe(before)
    clock.advance(1_100)
    await settle()
    expect(asked()).toBeGreaterThan(before)
  })

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

  it('stay, and are not asked for again, when a setting changes that is not of theirs', async () => {
    const page = await open(sales)
    const asked = page.shell.inputsOf('events.search').length
    const { settings } = page.session.getState()
    page.session.actions.setSettings({ ...structuredClone(settings), alarmSound: false })
    page.clock.advance(1_000)
    expect(page.shown()).toEqual(['now -2000'])
    expect(page.shell.inputsOf('events.search')).toHaveLength(asked)
  })
})
