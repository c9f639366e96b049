import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { WallEvent } from '#contract/wall/events.ts'
import { eventDefaults } from '#renderer/events/defaults.ts'
import { EventController } from '#renderer/events/event-controller.ts'
import { receiptEventsOf } from '#renderer/events/receipts/receipt-events.ts'
import { FakeClock, settle } from '../fake-clock.ts'
import { FakeShell } from '../fake-shell.ts'
import { eventOf } from './event-of.ts'

const { stretchMs, retryMs } = eventDefaults.receipts
const startMs = 30_000_000 * stretchMs

async function open(stored: readonly WallEvent[], offsets: Record<string, number> = {}, mostAPage = 1_000) {
  const clock = new FakeClock(startMs)
  const site = { isUp: true }
  const shell = new FakeShell({
    'events.tags': () =>
      ok({
        source: 'platform',
        tags: ['sale', 'door'].map((id) => ({ id, name: id, fields: [] })),
      }),
    'events.search': ({ startMs: from, endMs, eventTypeIds, limit, cursor = '0' }) => {
      if (!site.isUp) return fail(wallError('unreachable'))
      const found = stored.filter(
        ({ timestampMs, eventTypeId }) =>
          timestampMs >= from &&
          timestampMs < endMs &&
          (eventTypeIds.length === 0 || eventTypeIds.includes(eventTypeId)),
      )
      const until = Number(cursor) + Math.min(limit, mostAPage)
      const events = found.slice(Number(cursor), until)
      return ok(until < found.length ? { events, nextCursor: String(until) } : { events })
    },
  })
  const eventController = new EventController({ shell, clockOffsetsMs: () => offsets, isVisible: () => true })
  await settle()
  const events = receiptEventsOf({ shell, eventController, clock })
  const idsBetween = async (fromMs: number, untilMs: number) => {
    events.prepare('camera-1', fromMs, untilMs)
    await settle()
    return events.between('camera-1', fromMs, untilMs).map(({ id }) => id)
  }
  return { clock, site, shell, events, idsBetween }
}

describe('what receipts are made of', () => {
  it('is asked for once a stretch, and cut out to the instant', async () => {
    const { shell, idsBetween } = await open([eventOf('a', startMs + 10), eventOf('b', startMs + 20)])
    expect(await idsBetween(startMs, startMs + 20)).toEqual(['a'])
    expect(await idsBetween(startMs + 15, startMs + 30)).toEqual(['b'])
    expect(shell.inputsOf('events.search')).toHaveLength(1)
    await idsBetween(startMs - 5, startMs + 5)
    expect(shell.inputsOf('events.search')).toHaveLength(2)
  })

  it('is all of a busy minute, page by page', async () => {
    const busy = Array.from({ length: 1_234 }, (_, at) => eventOf(String(at), startMs + at))
    const { shell, events, idsBetween } = await open(busy)
    await idsBetween(startMs, startMs + stretchMs)
    expect(events.between('camera-1', startMs, startMs + stretchMs)).toHaveLength(1_234)
    expect(shell.inputsOf('events.search')).toHaveLength(3)
  })

  it('is all of a busy minute where the platform gives small pages', async () => {
    const sorted = Array.from({ length: 4_800 }, (_, at) => eventOf(String(at), startMs + at * 12.5))
    const { events, idsBetween } = await open(sorted, {}, 100)
    await idsBetween(startMs, startMs + stretchMs)
    expect(events.between('camera-1', startMs + 59_000, startMs + stretchMs)).toHaveLength(80)
    expect(events.errorOf('camera-1', startMs, startMs + stretchMs)).toBeUndefined()
  })

  it.each([
    ['are more than are kept', 500, 10, 5_000],
    ['come in pages without end', 1, 100, 100],
  ])('says that some are missing where they %s, and asks for no more', async (_, mostAPage, asked, count) => {
    const stored = Array.from({ length: 5_001 }, (_event, at) => eventOf(String(at), startMs + at))
    const { clock, shell, events, idsBetween } = await open(stored, {}, mostAPage)
    await idsBetween(startMs, startMs + stretchMs)
    clock.advance(retryMs)
    await idsBetween(startMs, startMs + stretchMs)
    expect(events.errorOf('camera-1', startMs, startMs + stretchMs)?.exact).toEqual({
      code: 'receipts_cut',
      values: { count },
    })
    expect(shell.inputsOf('events.search')).toHaveLength(asked)
  })

  it('is asked for a few stretches at a time, the others when those are answered', async () => {
    const { shell, events } = await open([])
    const { atATime } = eventDefaults.receipts
    const { promise, resolve } = Promise.withResolvers<unknown>()
    shell.answers['events.search'] = () => promise as never
    const look = () => {
      for (let camera = 1; camera <= 36; camera += 1) events.prepare(`camera-${camera}`, startMs, startMs + 1)
    }
    look()
    look()
    await settle()
    expect(shell.inputsOf('events.search')).toHaveLength(atATime)
    resolve(ok({ events: [] }))
    await settle()
    look()
    await settle()
    const asked = shell.inputsOf('events.search').flatMap(({ cameraIds }) => cameraIds)
    expect(new Set(asked).size).toBe(2 * atATime)
  })

  it.each([
    ['fail', fail(wallError('timeout'))],
    ['are in doubt again', ok({ events: [] })],
  ])('is asked for before what is asked for again, where late answers %s', async (_, answer) => {
    const { clock, shell, events } = await open([])
    shell.answers['events.search'] = () =>
      new Promise((resolve) => void clock.after(8_000, () => resolve(answer))) as never
    for (let seconds = 0; seconds < 120; seconds += 1) {
      events.doubt()
      for (let camera = 1; camera <= 36; camera += 1) events.prepare(`camera-${camera}`, startMs, startMs + 1)
      await clock.pass(1_000)
    }
    expect(new Set(shell.inputsOf('events.search').flatMap(({ cameraIds }) => cameraIds)).size).toBe(36)
  })

  it('is asked for at once when it is to be forgotten, whatever calls are open', async () => {
    const { shell, events } = await open([])
    const { atATime } = eventDefaults.receipts
    shell.answers['events.search'] = () => new Promise(() => undefined) as never
    for (let times = 0; times < 2; times += 1) {
      events.forget()
      for (let camera = 1; camera <= atATime; camera += 1) {
        events.prepare(`camera-${camera}`, startMs, startMs + 1)
      }
      await settle()
    }
    expect(shell.inputsOf('events.search')).toHaveLength(2 * atATime)
  })

  it('takes in what arrives, each once', async () => {
    const { events, idsBetween } = await open([eventOf('a', startMs + 10)])
    await idsBetween(startMs, startMs + 100)
    events.arrived([eventOf('a', startMs + 10), eventOf('late', startMs + 5)])
    expect(await idsBetween(startMs, startMs + 100)).toEqual(['a', 'late'])
  })

  it('is asked for again when it is in doubt, and stays until the answer', async () => {
    const stored = [eventOf('a', startMs + 10)]
    const { clock, shell, events, idsBetween } = await open(stored)
    await idsBetween(startMs, startMs + 100)
    stored.push(eventOf('missed', startMs + 20))
    events.doubt()
    // Also where the clock is set back meanwhile.
    clock.advance(-3_600_000)
    expect(events.between('camera-1', startMs, startMs + 100)).toHaveLength(1)
    await settle()
    expect(await idsBetween(startMs, startMs + 100)).toEqual(['a', 'missed'])
    expect(shell.inputsOf('events.search')).toHaveLength(2)
  })

  it('says why it is not known, and is asked for again after a while', async () => {
    const { clock, site, events, idsBetween } = await open([eventOf('a', startMs + 10)])
    site.isUp = false
    expect(await idsBetween(startMs, startMs + 100)).toEqual([])
    expect(events.errorOf('camera-1', startMs, startMs + 100)?.code).toBe('unreachable')
    site.isUp = true
    expect(await idsBetween(startMs, startMs + 100)).toEqual([])
    clock.advance(retryMs)
    expect(await idsBetween(startMs, startMs + 100)).toEqual(['a'])
    expect(events.errorOf('camera-1', startMs, startMs + 100)).toBeUndefined()
  })

  it('is looked for at the time that each source calls it', async () => {
    const hourMs = 3_600_000
    const stored = [
      eventOf('door', startMs + 5, { eventTypeId: 'door' }),
      eventOf('sale', startMs + 10 + hourMs),
    ]
    const { idsBetween } = await open(stored, { 'sale camera-1': hourMs })
    expect((await idsBetween(startMs, startMs + 100)).sort()).toEqual(['door', 'sale'])
  })
})
