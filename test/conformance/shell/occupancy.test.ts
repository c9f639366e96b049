import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { occupancyDefinitionSchema, type OccupancyDictionaries } from '#contract/wall/occupancy.ts'
import { Counted } from '../../e2e/occupancy/counted.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { type EventsStage, eventsStage, startEventsStage } from './events-stage.ts'
import { endAll } from '#test/stand/end-all.ts'

const minuteMs = 60_000
const run = promisify(execFile)
const siteEntry = resolve(import.meta.dirname, '../../../src-site/main.ts')

let site: TestSite
let stage: EventsStage
let known: OccupancyDictionaries
let counted: Counted
const nowMs = Date.now()
/** Two to three hours ago: nothing is reset while the test counts. */
const resetTime = String(new Date(nowMs - 120 * minuteMs).getUTCHours()).padStart(2, '0')
const hour = { startMs: nowMs - 60 * minuteMs, endMs: nowMs }
const ofDoor = (at = 0) =>
  occupancyDefinitionSchema.parse({ entrancesAndExits: [known.entrances?.[at]?.id ?? ''], resetTime })

beforeAll(async () => {
  site = await startSite({ withMediaServer: false, cameras: 4 })
  stage = await startEventsStage(site)
  known = await stage.call('occupancy.dictionaries', undefined)
  counted = await Counted.of(site)
  const id = known.entrances?.[0]?.id ?? ''
  await counted.insert(
    ...[40, 30, 20].map((ago) => ({ type: 'ENTRANCE' as const, id, timestamp: nowMs - ago * minuteMs })),
    { type: 'EXIT', id, timestamp: nowMs - 10 * minuteMs },
  )
})
afterAll(() => endAll(stage, site))

describe('a wall on the local site', () => {
  test('knows what is counted, by name, with cameras, and the schedules with their rules', () => {
    expect(known.entrances?.[0]).toMatchObject({ name: expect.any(String), cameraIds: expect.any(Array) })
    expect(known.zones?.length).toBeGreaterThan(0)
    expect(known.schedules?.[0]).toMatchObject({ timezone: expect.any(String), rules: [expect.anything()] })
  })

  test('reads a report with its curve and its maximum', async () => {
    const answer = await stage.call('occupancy.report', { definition: ofDoor(), range: hour })
    expect(answer).toMatchObject({ maximum: 3, maximumAtMs: nowMs - 20 * minuteMs })
    // 0 for 20 minutes, 1 and 2 for 10 each, 3 for 10, 2 for 10.
    expect(answer.average).toBeCloseTo((1 + 2 + 3 + 2) / 6, 1)
    expect(answer.buckets?.length).toBeGreaterThan(10)
    expect(answer.buckets?.at(-1)).toMatchObject({ average: 2, entrances: 0 })
  })

  test('is told its resets with the rule that made them', async () => {
    const range = { startMs: nowMs - 240 * minuteMs, endMs: nowMs }
    const { resets } = await stage.call('occupancy.report', { definition: ofDoor(), range })
    expect(resets?.at(-1)).toMatchObject({ value: 0, rule: `DAY ${resetTime}:00` })
  })

  test('is told which member is refused, in the words of the platform', async () => {
    const definition = { ...ofDoor(), entrancesAndExits: ['nobody'] }
    const page = { id: 'page-1', monitor: 1 }
    const answer = await stage.wall.handlers['occupancy.report']({ definition, range: hour }, page)
    expect(answer).toMatchObject({ ok: false, error: { code: 'refused', member: 'entrancesAndExits.0' } })
    expect(answer.ok ? '' : answer.error.message).toContain('has to be the id of an entrance or exit')
  })

  test('follows what a page shows, and is told how many are there now', async () => {
    const watch = { definition: ofDoor(), window: { lengthMs: 60 * minuteMs } }
    await stage.call('occupancy.watch', { watches: [{ reportId: 'door', ...watch }], isVisible: true })
    const reading = await stage.pushed('occupancy.reading', ({ now }) => now !== undefined)
    expect(reading).toMatchObject({ reportId: 'door', now: 2, answer: { maximum: 3 } })
    expect(reading.trend.at(-1)?.value).toBe(2)
    expect(reading.trend.length).toBeGreaterThan(10)
    await stage.call('occupancy.watch', { watches: [], isVisible: true })
  })

  test('sends the credential that was set for reports, and that alone; a wrong one is not the key’s fault', async () => {
    const { stdout } = await run(process.execPath, [siteEntry, '--data', site.dataDir, 'jwt'])
    const ask = () => stage.call('occupancy.report', { definition: ofDoor(), range: hour })
    const set = (credential: string) => stage.call('occupancy.setCredential', { credential })
    expect(await set('nobody-knows-this')).toEqual({ isSet: true })
    await expect(ask()).rejects.toThrow(/^key_rejected: .*credential for occupancy reports/)
    expect((await stage.call('wall.hello', undefined)).connection.key.state).toBe('present')
    await set(stdout.trim())
    expect(await ask()).toMatchObject({ maximum: 3 })
    expect(await stage.call('occupancy.clearCredential', undefined)).toEqual({ isSet: false })
    expect(await ask()).toMatchObject({ maximum: 3 })
  })
})

test('a platform without any of it has none, and nothing is broken', async () => {
  const paths = {
    occupancyReport: '/v1/none',
    dictionaryEntrances: '/v1/none',
    dictionaryZones: '/v1/none',
    dictionarySchedules: '/v1/none',
  }
  const without = await eventsStage(site, { paths })
  expect(await without.call('occupancy.dictionaries', undefined)).toEqual({})
  const asked = without.call('occupancy.report', { definition: ofDoor(), range: hour })
  await expect(asked).rejects.toThrow(/^occupancy_unavailable/)
  const { connection } = await without.call('wall.hello', undefined)
  expect([connection.reach, connection.lastError]).toEqual(['ok', undefined])
})
