import { expect, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import type { EventExportState, ExportEvents, WallEvent, WallEventTag } from '#contract/wall/events.ts'
import { eventDefaults } from '#main/core/events/defaults.ts'
import { EventExport } from '#main/core/events/event-export.ts'
import { EventExports, type EventExportsOptions } from '#main/core/events/event-exports.ts'
import { FakeTime } from '../support/fake-time.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const wish: ExportEvents = {
  query: { cameraIds: [], eventTypeIds: [], startMs: 0, endMs: 1e13, match: [] },
  format: 'ndjson',
  timeZone: 'Europe/Berlin',
}

const eventAt = (at: number): WallEvent => ({
  id: String(at),
  cameraId: 'cam-1',
  eventTypeId: 'sale-id',
  fields: { amount: at },
  timestampMs: Date.UTC(2026, 9, 25, 0, 30) + at * 1_800_000,
})

const sale: WallEventTag = { id: 'sale-id', name: 'sale', fields: [{ name: 'amount', type: 'decimal' }] }

function stand({
  tags = async () => ok([sale]),
  followsFiles = false,
  ...change
}: Partial<EventExportsOptions['calls'] & Pick<EventExportsOptions, 'tags' | 'followsFiles'>> = {}) {
  const time = new FakeTime()
  const states: EventExportState[] = []
  let pages = 0
  const exports = new EventExports({
    calls: {
      search: async ({ cursor }) => {
        pages += 1
        const from = Number(cursor ?? 0)
        return ok({
          events: [eventAt(from), eventAt(from + 1)],
          ...(from < 4 ? { nextCursor: String(from + 2) } : {}),
        })
      },
      ...change,
    },
    clock: time,
    timers: time,
    tags,
    cameras: () => [{ id: 'cam-1', name: 'Till', number: 3, group: '' }],
    onState: (state) => states.push(state),
    followsFiles,
  })
  async function begin(format: ExportEvents['format'] = 'ndjson') {
    return unwrap(await exports.begin({ ...wish, format }))
  }
  return { time, exports, states, begin, pages: () => pages }
}
const get = (path: string) => ({ method: 'GET', path })

test('a file is named after the day in the zone of its times', async () => {
  const { time, exports } = stand()
  time.setWall(Date.parse('2026-11-23T01:00Z') - time.wallMs())
  expect(await exports.begin({ ...wish, timeZone: 'America/Los_Angeles' })).toMatchObject({
    value: { fileName: 'events-2026-11-22.ndjson' },
  })
})

test('a file has every event, and is read once', async () => {
  const { exports, states, begin, pages } = stand()
  const { address, fileName } = await begin()
  expect(fileName).toBe('events-2026-11-21.ndjson')
  // 256 bits: whoever knows it can read the events.
  expect(address).toMatch(/^\/exports\/[\w-]{43}\/events/)
  expect(pages()).toBe(0)

  const answer = exports.handle(get(address))
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
  const lines = (await answer.text()).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ tag: 'sale', camera: 'Till', cameraNumber: 3 })
  expect(states.at(-1)).toMatchObject({ state: 'done', written: 6, isCutOff: false })
  expect(exports.handle(get(address)).status).toBe(404)
})

test('without its tags there is no file', async () => {
  const { exports, pages } = stand({ tags: async () => fail(wallError('unreachable')) })
  expect(await exports.begin(wish)).toEqual(fail(wallError('unreachable')))
  expect(pages()).toBe(0)
})

test('times say their offset, on both sides of a change of the clocks', async () => {
  const { exports, begin } = stand()
  const { address } = await begin('csv')
  const text = await exports.handle(get(address)).text()
  // 2026-10-25: at 01:00 UTC the clocks of Berlin go back from 03:00 to 02:00.
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    'time,epoch_ms,camera_number,camera,tag,event_id,amount,other_fields',
    '2026-10-25T02:30:00.000+02:00,1792888200000,3,Till,sale,0,0,',
    '2026-10-25T02:00:00.000+01:00,1792890000000,3,Till,sale,1,1,',
  ])
})

test('a page of the search is asked for when the file has taken the one before', async () => {
  const { exports, begin, pages } = stand()
  const { address } = await begin()
  const reader = exports.handle(get(address)).body?.getReader()
  await reader?.read()
  expect(pages()).toBeLessThanOrEqual(2)
  await reader?.cancel()
  expect(pages()).toBeLessThanOrEqual(2)
})

test('a failure breaks the file off: half a list must not look like a whole one', async () => {
  const { exports, states, begin } = stand({
    search: async ({ cursor }) =>
      cursor === undefined
        ? ok({ events: [eventAt(0)], nextCursor: '1' })
        : fail({ error: wallError('platform_failed'), maybeCarriedOut: true }),
  })
  const { address } = await begin()
  await expect(exports.handle(get(address)).text()).rejects.toThrow()
  expect(states.at(-1)).toMatchObject({ state: 'failed', error: { code: 'platform_failed' } })
})

test('cancelled by the page or by the browser, it ends and says so', async () => {
  const { exports, states, begin } = stand()
  const first = await begin()
  const answer = exports.handle(get(first.address))
  exports.cancel(first.exportId)
  await expect(answer.text()).rejects.toThrow()
  expect(states.at(-1)).toMatchObject({ exportId: first.exportId, state: 'cancelled' })
  const second = await begin()
  await exports.handle(get(second.address)).body?.cancel()
  expect(states.at(-1)).toMatchObject({ exportId: second.exportId, state: 'cancelled' })
})

test('where the shell hears of files, nothing is complete before its file is', async () => {
  const failure = wallError('storage_failed')
  for (const [state, expected] of [
    ['completed', { state: 'done', written: 6 }],
    ['interrupted', { state: 'failed', error: failure }],
    ['cancelled', { state: 'cancelled' }],
  ] as const) {
    const { time, exports, states, begin } = stand({ followsFiles: true })
    const { address } = await begin()
    await exports.handle(get(address)).text()
    expect(states.at(-1)).toMatchObject({ state: 'running', written: 6 })
    expect(exports.fileEnded(address, state, failure)).toBe(false)
    expect(states.at(-1)).toMatchObject(expected)
    expect(time.pending).toBe(0)
  }
})

test('a file that its disk does not take whole was not cancelled by anybody', async () => {
  const { exports, states, begin } = stand({ followsFiles: true })
  const { address } = await begin()
  const reader = exports.handle(get(address)).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(exports.fileEnded(address, 'interrupted', wallError('storage_failed'))).toBe(false)
  expect(states.at(-1)).toMatchObject({ state: 'failed', error: { code: 'storage_failed' } })
})

test('a file that its export has broken off is known to be', async () => {
  const { time, exports, states, begin } = stand({ followsFiles: true })
  const { address, exportId } = await begin()
  const answer = exports.handle(get(address))
  exports.cancel(exportId)
  await expect(answer.text()).rejects.toThrow()
  expect(exports.fileEnded(address, 'interrupted', wallError('storage_failed'))).toBe(true)
  expect(states.at(-1)).toMatchObject({ state: 'cancelled' })
  expect(time.pending).toBe(0)
})

test.each(['by whoever reads it', 'by whoever reads it, then by the operator'])(
  'broken off %s before its download begins, it is let go of: nobody tells what became of its file',
  async (by) => {
    const { time, exports, states, begin } = stand({ followsFiles: true })
    const { address, exportId } = await begin()
    const { body } = exports.handle(get(address))
    await time.advance(eventDefaults.export.openWithinMs - 1)
    await body?.cancel()
    if (by.endsWith('operator')) exports.cancel(exportId)
    await time.advance(eventDefaults.export.openWithinMs - 1)
    expect(exports.isRunning).toBe(true)
    await time.advance(1)
    expect(exports.isRunning).toBe(false)
    expect(states.at(-1)).toMatchObject({ exportId, state: 'cancelled' })
    expect(time.pending).toBe(0)
  },
)

test('a whole file may wait for as long as its operator looks for a place', async () => {
  const { time, exports, begin } = stand({ followsFiles: true })
  const { address } = await begin()
  await exports.handle(get(address)).text()
  await time.advance(eventDefaults.export.openWithinMs * 10)
  expect(exports.fileEnded(address, 'completed', wallError('storage_failed'))).toBe(false)
  expect(exports.isRunning).toBe(false)
})

test('an address that nobody opens is soon none', async () => {
  const { time, exports, begin } = stand()
  const { address } = await begin()
  await time.advance(eventDefaults.export.openWithinMs)
  expect(exports.handle(get(address)).status).toBe(404)
  expect(time.pending).toBe(0)
})

test('two downloads that a browser holds open leave its other connections to the footage', async () => {
  const { exports, begin } = stand()
  const held = [await begin(), await begin()].map(({ address }) => exports.handle(get(address)))
  expect(held.map(({ status }) => status)).toEqual([200, 200])
  expect(await exports.begin(wish)).toMatchObject({
    error: { message: '2 exports are running. Wait for one of them, or cancel it.' },
  })
  await held[0]?.body?.cancel()
  const atOnce = await Promise.all([exports.begin(wish), exports.begin(wish), exports.begin(wish)])
  expect(atOnce.map(({ ok: isBegun }) => isBegun)).toEqual([true, false, false])
})

test('only so many at a time, and only below its own address', async () => {
  const { exports, begin } = stand({ followsFiles: true })
  const { exportId, address } = await begin()
  expect(exports.handle({ method: 'POST', path: address }).status).toBe(404)
  expect(exports.handle(get(`/exports/${exportId.slice(1)}/x.csv`)).status).toBe(404)
  for (let more = 1; more < eventDefaults.export.atATime.followed; more += 1) await begin()
  expect(await exports.begin(wish)).toMatchObject({ error: { code: 'bad_request' } })
})

test('a zone that nobody knows is refused in words', async () => {
  const { exports } = stand()
  expect(await exports.begin({ ...wish, timeZone: 'Mars/Base' })).toMatchObject({
    error: { message: 'Mars/Base is not a time zone. Choose one such as Europe/Berlin.' },
  })
})

test('events that cannot be read are counted', async () => {
  const { exports, states, begin } = stand({
    search: async ({ cursor }) =>
      ok({ events: [eventAt(0)], ...(cursor === undefined ? { nextCursor: '1' } : {}), unread: 2 }),
  })
  const { address } = await begin('csv')
  await exports.handle(get(address)).text()
  expect(states.at(-1)).toMatchObject({ state: 'done', written: 2, unread: 4 })
})

test('at its limit it ends, and says that there are more', async () => {
  const states: EventExportState[] = []
  const limited = new EventExport({
    exportId: 'x',
    fileName: 'x.csv',
    query: wish.query,
    writer: { head: () => '', rows: (events) => events.map(({ id }) => `${id}\n`).join('') },
    atMost: 3,
    contentType: 'text/csv',
    calls: { search: async () => ok({ events: [eventAt(0), eventAt(1)], nextCursor: 'on' }) },
    clock: new FakeTime(),
    followsFiles: false,
    onState: (state) => states.push(state),
    onEnd: () => {},
  })
  expect(await limited.open()?.text()).toBe('0\n1\n0\n')
  expect(states.at(-1)).toMatchObject({ state: 'done', written: 3, isCutOff: true })
  expect(states.at(-1)?.error?.message).toContain('Only the first 3 events are in the file')
})
