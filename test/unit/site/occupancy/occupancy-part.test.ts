import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type OccupancyEvent,
  occupancyReportRequest,
  type OccupancyReportWish,
} from '#contract/platform/occupancy.ts'
import { siteDefaults } from '#site/defaults.ts'
import { OccupancyPart } from '#site/occupancy/occupancy-part.ts'
import { prepareOccupancyDatabase } from '#site/store/occupancy-database.ts'
import { CallThread, ThreadCallFailed } from '#site/threads/call-thread.ts'
import { FakeClock } from '../fake-clock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const named = (id: string) => ({ id, name: id, cameraIds: [] })
const from = (id: string, hour: string) => ({
  id,
  name: `From ${hour}`,
  timezone: 'UTC',
  rules: [{ date: '2026-11-20', from: hour, until: '20:00' }],
})

/** Two doors and two zones, with the thread that writes and the one that reads; it is noon. */
function openPart() {
  const dir = tempDir()
  const clock = new FakeClock()
  prepareOccupancyDatabase({ dir, clock })
  const part = new OccupancyPart({ dir, clock, log: pino({ level: 'silent' }) })
  let isOpen = true
  const close = async () => {
    if (isOpen) await part.dispose()
    isOpen = false
  }
  onTestFinished(close)
  part.saveDictionaries('shop', {
    entrances: [named('door'), named('gate')],
    zones: [named('hall'), named('yard')],
    schedules: [from('early', '09:00'), from('late', '11:30')],
  })
  const insert = async (events: readonly OccupancyEvent[]) =>
    (await part.insert('shop', events)).map((one) => (one.ok ? 'stored' : one.error.message))
  const report = (wish: Partial<OccupancyReportWish>) =>
    part.report(
      'shop',
      occupancyReportRequest.parse({
        entrancesAndExits: ['door'],
        timeRange: { start: clock.nowMs - hourMs, end: clock.nowMs },
        ...wish,
      }),
    )
  return { part, clock, insert, report, close }
}

describe('what is counted', () => {
  it('is judged one by one: a line passes people and a zone counts them, each once an instant', async () => {
    const { part, clock, insert } = openPart()
    const timestamp = clock.nowMs - hourMs
    const results = await insert([
      { type: 'ENTRANCE', id: 'door', timestamp },
      { type: 'EXIT', id: 'door', timestamp },
      { type: 'ENTRANCE', id: 'gate', timestamp },
      { type: 'ENTRANCE', id: 'door', timestamp: timestamp + 1 },
      { type: 'COUNT', id: 'hall', count: 3, timestamp },
      { type: 'COUNT', id: 'hall', count: 4, timestamp },
      { type: 'ENTRANCE', id: 'door', timestamp },
      { type: 'ENTRANCE', id: 'hall', timestamp },
      { type: 'COUNT', id: 'door', count: 1, timestamp },
      { type: 'EXIT', id: 'nobody', timestamp },
      { type: 'ENTRANCE', id: 'door', timestamp: clock.nowMs - 401 * dayMs },
    ])
    const line = 'id: has to be the id of an entrance or exit.'
    expect(results).toEqual([
      ...Array.from({ length: 6 }, () => 'stored'),
      'count: is to say how many passed: this line, direction and instant stand in this request already.',
      line,
      'id: has to be the id of a counting zone.',
      line,
      'timestamp: is longer ago than the 400 days that events are kept.',
    ])
    expect([part.newestMs('shop'), part.newestMs('other')]).toEqual([timestamp + 1, undefined])
  })

  it('is refused without being written where nothing of it is right', async () => {
    const { insert, part } = openPart()
    expect(await insert([{ type: 'EXIT', id: 'nobody', timestamp: 0 }])).toEqual([
      'id: has to be the id of an entrance or exit.',
    ])
    expect(part.newestMs('shop')).toBeUndefined()
  })

  it('is refused in words on a full disk, and nothing else that fails is taken for one', async () => {
    const { part, clock } = openPart()
    const ask = vi.spyOn(CallThread.prototype, 'ask')
    const event = { type: 'ENTRANCE', id: 'door', timestamp: clock.nowMs } as const
    const send = () => part.insert('shop', [event, { ...event, id: 'nobody' }])
    const refused = { ok: false, error: { code: 'invalid_value' } }
    ask.mockRejectedValueOnce(new ThreadCallFailed({ message: 'full', code: 'SQLITE_FULL' }))
    expect(await send()).toMatchObject([{ ok: false, error: { code: 'storage_full' } }, refused])
    ask.mockRejectedValueOnce(new ThreadCallFailed({ message: 'damaged', code: 'SQLITE_CORRUPT' }))
    await expect(send()).rejects.toThrow('damaged')
    expect(await send()).toMatchObject([{ ok: true }, refused])
  })

  it('is removed by itself when it is older than it is kept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { clock, insert, report, close } = openPart()
    const start = clock.nowMs
    await insert([
      { type: 'ENTRANCE', id: 'door', timestamp: start },
      { type: 'ENTRANCE', id: 'door', timestamp: start + 20 * hourMs },
    ])
    const entrances = async () => {
      const made = await report({ timeRange: { start, end: start + 2 * dayMs } })
      return made.ok && made.value.buckets.reduce((sum, bucket) => sum + bucket.entrances, 0)
    }
    clock.nowMs = start + 400 * dayMs + 10 * hourMs
    expect(await entrances()).toBe(2)
    clock.setAheadMs = dayMs
    vi.advanceTimersByTime(siteDefaults.occupancy.sweepEveryMs)
    clock.setAheadMs = 0
    await insert([{ type: 'ENTRANCE', id: 'door', timestamp: clock.nowMs - 1 }])
    expect(await entrances()).toBe(1)
    vi.advanceTimersByTime(siteDefaults.occupancy.sweepEveryMs)
    // What is asked of the thread next waits for that.
    await insert([{ type: 'ENTRANCE', id: 'door', timestamp: clock.nowMs }])
    expect(await entrances()).toBe(1)
    await close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

/** Two by the door and one by the gate, five in the hall and one in the yard. */
async function openCounted() {
  const opened = openPart()
  const timestamp = opened.clock.nowMs - 2 * hourMs
  await opened.insert([
    { type: 'ENTRANCE', id: 'door', count: 2, timestamp },
    { type: 'ENTRANCE', id: 'gate', timestamp },
    { type: 'COUNT', id: 'hall', count: 5, timestamp },
    { type: 'COUNT', id: 'yard', count: 1, timestamp },
  ])
  return opened
}

describe('a report', () => {
  it.each<[string, OccupancyReportWish['entrancesAndExits'], number]>([
    ['a line', ['door'], 2],
    ['a zone', ['hall'], 5],
    ['lines and zones, each once', ['door', 'hall', 'door', 'gate', 'hall'], 8],
  ])('is of %s', async (_what, entrancesAndExits, maximum) => {
    const { report } = await openCounted()
    expect(await report({ entrancesAndExits })).toMatchObject({ ok: true, value: { maximum } })
  })

  it.each<[string, Partial<OccupancyReportWish>, { rule: string; value: number }[]]>([
    ['a number', { resetToValue: 9, resetZoneIds: ['hall'] }, [{ rule: 'DAY 11:00', value: 9 }]],
    [
      'what zones count',
      { resetValueMode: 'BY_ZONE_COUNTING', resetZoneIds: ['hall', 'yard', 'hall'] },
      [{ rule: 'DAY 11:00', value: 6 }],
    ],
    [
      'a number by the hours of a schedule',
      { resetMode: 'SCHEDULE', resetScheduleId: 'late', resetToValue: 4 },
      [{ rule: 'SCHEDULE From 11:30', value: 4 }],
    ],
  ])('is reset to %s', async (_what, wish, resets) => {
    const { report } = await openCounted()
    expect(await report({ resetTime: '11', ...wish })).toMatchObject({ ok: true, value: { resets } })
  })

  it('ends now, however far its range goes', async () => {
    const { clock, report } = openPart()
    const made = await report({ timeRange: { start: clock.nowMs - hourMs, end: clock.nowMs + hourMs } })
    expect(made.ok && made.value.buckets.at(-1)?.end).toBe(clock.nowMs)
  })

  it('that nobody counts for, or that lies ahead, is refused by the member at fault', async () => {
    const { clock, report } = openPart()
    expect(await report({ entrancesAndExits: ['door', 'early'] })).toEqual({
      ok: false,
      error: {
        code: 'invalid_value',
        field: 'entrancesAndExits.1',
        message: 'entrancesAndExits.1: has to be the id of an entrance or exit, or of a counting zone.',
      },
    })
    const start = clock.nowMs + hourMs
    expect(await report({ timeRange: { start, end: start + 1 } })).toEqual({
      ok: false,
      error: {
        code: 'range_in_future',
        field: 'timeRange.start',
        message: 'timeRange.start: lies in the future.',
      },
    })
  })

  it('is of the dictionaries as they were saved last', async () => {
    const { part, report } = await openCounted()
    part.saveDictionaries('shop', { ...part.dictionariesOf('shop'), entrances: [] })
    expect(await report({})).toMatchObject({ ok: false, error: { field: 'entrancesAndExits.0' } })
    expect(part.dictionariesOf('shop').zones.map(({ id }) => id)).toEqual(['hall', 'yard'])
    // Who passed a line of that name is not in the zone.
    part.saveDictionaries('shop', { ...part.dictionariesOf('shop'), zones: [named('door')] })
    expect(await report({})).toMatchObject({ ok: true, value: { maximum: 0 } })
  })
})
