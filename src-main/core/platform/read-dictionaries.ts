import { aliases, type Spellings } from '#contract/platform/assumptions.ts'
import { scheduleRuleSchema } from '#contract/platform/dictionaries.ts'
import { isTimeZone } from '#contract/platform/occupancy.ts'
import type { OccupancyDictionaries, OccupancySchedule } from '#contract/wall/occupancy.ts'
import { isObject, parseJson } from '../json.ts'
import { envelopes, firstValue } from './read-answer.ts'

/** Reads what platforms answer to the dictionaries (assumption 7). Undefined: unreadable. */

type Members = Readonly<Record<string, unknown>>
export type ReadEntrance = NonNullable<OccupancyDictionaries['entrances']>[number]
export type ReadZone = NonNullable<OccupancyDictionaries['zones']>[number]
export type ReadSchedule = OccupancySchedule

export function readEntrances(text: string, names: Spellings = aliases): readonly ReadEntrance[] | undefined {
  return readItems(text, names, 'entrances', (entry, named) => readSource(entry, named, names))
}

export function readZones(text: string, names: Spellings = aliases): readonly ReadZone[] | undefined {
  return readItems(text, names, 'zones', (entry, named) => {
    const capacity = firstValue([entry], names.zoneCapacity)
    const isCount = typeof capacity === 'number' && Number.isSafeInteger(capacity) && capacity > 0
    return { ...readSource(entry, named, names), ...(isCount ? { capacity } : {}) }
  })
}

export function readSchedules(text: string, names: Spellings = aliases): readonly ReadSchedule[] | undefined {
  return readItems(text, names, 'schedules', (entry, named) => {
    const zone = firstValue([entry], names.scheduleTimezone)
    const rules = scheduleRuleSchema
      .array()
      .max(1_000)
      .safeParse(firstValue([entry], names.scheduleRules))
    const isKnown = typeof zone === 'string' && isTimeZone(zone)
    // Rules that are read in part, or by another clock, would promise a reset that does not come.
    return isKnown && rules.success
      ? { ...named, timezone: zone, rules: rules.data }
      : { ...named, rules: [] }
  })
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Entries without an id are left out, and a bare id is an entry; a list of nothing else is unreadable. */
function readItems<Item>(
  text: string,
  names: Spellings,
  which: 'entrances' | 'zones' | 'schedules',
  read: (entry: Members, named: Named) => Item,
): readonly Item[] | undefined {
  const json = parseJson(text)
  const members = envelopes(text, names).flatMap((level) => names[which].map((name) => level[name]))
  // `data` may be the list as well as what it lies in.
  const list = [json, ...members].find((value): value is unknown[] => Array.isArray(value))
  if (list === undefined) return undefined
  const items = new Map<string, Item>()
  for (const entry of list.map((one) => (typeof one === 'string' ? { id: one } : one)).filter(isObject)) {
    const named = readNamed(entry, names)
    if (named !== undefined && !items.has(named.id)) items.set(named.id, read(entry, named))
  }
  return list.length > 0 && items.size === 0 ? undefined : [...items.values()]
}

function readNamed(entry: Members, names: Spellings): Named | undefined {
  const id = names.dictionaryId.map((name) => idOf(entry[name])).find((one) => one !== undefined)
  const name = firstValue([entry], names.dictionaryName)
  if (id === undefined) return undefined
  return { id, name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : id }
}

function readSource(entry: Members, named: Named, names: Spellings): ReadEntrance {
  const cameraIds = names.dictionaryCameras
    .flatMap((name) => entry[name])
    .map(idOf)
    .filter((one) => one !== undefined)
  return { ...named, cameraIds: [...new Set(cameraIds)].slice(0, 100) }
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  return text === '' || text.length > 200 ? undefined : text
}
