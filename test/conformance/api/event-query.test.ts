import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertBatchResponse } from '#contract/platform/events.ts'
import type { EventQuery } from '#contract/wall/event-query.ts'
import type { ResolvedEventQuery, WallEvent } from '#contract/wall/events.ts'
import { matches } from '#renderer/events/query/matches.ts'
import { QueryReader } from '#renderer/events/query/reading/read-query.ts'
import { toSearchBody } from '#renderer/events/query/search-body.ts'
import { zone } from '../../unit/renderer/timeline/axis/zones.ts'
import { eventStand, noon, saleTag } from './event-stand.ts'

const scaleTag = {
  name: 'Dock scale',
  fields: [
    { name: 'weight', type: 'decimal' },
    { name: 'items', type: 'text' },
  ],
}
const texts = ['', 'Crème brûlée', 'CREME', 'Straße', 'İstanbul', 'Ⅷ ﬁ', 'かが', '2', '%_', "'", 'a\nb', '😀']
const hourMs = 3_600_000
const berlin = zone('Europe/Berlin')
const wireOf = ({ cameraIds, eventTypeIds, startMs: start, endMs: end, match }: ResolvedEventQuery) => ({
  ...(cameraIds.length > 0 ? { cameraIds } : {}),
  ...(eventTypeIds.length > 0 ? { eventTypeIds } : {}),
  start,
  end,
  match,
  limit: 1_000,
})

const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id).toSorted()

/** A few hundred events of two tags, the same in every run. */
async function standWithEvents() {
  const { shop } = await eventStand()
  const [sale, scale] = [await shop.createTag(saleTag), await shop.createTag(scaleTag)]
  const text = fc.constantFrom(...texts)
  const small = fc.integer({ min: -2, max: 3 })
  const more = fc.record({
    cameraId: fc.constantFrom('shop-cam-1', 'shop-cam-2', 'shop-cam-3'),
    timestamp: fc.integer({ min: -48, max: 2 }).map((hours) => noon + hours * hourMs),
  })
  const saleFields = fc.record(
    { amount: small, items: small, card: fc.boolean(), text },
    { requiredKeys: [] },
  )
  const scaleFields = fc.record({ weight: small, items: text }, { requiredKeys: [] })
  const one = fc.oneof(
    fc.tuple(more, saleFields).map(([changes, fields]) => shop.event(sale, { ...changes, fields })),
    fc.tuple(more, scaleFields).map(([changes, fields]) => shop.event(scale, { ...changes, fields })),
  )
  const events = fc.sample(one, { numRuns: 400, seed: 6 })
  const { results } = insertBatchResponse.parse((await shop.send('eventInsertBatch', { events })).json)
  expect(results.filter(({ success }) => !success)).toEqual([])
  const cameras = [1, 2, 3].map((number) => ({
    id: `shop-cam-${number}`,
    name: `Camera ${number}`,
    number,
    group: '',
  }))
  return { shop, catalogue: { tags: [sale, scale], cameras } }
}

const ofNumbers = ['=', '!=', '<', '<=', '>', '>='].flatMap((sign) => [`amount${sign}1`, `items${sign}2`])
const ofTexts = texts.flatMap((text) => [`text="${text}"`, `items="${text}"`, `text!="${text}"`])
const ofParts = texts.slice(1).flatMap((text) => [`text~"${text}"`, `items^="${text}"`])
const others =
  'amount=-1..2|weight=0..0|card is true|card is false|amount>0 card is true|text~r|text~ss|text^=cr|text~"e b"|text~i|items~か|' +
  '|sale|"Dock scale"|sale "Dock scale" items="2"|camera:1|camera:2-3 sale|' +
  'last:24h|last:1d|today|yesterday|10:00..12:00|since:yesterday|until:2026-11-19 12:00'
const searches = [...ofNumbers, ...ofTexts, ...ofParts, ...others.split('|')]

describe('a search that is typed', () => {
  it('finds on the site what the wall counts to it among the events that arrive', async () => {
    const { shop, catalogue } = await standWithEvents()
    const everything = (await shop.search({ limit: 1_000 })).events.map(
      ({ timestamp, ...event }): WallEvent => ({ ...event, timestampMs: timestamp }),
    )
    expect(everything).toHaveLength(400)
    const reader = new QueryReader()
    let hits = 0

    async function compare(text: string, query: EventQuery): Promise<void> {
      const body = toSearchBody(query, catalogue, berlin, noon)
      if (!body.ok) throw new Error(`${text}: ${body.error}`)
      const found = idsOf((await shop.search(wireOf(body.value))).events)
      expect([text, found]).toEqual([
        text,
        idsOf(everything.filter((event) => matches(query, event, berlin, noon))),
      ])
      hits += found.length
    }

    for (const text of searches) {
      const { query, problems } = reader.read(text, catalogue, berlin, noon)
      expect([text, problems]).toEqual([text, []])
      await compare(text, query)
    }
    expect(hits).toBeGreaterThan(1_000)
  })
})
