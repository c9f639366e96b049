import type { WallError } from '#contract/errors.ts'
import type { AssumptionName, PlatformOverrides } from '#contract/platform/assumptions.ts'
import type { Result } from '#contract/result.ts'
import type { OccupancyAnswer, OccupancyDefinition, OccupancyRange } from '#contract/wall/occupancy.ts'
import type { Answered, Sentences, Statuses } from './failure.ts'
import type { CallNeeds } from './platform-exchange.ts'
import { readOccupancy } from './read-occupancy.ts'

export interface OccupancyCallsPorts extends CallNeeds {
  /** Of this call alone, or the key where there is none (assumption 32). */
  readonly credential: () => Promise<Result<string, WallError>>
  readonly members: Pick<PlatformOverrides, 'rangeStartMember' | 'rangeEndMember' | 'timezoneMember'>
}

export const occupancyStatuses: Statuses = {
  404: 'occupancy_unavailable',
  405: 'occupancy_unavailable',
  501: 'occupancy_unavailable',
}

const sentences: Sentences = {
  occupancy_unavailable: 'This platform offers no occupancy report at the configured address.',
  refused: 'The platform refuses this report.',
  key_rejected:
    'The platform does not accept the credential for occupancy reports. It may want another one than the API key: it is entered on the connection page, beside the key.',
  not_allowed:
    'This wall’s credential may not ask for occupancy reports of this organization. Ask an administrator of the platform.',
}

/** The occupancy report: section 4.1 of the interface, assumptions 1 to 6 and 32. */
export class OccupancyCalls {
  readonly #ports: OccupancyCallsPorts

  constructor(ports: OccupancyCallsPorts) {
    this.#ports = ports
  }

  async report(
    definition: OccupancyDefinition,
    range: OccupancyRange,
    signal?: AbortSignal,
  ): Promise<Answered<OccupancyAnswer>> {
    const { exchange, confirm, credential, spellings } = this.#ports
    const answer = await exchange({
      call: 'occupancyReport',
      method: 'POST',
      path: 'occupancyReport',
      withKey: true,
      credential,
      body: this.#body(definition, range),
      signal,
      statuses: occupancyStatuses,
      sentences,
      read: (said) => readOccupancy(said.text, spellings),
    })
    if (!answer.ok) return answer
    for (const name of confirmed) confirm(name)
    if (definition.resetMode === 'TIME') confirm('occupancyResets')
    return answer
  }

  /** What does not count beside the rest is not sent: another platform may refuse it. */
  #body(definition: OccupancyDefinition, { startMs, endMs }: OccupancyRange) {
    const { rangeStartMember, rangeEndMember, timezoneMember } = this.#ports.members
    const { entrancesAndExits, objectType, timezone, resetMode, resetValueMode } = definition
    return {
      entrancesAndExits,
      objectType,
      timeRange: { [rangeStartMember]: startMs, [rangeEndMember]: endMs },
      [timezoneMember]: timezone,
      resetMode,
      ...boundaryOf(definition),
      resetValueMode,
      ...(resetValueMode === 'FIXED'
        ? { resetToValue: definition.resetToValue }
        : { resetZoneIds: definition.resetZoneIds }),
    }
  }
}

const confirmed: readonly AssumptionName[] = [
  'occupancyReport',
  'occupancyRange',
  'occupancyTimezone',
  'occupancyObjects',
  'occupancyAnswer',
  'occupancyCredential',
]

function boundaryOf(definition: OccupancyDefinition) {
  const { resetMode, resetInterval, resetTime, resetDay, resetScheduleId } = definition
  if (resetMode === 'SCHEDULE') return { resetScheduleId }
  return { resetInterval, resetTime, ...(resetInterval === 'WEEK' ? { resetDay } : {}) }
}
