/** @module-tag long */
import { describe, expect, it } from 'vitest'
import { eventTagsResponse, searchEventsResponse } from '#contract/platform/events.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { ask, bearer, post } from './requests.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const dataDir = sharedDir()
const start = () => startSite({ dataDir, withMediaServer: false, flags: ['--requests-per-second', '99999'] })

async function tagOf(site: TestSite, key: string): Promise<string> {
  const { json } = await ask(`${site.baseUrl}/v1/events-tag/types`, { headers: bearer(key) })
  return eventTagsResponse.parse(json).items[0]?.id ?? ''
}

async function stored(site: TestSite, key: string): Promise<number[]> {
  const found: number[] = []
  const range = { orgId: site.account.orgId, start: 0, end: Date.now() + 86_400_000, limit: 1_000 }
  let cursor: string | undefined
  do {
    const { json } = await post(`${site.baseUrl}/v1/events-tag/search`, { ...range, cursor }, key)
    const page = searchEventsResponse.strict().parse(json)
    found.push(...page.events.map(({ fields }) => Number(fields['items'])))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return found
}

describe('a site that is killed', () => {
  it('has every event that it said it had, once, though it is sent again', async () => {
    const answered = new Set<number>()
    const startedAtMs = Date.now()
    let next = 0
    let open: number[] = []
    for (const killAfter of [40, 130, 60]) {
      const site = await start()
      const key = await site.apiKey(`run ${killAfter}`)
      const eventTypeId = await tagOf(site, key)
      const before = answered.size
      const unsure: number[] = []
      const sendOne = async (items: number) => {
        const event = {
          orgId: site.account.orgId,
          cameraId: 'cam-01',
          eventTypeId,
          fields: { items, text: 'receipt' },
          // The same at each try.
          timestamp: startedAtMs + items,
        }
        const answer = await ask(`${site.baseUrl}/v1/events-tag/insert`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': `till-${items}`, ...bearer(key) },
          body: JSON.stringify(event),
        })
        if (answer.status !== 200) throw new Error(answer.text)
        answered.add(items)
        if (answered.size - before >= killAfter) site.process.kill('SIGKILL')
      }
      const work = async () => {
        for (;;) {
          const items = open.shift() ?? next++
          try {
            await sendOne(items)
          } catch {
            // Nobody knows whether it was stored: it is sent again to the next one.
            unsure.push(items)
            return
          }
        }
      }
      await Promise.all(Array.from({ length: 12 }, work))
      await site.exited
      open = unsure
    }
    const site = await start()
    const found = await stored(site, await site.apiKey('last'))
    expect(new Set(found).size).toBe(found.length)
    expect([...answered].filter((items) => !found.includes(items))).toEqual([])
    expect(answered.size).toBeGreaterThanOrEqual(230)
    await site.stop()
  })
})
