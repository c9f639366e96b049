import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultPaths, type PathName } from '#contract/platform/assumptions.ts'
import { entrancesResponse, schedulesResponse, zonesResponse } from '#contract/platform/dictionaries.ts'
import { type OccupancyReport, occupancyReportResponse } from '#contract/platform/occupancy.ts'
import { SiteDidNotStart, startSite, type TestSite } from '../start-site.ts'
import { ask, bearer, post } from './requests.ts'

const DAY_MS = 86_400_000

/** Resolves with how many counts were added once the history is there. */
async function filled(site: TestSite): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const report = site.reports.find((one) => one.startsWith('demo occupancy: '))
      if (report === undefined) return
      site.process.off('message', look)
      resolve(Number(/\d+/.exec(report)?.[0]))
    }
    site.process.on('message', look)
    look()
  })
}

async function clientOf(site: TestSite) {
  const key = await site.apiKey()
  const get = async (path: PathName) =>
    (await ask(site.baseUrl + defaultPaths[path], { headers: bearer(key) })).json
  return {
    get,
    report: async (entrancesAndExits: readonly string[], days: number): Promise<OccupancyReport> => {
      const end = Date.now()
      const timeRange = { start: end - days * DAY_MS, end }
      const wish = {
        entrancesAndExits,
        timeRange,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }
      const answer = await post(
        site.baseUrl + defaultPaths.occupancyReport,
        { ...wish, resetTime: '03' },
        key,
      )
      return occupancyReportResponse.parse(answer.json)
    },
  }
}

test('doors and zones of the demonstration have weeks behind them; a second start adds what is missing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-demo-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const options = { withMediaServer: false, cameras: 5, dataDir, demoEvents: true }
  const first = await startSite(options)
  expect(await filled(first)).toBeGreaterThan(40_000)
  const { get, report } = await clientOf(first)
  const entrances = entrancesResponse.parse(await get('dictionaryEntrances')).items
  expect(entrances.map(({ id, cameraIds }) => [id, cameraIds])).toContainEqual(['turnstiles', ['cam-05']])
  const zones = zonesResponse.parse(await get('dictionaryZones')).items
  expect(zones.every(({ capacity = 0 }) => capacity > 0)).toBe(true)
  expect(schedulesResponse.parse(await get('dictionarySchedules')).items).toHaveLength(2)

  const shop = await report(['main-entrance', 'reception-door'], 21)
  expect(shop.maximum).toBeGreaterThan(20)
  expect(shop.buckets.reduce((sum, { entrances: came }) => sum + came, 0)).toBeGreaterThan(5_000)
  const noonOf = await report(['canteen'], 7)
  expect(new Date(noonOf.maximumAt).getHours()).toBeOneOf([11, 12, 13])
  await first.stop()

  const second = await startSite(options)
  onTestFinished(async () => void (await second.stop()))
  expect(await filled(second)).toBeLessThan(2_000)
})

test('without demo events nobody comes, but everything is there to be counted by', async () => {
  const site = await startSite({ withMediaServer: false, cameras: 1 })
  onTestFinished(async () => void (await site.stop()))
  const { get, report } = await clientOf(site)
  expect(entrancesResponse.parse(await get('dictionaryEntrances')).items.length).toBeGreaterThan(2)
  expect(await report(['main-entrance', 'canteen'], 28)).toMatchObject({ average: 0, maximum: 0 })
})

test('dictionaries of a file take the place of the demonstration’s, and count what is sent', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-own-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'own.json')
  const options = { withMediaServer: false, cameras: 1, dataDir }
  // The demonstration's have been there before.
  await (await startSite(options)).stop()

  const gate = { id: 'gate', name: 'Garden gate', cameraIds: ['cam-01'] }
  await writeFile(file, JSON.stringify({ entrances: [gate] }))
  const flags = ['--dictionaries', file]
  const site = await startSite({ ...options, demoEvents: true, flags })
  const { get, report } = await clientOf(site)
  expect(entrancesResponse.parse(await get('dictionaryEntrances')).items).toEqual([gate])
  expect(zonesResponse.parse(await get('dictionaryZones')).items).toEqual([])
  const event = { type: 'ENTRANCE', id: 'gate', timestamp: Date.now() - 60_000 }
  await post(site.baseUrl + defaultPaths.occupancyEvents, { events: [event] }, await site.apiKey())
  expect(await report(['gate'], 1)).toMatchObject({ maximum: 1 })
  await site.stop()

  await writeFile(file, JSON.stringify({ entrances: [{ id: 'gate' }] }))
  const refused = await startSite({ ...options, flags }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SiteDidNotStart)
  expect(String(refused)).toContain('entrances.0.name has to be a text')
})
