import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { siteDefaults } from '#site/defaults.ts'
import { DemoDay } from '#site/events/demo/demo-day.ts'
import type { KeyedEvent } from '#site/events/demo/demo-platform.ts'
import { demoTags } from '#site/events/tags/demo-tags.ts'
import { matches } from '#renderer/events/query/matches.ts'
import { QueryReader } from '#renderer/events/query/reading/read-query.ts'
import { spanOf } from '#renderer/events/query/time-span.ts'
import { zone } from '#test/unit/renderer/timeline/axis/zones.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A Monday, 00:00 in Berlin; the week before holds no change of the clocks. */
const mondayMs = Date.UTC(2026, 10, 15, 23)

const readme = readFileSync(join(import.meta.dirname, '../../../../../README.md'), 'utf8')
const [, search = ''] = /hits of a search such as `([^`]+)`/.exec(readme) ?? []

test('README’s search finds a sale of the demonstration at every hour of a week', async () => {
  const sold: KeyedEvent[] = []
  const tags = demoTags.map((tag) => ({ ...tag, id: tag.name, fields: [...tag.fields] }))
  const cameras = Array.from({ length: 16 }, (_, at) => ({
    id: `cam-${at + 1}`,
    name: `Camera ${at + 1}`,
    number: at + 1,
    group: '',
    timezone: 'Europe/Berlin',
  }))
  const platform = {
    orgId: 'org-1',
    cameras: async () => cameras,
    tags: async () => tags,
    newestMs: async () => undefined,
    insert: async (events: readonly KeyedEvent[]) => {
      sold.push(...events.filter(({ eventTypeId }) => eventTypeId === 'sale'))
      return 0
    },
  }
  const day = await DemoDay.of({ platform, seed: siteDefaults.demoEvents.seed, days: 9 })
  await day.fill(mondayMs + 7 * dayMs)

  const berlin = zone('Europe/Berlin')
  const query = unwrap(new QueryReader().parse(search, { tags, cameras }, berlin, mondayMs))
  const found = sold
    .map(({ timestamp, ...event }) => ({ ...event, id: event.idempotencyKey, timestampMs: timestamp }))
    .filter((event) => matches({ ...query, time: { kind: 'all' } }, event, berlin, mondayMs))
  const hits = Array.from({ length: 7 * 24 }, (_, hour) => {
    const nowMs = mondayMs + hour * hourMs
    const { startMs, endMs = nowMs } = spanOf(query.time, berlin, nowMs)
    return found.filter(({ timestampMs }) => timestampMs >= startMs && timestampMs <= Math.min(endMs, nowMs))
      .length
  })
  expect(Math.min(...hits)).toBeGreaterThan(0)
  // The timeline of an hour shows sales, too.
  const hours = new Set(sold.map(({ timestamp }) => Math.floor((timestamp - mondayMs) / hourMs)))
  expect(Array.from({ length: 7 * 24 }, (_, hour) => hour).filter((hour) => !hours.has(hour))).toEqual([])
})
