import { aliases, type Spellings } from '#contract/platform/assumptions.ts'
import type { OccupancyAnswer } from '#contract/wall/occupancy.ts'
import { isObject } from '../json.ts'
import { envelopes, firstValue, instantOf } from './read-answer.ts'

/** Reads what platforms answer to an occupancy report (assumption 6). Undefined: without an average or a maximum. */

type Members = Readonly<Record<string, unknown>>
type Bucket = NonNullable<OccupancyAnswer['buckets']>[number]
type Reset = NonNullable<OccupancyAnswer['resets']>[number]

export function readOccupancy(text: string, names: Spellings = aliases): OccupancyAnswer | undefined {
  const levels = envelopes(text, names)
  const average = firstAmount(levels, names.average)
  const maximum = firstAmount(levels, names.maximum)
  if (average === undefined || maximum === undefined) return undefined
  const maximumAtMs = instant(firstValue(levels, names.maximumAt))
  const buckets = listOf(levels, names.reportBuckets, (entry) => readBucket(entry, names))
  const resets = listOf(levels, names.resets, (entry) => readReset(entry, names))
  return {
    average,
    maximum,
    ...(maximumAtMs === undefined ? {} : { maximumAtMs }),
    ...(buckets === undefined ? {} : { buckets: buckets.toSorted((a, b) => a.startMs - b.startMs) }),
    ...(resets === undefined ? {} : { resets: resets.toSorted((a, b) => a.atMs - b.atMs) }),
  }
}

/** Entries that cannot be read are left out; a list of nothing else is none. */
function listOf<Entry>(
  levels: readonly Members[],
  names: readonly string[],
  read: (entry: Members) => Entry | undefined,
): Entry[] | undefined {
  const list = firstValue(levels, names)
  if (!Array.isArray(list)) return undefined
  const entries = list
    .filter(isObject)
    .map(read)
    .filter((entry) => entry !== undefined)
  return list.length > 0 && entries.length === 0 ? undefined : entries
}

function readBucket(entry: Members, names: Spellings): Bucket | undefined {
  const startMs = instant(firstValue([entry], names.bucketStart))
  const endMs = instant(firstValue([entry], names.bucketEnd))
  const average = firstAmount([entry], names.average)
  const maximum = firstAmount([entry], names.maximum)
  if (startMs === undefined || endMs === undefined || average === undefined || maximum === undefined)
    return undefined
  const entrances = firstAmount([entry], names.bucketEntrances)
  const exits = firstAmount([entry], names.bucketExits)
  return {
    startMs,
    endMs,
    average,
    maximum,
    ...(entrances === undefined ? {} : { entrances }),
    ...(exits === undefined ? {} : { exits }),
  }
}

function readReset(entry: Members, names: Spellings): Reset | undefined {
  const atMs = instant(firstValue([entry], names.resetAt))
  if (atMs === undefined) return undefined
  const value = firstAmount([entry], names.resetValue)
  const rule = firstValue([entry], names.resetRule)
  return {
    atMs,
    ...(value === undefined ? {} : { value }),
    ...(typeof rule === 'string' && rule.trim() !== '' ? { rule: rule.trim().slice(0, 200) } : {}),
  }
}

function firstAmount(levels: readonly Members[], names: readonly string[]): number | undefined {
  return levels
    .flatMap((level) => names.map((name) => amount(level[name])))
    .find((value) => value !== undefined)
}

/** A number, or one that was written as text. */
function amount(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) && read >= 0 ? read : undefined
}

function instant(value: unknown): number | undefined {
  const ms = instantOf(value)
  return ms === undefined ? undefined : Math.round(ms)
}
