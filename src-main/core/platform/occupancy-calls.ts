import type { PlatformOverrides } from '#contract/platform/assumptions.ts'
import type { AnswerOf, CallName } from '#contract/platform/calls.ts'
import { weekdays } from '#contract/time/weekdays.ts'
import { isTimeZone } from '#contract/platform/occupancy.ts'
import type {
  OccupancyAnswer,
  OccupancyDefinition,
  OccupancyRange,
  OccupancySchedule,
} from '#contract/wall/occupancy.ts'
import type { PlatformResult } from './failure.ts'
import { itemsOf } from './list-answers.ts'
import type { Credential, PlatformExchange, Read } from './platform-exchange.ts'

/** The occupancy report: section 4.1 of the interface, assumptions 1 to 6 and 32. */
export function occupancyCalls(exchange: PlatformExchange) {
  const { key, occupancyCredential: credential = key } = exchange.options

  /** What does not count beside the rest is not sent: another platform may refuse it. */
  function bodyOf(definition: OccupancyDefinition, { startMs, endMs }: OccupancyRange) {
    const { rangeStartMember, rangeEndMember, timezoneMember, peopleValue } = exchange.overrides
    const { entrancesAndExits, timezone, resetMode, resetValueMode } = definition
    return {
      entrancesAndExits,
      // There are no others (assumption 4).
      objectType: peopleValue,
      timeRange: { [rangeStartMember]: startMs, [rangeEndMember]: endMs },
      [timezoneMember]: timezone,
      resetMode,
      ...boundaryOf(definition, exchange.overrides),
      resetValueMode,
      ...(resetValueMode === 'FIXED'
        ? { resetToValue: definition.resetToValue }
        : { resetZoneIds: definition.resetZoneIds }),
    }
  }

  return {
    async report(
      definition: OccupancyDefinition,
      range: OccupancyRange,
      signal?: AbortSignal,
    ): Promise<PlatformResult<OccupancyAnswer>> {
      const asked = { credential, body: bodyOf(definition, range), signal }
      const answer = await exchange.call('occupancyReport', asked, reportOf)
      const { findings } = exchange
      if (answer.ok && definition.resetMode === 'TIME') findings.find('occupancyResets', 'confirmed')
      if (answer.ok && (await isSame(credential, key)) === true)
        findings.find('occupancyCredential', 'confirmed')
      return answer
    },
  }
}

export type OccupancyCalls = ReturnType<typeof occupancyCalls>

function boundaryOf(
  definition: OccupancyDefinition,
  { dayValue, weekValue, weekdayValues }: PlatformOverrides,
) {
  const { resetMode, resetInterval, resetTime, resetDay, resetScheduleId } = definition
  if (resetMode === 'SCHEDULE') return { resetScheduleId }
  if (resetInterval === 'DAY') return { resetInterval: dayValue, resetTime }
  const dayNames = weekdayValues.split(',').map((name) => name.trim())
  return { resetInterval: weekValue, resetTime, resetDay: dayNames[weekdays.indexOf(resetDay)] }
}

function reportOf({ buckets, resets, ...report }: AnswerOf<'occupancyReport'>): OccupancyAnswer {
  return {
    ...report,
    buckets: buckets?.toSorted((a, b) => a.startMs - b.startMs),
    resets: resets
      ?.map((reset) => ({ ...reset, rule: reset.rule?.slice(0, 200) }))
      .toSorted((a, b) => a.atMs - b.atMs),
  }
}

/** What occupancy is made of: section 4.2 of the interface, assumptions 7 and 32. */
export function dictionaryCalls(exchange: PlatformExchange) {
  const { key, occupancyCredential: own = key } = exchange.options

  /** The document asks for the key here and for another credential only in reports: what refuses one may take the other. */
  async function list<Name extends CallName, Value>(
    name: Name,
    read: Read<Name, Value>,
  ): Promise<PlatformResult<Value>> {
    const answer = await exchange.call(name, { credential: own }, read)
    const isRefused = !answer.ok && ['key_rejected', 'not_allowed'].includes(answer.error.error.code)
    if (!isRefused || (await isSame(own, key)) !== false) return answer
    return exchange.call(name, { credential: key }, read)
  }

  return {
    entrances: () => list('dictionaryEntrances', (answer, { doubt }) => itemsOf(answer, doubt).map(sourceOf)),
    zones: () =>
      list('dictionaryZones', (answer, { doubt }) =>
        itemsOf(answer, doubt).map((zone) => ({ ...sourceOf(zone), capacity: zone.capacity })),
      ),
    schedules: () =>
      list('dictionarySchedules', (answer, { doubt }) => itemsOf(answer, doubt).map(scheduleOf)),
  }
}

export type DictionaryCalls = ReturnType<typeof dictionaryCalls>

/** Undefined where one of them is not to be had. */
async function isSame(one: Credential, other: Credential): Promise<boolean | undefined> {
  const [own, key] = await Promise.all([one(), other()])
  return own.ok && key.ok ? own.value === key.value : undefined
}

const MAX_RULES = 1_000

type ReadSchedule = AnswerOf<'dictionarySchedules'>['items'][number]

/** Rules that are read in part, or by another clock, would promise a reset that does not come. */
function scheduleOf({ id, name = id, timezone = '', rules }: ReadSchedule): OccupancySchedule {
  const named = { id, name: name.slice(0, 200) }
  const isRead = rules !== undefined && rules.length <= MAX_RULES && isTimeZone(timezone)
  return isRead ? { ...named, timezone, rules } : { ...named, rules: [] }
}

type ReadSource = AnswerOf<'dictionaryEntrances' | 'dictionaryZones'>['items'][number]

function sourceOf({ id, name = id, cameraIds = [] }: ReadSource) {
  return { id, name: name.slice(0, 200), cameraIds: [...new Set(cameraIds)].slice(0, 100) }
}
