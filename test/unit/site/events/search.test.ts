import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventCondition } from '#contract/platform/events.ts'
import { never } from '#contract/result.ts'
import { EventLab, type LabEvent } from './event-lab.ts'

/** Bounds that give each way of finding its turn, whatever the number of events. */
const limits = fc.constantFrom(
  {},
  { maxMerged: 0, maxCounted: 0, fewEvents: 1, fewTexts: 1, probed: 1 },
  { maxMerged: 0, maxCounted: 100, fewEvents: 5, fewTexts: 5, probed: 3 },
  { fewEvents: 0, fewTexts: 1_000, probed: 1 },
)
/** Trigrams of all events, of the first ones, of none. */
const unindexed = fc.constantFrom(1, 20, 256)
/** Just as much of a text as its index knows, and what goes on behind it. */
const long = 'Ab'.repeat(16)
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(2 ** 53 - 1, -(2 ** 53 - 1)))
const decimal = fc.oneof(
  number,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.1, 1.5),
)
const text = fc
  .oneof(
    fc.constantFrom(
      '',
      'beer',
      'Bière',
      'BIERE 2',
      'straße',
      'a"b',
      'x\ny',
      '%_',
      '日本語テキスト',
      '\u{10ffff}a',
      long,
      `${long}c`,
      `${long}cd`,
    ),
    fc.string({ unit: fc.constantFrom('a', 'A', 'ä', 'b', ' ', '"'), maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )
  .filter((value) => value.isWellFormed() && !value.includes('\0'))
const event: fc.Arbitrary<LabEvent> = fc.oneof(
  fc.record({
    tag: fc.constant(0),
    camera: fc.integer({ min: 1, max: 3 }),
    atMs: fc.integer({ min: 1_000, max: 1_040 }),
    fields: fc.record(
      {
        amount: decimal.map((value) => value + 0),
        items: number,
        card: fc.boolean(),
        text,
        note: text,
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    tag: fc.constant(1),
    camera: fc.integer({ min: 1, max: 3 }),
    atMs: fc.integer({ min: 1_000, max: 1_040 }),
    fields: fc.record({ amount: text, items: number, text }, { requiredKeys: [] }),
  }),
)
const condition: fc.Arbitrary<EventCondition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('amount', 'items'),
    operator: fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'),
    value: decimal,
  }),
  fc.tuple(fc.constantFrom('amount', 'items'), decimal, decimal).map(([field, one, other]) => ({
    field,
    operator: 'between' as const,
    value: Math.min(one, other),
    value2: Math.max(one, other),
  })),
  fc.record({ field: fc.constant('card'), operator: fc.constant('is'), value: fc.boolean() }),
  fc.record({ field: fc.constantFrom('text', 'amount'), operator: fc.constantFrom('eq', 'ne'), value: text }),
  fc.record({
    field: fc.constantFrom('text', 'note', 'amount'),
    operator: fc.constantFrom('contains', 'startsWith'),
    value: text.filter((value) => fold(value) !== ''),
  }),
)
const question = fc.record({
  cameraIds: fc.option(fc.uniqueArray(fc.constantFrom('cam-1', 'cam-2', 'cam-9'), { minLength: 1 }), {
    nil: undefined,
  }),
  tags: fc.constantFrom(undefined, [0], [1], [0, 1]),
  start: fc.integer({ min: 990, max: 1_030 }),
  lengthMs: fc.integer({ min: 1, max: 60 }),
  match: fc.array(condition, { maxLength: 3 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 7 }),
  bucketMs: fc.integer({ min: 1, max: 20 }),
})

/** Folded by other means than the site's: mark by mark. */
function fold(value: string): string {
  return Array.from(value.toLowerCase().normalize('NFD'))
    .filter((char) => !/\p{M}/u.test(char))
    .join('')
}

const typesOf: readonly Readonly<Record<string, string>>[] = [
  { amount: 'number', items: 'number', card: 'boolean', text: 'string', note: 'string' },
  { amount: 'string', items: 'number', text: 'string' },
]

function fulfils({ tag, fields }: LabEvent, { field, operator, value, value2 }: EventCondition): boolean {
  const found = fields[field]
  if (found === undefined || typesOf[tag]?.[field] !== typeof value) return false
  if (typeof found === 'string' && typeof value === 'string') {
    const [there, asked] = [fold(found), fold(value)]
    if (operator === 'eq') return there === asked
    if (operator === 'ne') return there !== asked
    return operator === 'contains' ? there.includes(asked) : there.startsWith(asked)
  }
  const [there, asked] = [Number(found), Number(value)]
  switch (operator) {
    case 'lt':
      return there < asked
    case 'lte':
      return there <= asked
    case 'gt':
      return there > asked
    case 'gte':
      return there >= asked
    case 'between':
      return there >= asked && there <= Number(value2)
    case 'ne':
      return there !== asked
    case 'eq':
    case 'is':
      return there === asked
    case 'contains':
    case 'startsWith':
      return false
    default:
      return never(operator)
  }
}

/** The question's form is one that the tags allow: what is refused is tested elsewhere. */
function isAllowed(tags: readonly number[] | undefined, match: readonly EventCondition[]): boolean {
  let asked = tags ?? [0, 1]
  return match.every(({ field, value }) => {
    asked = asked.filter((tag) => typesOf[tag]?.[field] === typeof value)
    return asked.length > 0
  })
}

function naive(
  events: readonly LabEvent[],
  asked: { cameraIds: string[] | undefined; tags: readonly number[] | undefined; match: EventCondition[] },
  start: number,
  end: number,
): (LabEvent & { id: number })[] {
  return events
    .map((one, index) => ({ ...one, id: index + 1 }))
    .filter(({ tag, camera, atMs }) => {
      const isThere = asked.tags?.includes(tag) ?? true
      return isThere && (asked.cameraIds?.includes(`cam-${camera}`) ?? true) && atMs >= start && atMs < end
    })
    .filter((one) => asked.match.every((condition) => fulfils(one, condition)))
    .toSorted((one, other) => one.atMs - other.atMs || one.id - other.id)
}

function allPages(
  lab: EventLab,
  resolved: ReturnType<EventLab['resolve']>,
  order: 'asc' | 'desc',
  limit: number,
  between: () => void = () => undefined,
): string[] {
  const ids: string[] = []
  let after: Parameters<EventLab['page']>[3]
  do {
    const { events, next } = lab.page(resolved, order, limit, after)
    expect(events.length).toBeLessThanOrEqual(limit)
    ids.push(...events.map(({ id }) => id))
    after = next
    between()
  } while (after)
  return ids
}

const asFilter = (lab: EventLab, tags: readonly number[] | undefined) =>
  tags?.map((tag) => lab.tags[tag]?.id ?? '')

describe('a search', () => {
  it('finds what a plain filter finds, in its order, page by page, and counts it', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 40 }),
        question.filter(({ tags, match }) => isAllowed(tags, match)),
        limits,
        unindexed,
        (events, { cameraIds, tags, start, lengthMs, match, order, limit, bucketMs }, given, behind) => {
          using stack = new DisposableStack()
          const lab = new EventLab(given, behind)
          stack.defer(() => lab.dispose())
          lab.insert(events.slice(0, 25))
          lab.insert(events.slice(25))
          const end = start + lengthMs
          const resolved = lab.resolve({ cameraIds, eventTypeIds: asFilter(lab, tags), start, end, match })
          const expected = naive(events, { cameraIds, tags, match }, start, end)
          const ids = expected.map(({ id }) => String(id))
          expect(allPages(lab, resolved, order, limit)).toEqual(order === 'asc' ? ids : ids.toReversed())

          const counts = new Map<number, { count: number; byType: Record<string, number> }>()
          for (const { atMs, tag } of expected) {
            const bucket = start + Math.floor((atMs - start) / bucketMs) * bucketMs
            const one = counts.get(bucket) ?? { count: 0, byType: {} }
            const id = lab.tags[tag]?.id ?? ''
            one.count += 1
            one.byType[id] = (one.byType[id] ?? 0) + 1
            counts.set(bucket, one)
          }
          expect(lab.histogram(resolved, bucketMs)).toEqual({
            buckets: [...counts].map(([bucket, one]) => ({ start: bucket, ...one })),
          })
        },
      ),
      { numRuns: 150 },
    )
  }, 120_000)

  it('neither skips nor repeats an event while others arrive', () => {
    fc.assert(
      fc.property(
        fc.array(event, { minLength: 5, maxLength: 30 }),
        fc.array(fc.array(event, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('asc' as const, 'desc' as const),
        (before, arriving, order) => {
          using stack = new DisposableStack()
          const lab = new EventLab({ maxMerged: before.length % 2 ? 0 : 100 })
          stack.defer(() => lab.dispose())
          lab.insert(before)
          const groups = arriving.values()
          const resolved = lab.resolve({ cameraIds: ['cam-1', 'cam-2'], start: 1_000, end: 1_041 })
          const ids = allPages(lab, resolved, order, 3, () => {
            lab.insert(groups.next().value ?? [])
          })
          expect(new Set(ids).size).toBe(ids.length)
          const there = naive(
            before,
            { cameraIds: ['cam-1', 'cam-2'], tags: undefined, match: [] },
            1_000,
            1_041,
          )
          expect(ids).toEqual(expect.arrayContaining(there.map(({ id }) => String(id))))
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)
})
