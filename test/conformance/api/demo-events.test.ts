import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventTagsResponse, searchEventsResponse } from '#contract/platform/events.ts'
import { startSite, type TestSite } from '../start-site.ts'

const DAY_MS = 86_400_000

async function ask(site: TestSite, key: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(site.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Resolves with what the site says once the history is there. */
async function filled(site: TestSite): Promise<string> {
  return new Promise((resolve) => {
    const said = () => site.reports.find((report) => report.startsWith('demo events: '))
    const look = () => {
      const report = said()
      if (report === undefined) return
      site.process.off('message', look)
      resolve(report)
    }
    site.process.on('message', look)
    look()
  })
}

test('the first start fills a month, the second only what is missing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-demo-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  // Cameras 1 and 2 alone: a door and the scale.
  const options = { withMediaServer: false, cameras: 2, dataDir, demoEvents: true }
  const first = await startSite(options)
  const sent = Number(/\d+/.exec(await filled(first))?.[0])
  expect(sent).toBeGreaterThan(30_000)
  await first.stop()

  const second = await startSite(options)
  onTestFinished(async () => void (await second.stop()))
  expect(Number(/\d+/.exec(await filled(second))?.[0] ?? 0)).toBeLessThan(500)
  const key = await second.apiKey()
  const tags = eventTagsResponse.parse(await ask(second, key, '/v1/events-tag/types')).items
  const nowMs = Date.now()
  const oldest = searchEventsResponse.parse(
    await ask(second, key, '/v1/events-tag/search', {
      orgId: second.account.orgId,
      start: 0,
      end: nowMs,
      order: 'asc',
      limit: 200,
    }),
  ).events
  expect(oldest[0]?.timestamp).toBeLessThan(nowMs - 29 * DAY_MS)
  const known = new Set(tags.map(({ id }) => id))
  expect(
    oldest.every(({ eventTypeId, cameraId }) => known.has(eventTypeId) && /^cam-0[12]$/.test(cameraId)),
  ).toBe(true)
})
