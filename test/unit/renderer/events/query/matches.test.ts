import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ResolvedEventQuery, resolvedEventQuerySchema, type WallEvent } from '#contract/wall/events.ts'
import { never } from '#contract/result.ts'
import { matches } from '#renderer/events/query/matches.ts'
import { toSearchBody } from '#renderer/events/query/search-body.ts'
import { anyText, query } from './arbitraries.ts'
import { berlin, catalogue, nowMs, read } from './catalogue-of-tests.ts'

type Fields = WallEvent['fields']

function eventWith(fields: Fields, more: Partial<WallEvent> = {}): WallEvent {
  return { id: '1', cameraId: 'c3', eventTypeId: 'tag-sale', timestampMs: nowMs - 1_000, fields, ...more }
}
const found = (text: string, event: WallEvent) => matches(read(text).query, event, berlin, nowMs)

/** Events of any tag, with some of its fields; near the values that are searched for, so that some of them hit. */
const event = fc.constantFrom(...catalogue.tags).chain(({ id, fields }) =>
  fc.record({
    id: fc.constant('1'),
    cameraId: fc.constantFrom(...catalogue.cameras.map((camera) => camera.id)),
    eventTypeId: fc.constant(id),
    timestampMs: fc.integer({ min: nowMs - 30 * 86_400_000, max: nowMs - 1 }),
    fields: fc.record<Fields>(
      Object.fromEntries(
        fields.map(({ name, type }): [string, fc.Arbitrary<string | number | boolean>] => {
          if (type === 'text') return [name, anyText]
          if (type === 'boolean') return [name, fc.boolean()]
          return [name, fc.integer({ min: -5, max: 5 })]
        }),
      ),
      { requiredKeys: [] },
    ),
  }),
)
const askedOfEvents = fc.tuple(query, fc.array(event, { minLength: 1, maxLength: 10 }))

function plain(text: string | number | boolean) {
  return typeof text === 'string' ? text.toLowerCase().normalize('NFD').split(/\p{M}/u).join('') : text
}

/** What the document promises of a search, in the plainest words; knows nothing of the code under test. */
function isFoundByPlatform(
  asked: ResolvedEventQuery,
  { cameraId, eventTypeId, timestampMs, fields }: WallEvent,
) {
  if (asked.cameraIds.length > 0 && !asked.cameraIds.includes(cameraId)) return false
  if (asked.eventTypeIds.length > 0 && !asked.eventTypeIds.includes(eventTypeId)) return false
  if (timestampMs < asked.startMs || timestampMs >= asked.endMs) return false
  return asked.match.every((condition) => {
    const { field, operator, value } = condition
    const has = fields[field]
    if (has === undefined || typeof has !== typeof value) return false
    const [a, b] = [plain(has), plain(value)]
    switch (operator) {
      case 'eq':
      case 'is':
        return a === b
      case 'ne':
        return a !== b
      case 'lt':
        return a < b
      case 'lte':
        return a <= b
      case 'gt':
        return a > b
      case 'gte':
        return a >= b
      case 'between':
        return a >= b && Number(a) <= condition.value2
      case 'contains':
        return String(a).split(String(b)).length > 1 || b === ''
      case 'startsWith':
        return String(a).slice(0, String(b).length) === b
      default:
        return never(condition)
    }
  })
}

const body = (text: string) => toSearchBody(read(text).query, catalogue, berlin, nowMs)

describe('an event that arrives', () => {
  it('is found by the wall exactly if the platform finds it', () => {
    fc.assert(
      fc.property(askedOfEvents, ([asked, events]) => {
        const resolved = toSearchBody(asked, catalogue, berlin, nowMs)
        if (resolved.ok) resolvedEventQuerySchema.parse(resolved.value)
        for (const one of events) {
          const isFound = resolved.ok && isFoundByPlatform(resolved.value, one)
          expect(matches(asked, one, berlin, nowMs)).toBe(isFound)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is found often enough that this is not said of nothing', () => {
    // The same questions in every run: how many of them hit is a matter of luck otherwise.
    const hits = fc.sample(askedOfEvents, { numRuns: 500, seed: 1 }).flatMap(([asked, events]) => {
      const resolved = toSearchBody(asked, catalogue, berlin, nowMs)
      return resolved.ok ? events.filter((one) => isFoundByPlatform(resolved.value, one)) : []
    })
    expect(hits.length).toBeGreaterThan(100)
  })

  test.for<[string, Fields, boolean]>([
    ['item~creme', { item: 'CRÈME brûlée' }, true],
    ['item^=brulee', { item: 'CRÈME brûlée' }, false],
    ['item=CRÈME', { item: 'creme' }, true],
    ['item!=CRÈME', { item: 'creme' }, false],
    ['item!=tea', {}, false],
    ['items!=3', { items: 4 }, true],
    ['amount<2', { amount: 2 }, false],
    ['amount<2', { amount: 1.99 }, true],
    ['amount<=2', { amount: 2 }, true],
    ['amount>2', { amount: 2 }, false],
    ['amount>=2', { amount: 2 }, true],
    ['amount=1..2', { amount: 1 }, true],
    ['amount=1..2', { amount: 2 }, true],
    ['amount=1..2', { amount: 2.01 }, false],
    ['void is false', {}, false],
    ['void is false', { void: false }, true],
    ['code=5 sale', { code: 5 }, false],
    ['code=5 sale', { code: '5' }, true],
  ])('%s of %o: %s', ([text, fields, isFound]) => {
    expect(found(text, eventWith(fields))).toBe(isFound)
  })

  it('goes on after now where the search has no end', () => {
    const later = eventWith({}, { timestampMs: nowMs + 5_000 })
    expect(found('last:1h', later)).toBe(true)
    expect(found('', later)).toBe(true)
    expect(found('14:00..14:30', later)).toBe(false)
  })
})

describe('what the platform is asked', () => {
  it('has ids, instants and conditions', () => {
    expect(body('sale amount>100 camera:3 last:1h')).toEqual({
      ok: true,
      value: {
        cameraIds: ['c3'],
        eventTypeIds: ['tag-sale'],
        startMs: nowMs - 3_600_000,
        endMs: nowMs + 86_400_000,
        match: [{ field: 'amount', operator: 'gt', value: 100 }],
      },
    })
  })

  it('is about the tags alone whose events can fulfil it', () => {
    expect(body('sale "Dock scale" amount>100')).toMatchObject({ value: { eventTypeIds: ['tag-sale'] } })
    expect(body('code>1')).toMatchObject({ value: { eventTypeIds: ['tag-scale'] } })
    expect(body('last:1h')).toMatchObject({ value: { eventTypeIds: [] } })
  })

  it('is nothing, in words, where nothing can be found', () => {
    expect(body('since:2026-11-22')).toEqual({ ok: false, error: 'This time has not come yet.' })
    const gone = { ...read('amount>100').query, tags: ['tag-door'] }
    expect(toSearchBody(gone, catalogue, berlin, nowMs).ok).toBe(false)
  })
})
