import { byIndex, predicate, type Sql, type SqlValue, tableOf } from './condition-sql.ts'
import type { FieldCondition } from './event-question.ts'

/** Events of one tag that fulfil what is asked, but for the time: what follows `from`. */
export interface EventSource {
  readonly tag: number
  readonly from: string
  readonly where: Sql
  /** Columns. */
  readonly at: string
  readonly id: string
  /** Its index gives them in the order of time, so that a page, or a count, reads no more than it shows. */
  readonly isInOrder: boolean
}

type Cameras = readonly number[] | undefined

export function allOfTag(tag: number, cameras: Cameras): EventSource {
  return {
    tag,
    from: 'event indexed by event_by_tag',
    where: both({ text: 'tag = ?', values: [tag] }, ofCameras(cameras, 'camera')),
    at: 'at_ms',
    id: 'id',
    isInOrder: true,
  }
}

export function allOfCamera(tag: number, camera: number): EventSource {
  return {
    tag,
    from: 'event indexed by event_by_camera',
    where: { text: 'tag = ? and camera = ?', values: [tag, camera] },
    at: 'at_ms',
    id: 'id',
    isInOrder: true,
  }
}

/** Walks the field's values in the order of time (their primary key) and leaves out what does not fulfil the condition. */
export function byTime(tag: number, driver: FieldCondition, rest: Rest): EventSource {
  const from = `${tableOf(driver)} v not indexed`
  return ofValues(tag, from, driver.field, predicate(driver, 'v.value'), rest, true)
}

/** Reads the fulfilling values alone. In the order of time only where all of them are the same. */
export function byValue(tag: number, driver: FieldCondition, rest: Rest): EventSource {
  const { index, ...asked } = byIndex(driver, 'v.value')
  const from = `${tableOf(driver)} v indexed by ${index}`
  return ofValues(tag, from, driver.field, asked, rest, driver.operator === 'eq')
}

/** Reads the events of these ids, which the condition's trigrams have led to. */
export function ofCandidates(
  tag: number,
  driver: FieldCondition,
  rest: Rest,
  ids: readonly number[],
): EventSource {
  const where = [
    { text: 'e.id in (select value from json_each(?))', values: [JSON.stringify(ids)] },
    ofCameras(rest.cameras, 'e.camera'),
    ...[driver, ...rest.conditions].map((one) => alsoFulfils(one, 'e.at_ms', 'e.id')),
  ]
  return {
    tag,
    from: 'event e not indexed',
    where: both(...where),
    at: 'e.at_ms',
    id: 'e.id',
    isInOrder: false,
  }
}

/** What is asked besides the condition that leads. */
export interface Rest {
  readonly cameras: Cameras
  readonly conditions: readonly FieldCondition[]
}

function ofValues(
  tag: number,
  from: string,
  field: number,
  asked: Sql,
  { cameras, conditions }: Rest,
  isInOrder: boolean,
): EventSource {
  const where = [
    { text: 'v.field = ?', values: [field] },
    asked,
    ofCameras(cameras, 'v.camera'),
    ...conditions.map((one) => alsoFulfils(one, 'v.at_ms', 'v.event')),
  ]
  return { tag, from, where: both(...where), at: 'v.at_ms', id: 'v.event', isInOrder }
}

function alsoFulfils(condition: FieldCondition, at: string, id: string): Sql {
  // The plus keeps SQLite from reading all that have the value, rather than the one that is at hand.
  const { text, values } = predicate(condition, '+o.value')
  return {
    text: `exists (select 1 from ${tableOf(condition)} o where o.field = ? and o.at_ms = ${at} and o.event = ${id} and ${text})`,
    values: [condition.field, ...values],
  }
}

function ofCameras(cameras: Cameras, column: string): Sql | undefined {
  if (cameras === undefined) return undefined
  return { text: `${column} in (select value from json_each(?))`, values: [JSON.stringify(cameras)] }
}

function both(...parts: (Sql | undefined)[]): Sql {
  const there = parts.filter((part) => part !== undefined)
  return {
    text: there.map(({ text }) => text).join(' and '),
    values: there.flatMap(({ values }): readonly SqlValue[] => values),
  }
}
