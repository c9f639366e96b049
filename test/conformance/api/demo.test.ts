import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import type { PathName } from '#contract/platform/calls.ts'
import { eventTagsResponse, searchEventsResponse } from '#contract/platform/events.ts'
import { entrancesResponse, schedulesResponse, zonesResponse } from '#contract/platform/dictionaries.ts'
import { type OccupancyReport, occupancyReportResponse } from '#contract/platform/occupancy.ts'
import { SiteDidNotStart, startSite, type TestSite } from '../start-site.ts'
import { ask, bearer, post as postTo } from './requests.ts'
import { sharedDir, tempDir } from '#test/stand/temp-dir.ts'

const DAY_MS = 86_400_000

/** Resolves with how many of these were added once the history is there. */
async function filled(site: TestSite, part: 'demo events' | 'demo occupancy'): Promise<number> {
  return Number(/\d+/.exec(await site.reported(part))?.[0])
}

async function clientOf(site: TestSite) {
  const key = await site.apiKey()
  const get = async (path: PathName) =>
    (await ask(site.baseUrl + defaultPaths[path], { headers: bearer(key) })).json
  const post = (path: PathName, body: unknown) => postTo(site.baseUrl + defaultPaths[path], body, key)
  return {
    get,
    post,
    report: async (entrancesAndExits: readonly string[], days: number): Promise<OccupancyReport> => {
      const end = Date.now()
      const timeRange = { start: end - days * DAY_MS, end }
      const wish = {
        entrancesAndExits,
        timeRange,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }
      const answer = await post('occupancyReport', { ...wish, resetTime: '03' })
      return occupancyReportResponse.parse(answer.json)
    },
  }
}

test('the first start fills a month of events and weeks of counts, the second only what is missing', {
  tags: 'long',
}, async () => {
  // Cameras 1 and 2 alone: a door and the scale.
  const options = { withMediaServer: false, cameras: 2, dataDir: tempDir(), demoEvents: true }
  const first = await startSite(options)
  expect(await filled(first, 'demo events')).toBeGreaterThan(30_000)
  expect(await filled(first, 'demo occupancy')).toBeGreaterThan(40_000)
  await first.stop()

  const second = await startSite(options)
  onTestFinished(async () => void (await second.stop()))
  expect(await filled(second, 'demo events')).toBeLessThan(500)
  expect(await filled(second, 'demo occupancy')).toBeLessThan(2_000)

  const { get, post, report } = await clientOf(second)
  const tags = eventTagsResponse.parse(await get('eventTags')).items
  const nowMs = Date.now()
  const range = { orgId: second.account.orgId, start: 0, end: nowMs }
  const oldest = searchEventsResponse.parse(
    (await post('eventSearch', { ...range, order: 'asc', limit: 200 })).json,
  ).events
  expect(oldest[0]?.timestamp).toBeLessThan(nowMs - 29 * DAY_MS)
  const known = new Set(tags.map(({ id }) => id))
  expect(
    oldest.every(({ eventTypeId, cameraId }) => known.has(eventTypeId) && /^cam-0[12]$/.test(cameraId)),
  ).toBe(true)

  const shop = await report(['main-entrance', 'reception-door'], 21)
  expect(shop.maximum).toBeGreaterThan(20)
  expect(shop.buckets.reduce((sum, { entrances: came }) => sum + came, 0)).toBeGreaterThan(5_000)
  const noonOf = await report(['canteen'], 7)
  expect(new Date(noonOf.maximumAt).getHours()).toBeOneOf([11, 12, 13])
})

describe('dictionaries', () => {
  const dataDir = sharedDir()
  const options = { withMediaServer: false, cameras: 5, dataDir }

  test('are there without demo events, too, though nobody comes', { tags: 'long' }, async () => {
    const site = await startSite(options)
    const demonstration = await clientOf(site)
    const entrances = entrancesResponse.parse(await demonstration.get('dictionaryEntrances')).items
    expect(entrances.length).toBeGreaterThan(2)
    expect(entrances.map(({ id, cameraIds }) => [id, cameraIds])).toContainEqual(['turnstiles', ['cam-05']])
    const zones = zonesResponse.parse(await demonstration.get('dictionaryZones')).items
    expect(zones.length).toBeGreaterThan(0)
    expect(zones.every(({ capacity = 0 }) => capacity > 0)).toBe(true)
    expect(schedulesResponse.parse(await demonstration.get('dictionarySchedules')).items).toHaveLength(2)
    expect(await demonstration.report(['main-entrance', 'canteen'], 28)).toMatchObject({
      average: 0,
      maximum: 0,
    })
    await site.stop()
  })

  test('of a file take the place of the demonstration’s, and count what is sent', async () => {
    // The demonstration's have been in the folder before.
    await (await startSite(options)).stop()
    const file = join(dataDir, 'own.json')
    const gate = { id: 'gate', name: 'Garden gate', cameraIds: ['cam-01'] }
    await writeFile(file, JSON.stringify({ entrances: [gate] }))
    const flags = ['--dictionaries', file]
    const own = await startSite({ ...options, demoEvents: true, flags })
    const { get, post, report } = await clientOf(own)
    expect(entrancesResponse.parse(await get('dictionaryEntrances')).items).toEqual([gate])
    expect(zonesResponse.parse(await get('dictionaryZones')).items).toEqual([])
    const event = { type: 'ENTRANCE', id: 'gate', timestamp: Date.now() - 60_000 }
    await post('occupancyEvents', { events: [event] })
    expect(await report(['gate'], 1)).toMatchObject({ maximum: 1 })
    await own.stop()

    await writeFile(file, JSON.stringify({ entrances: [{ id: 'gate' }] }))
    const refused = await startSite({ ...options, flags }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SiteDidNotStart)
    expect(String(refused)).toContain('entrances.0.name has to be a text')
  })
})
