import * as fc from 'fast-check'
import {
  dayWords,
  durationUnits,
  type EventCondition,
  type EventQuery,
  type EventTime,
  eventConditionSchema,
  type Moment,
} from '#contract/wall/event-query.ts'
import type { EventField } from '#renderer/events/query/catalogue.ts'
import { catalogue } from './catalogue-of-tests.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Words that mean something, letters of many kinds, and what would have to be escaped. */
export const anyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '"',
    '\\',
    'is',
    'true',
    'today',
    '5',
    '1..5',
    'camera:3',
    'a b',
    '14:00',
    'Straße',
    'É',
    '\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const decimal = fc
  .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -5, max: 5 }))
  .map((value) => (value === 0 ? 0 : value))
const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -5, max: 5 }))

function conditionsOn({ name: field, type }: EventField): fc.Arbitrary<EventCondition> {
  if (type === 'text') {
    const part = fc.constantFrom('contains', 'startsWith')
    return fc
      .oneof(
        fc.record({ field: fc.constant(field), operator: fc.constantFrom('eq', 'ne'), value: anyText }),
        fc.record({ field: fc.constant(field), operator: part, value: anyText }),
      )
      .filter((condition) => eventConditionSchema.safeParse(condition).success)
  }
  if (type === 'boolean') {
    return fc.record({ field: fc.constant(field), operator: fc.constant('is'), value: fc.boolean() })
  }
  const number = type === 'integer' ? whole : decimal
  const operator = fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte')
  return fc.oneof(
    fc.record({ field: fc.constant(field), operator, value: number }),
    fc.tuple(number, number).map(
      ([one, other]): EventCondition => ({
        field,
        operator: 'between',
        value: Math.min(one, other),
        value2: Math.max(one, other),
      }),
    ),
  )
}

const day: fc.Arbitrary<Moment['day']> = fc.oneof(
  fc.constantFrom(...dayWords),
  fc
    .date({ min: new Date('2012-01-01'), max: new Date('2034-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
)
const clock = fc
  .record({
    minutes: fc.integer({ min: 0, max: 1_439 }),
    seconds: fc.option(fc.integer({ min: 0, max: 59_999 }), { nil: undefined }),
    offset: fc.constantFrom('', '', '+02:00', '-03:30'),
  })
  .map(({ minutes, seconds, offset }) => {
    const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    if (seconds === undefined) return `${time}${offset}`
    const thousandths = seconds % 1_000 === 0 ? '' : `.${String(seconds % 1_000).padStart(3, '0')}`
    return `${time}:${two(Math.floor(seconds / 1_000))}${thousandths}${offset}`
  })
export const moment: fc.Arbitrary<Moment> = fc.oneof(fc.record({ day }), fc.record({ day, clock }))
export const time: fc.Arbitrary<EventTime> = fc.oneof(
  fc.constant<EventTime>({ kind: 'all' }),
  fc.record({
    kind: fc.constant('last'),
    amount: fc.integer({ min: 1, max: 100_000 }),
    unit: fc.constantFrom(...durationUnits),
  }),
  fc.record({ kind: fc.constant('since'), from: moment }),
  fc.record({ kind: fc.constant('until'), until: moment }),
  fc.record({ kind: fc.constant('between'), from: moment, until: moment }),
)

/** What can be asked of the catalogue of the tests; a time may still end before it begins. */
export const query: fc.Arbitrary<EventQuery> = fc
  .record({
    asked: fc
      .subarray(catalogue.tags.map(({ id }) => id))
      .chain((ids) => fc.shuffledSubarray(ids, { minLength: ids.length })),
    cameras: fc.shuffledSubarray(catalogue.cameras.map(({ id }) => id)),
    time,
    conditions: fc.constantFrom(...catalogue.tags).chain(({ id, fields }) =>
      fc.record({
        of: fc.constant(id),
        list: fc.array(fc.oneof(...fields.map(conditionsOn)), { maxLength: 5 }),
      }),
    ),
  })
  .map(({ asked, cameras, time, conditions }) => ({
    tags:
      asked.length > 0 && conditions.list.length > 0 && !asked.includes(conditions.of)
        ? [...asked, conditions.of]
        : asked,
    cameras,
    time,
    conditions: conditions.list,
  }))
