import {
  conditionFaults,
  dictionaryFaults,
  futureFaults,
  type KnownSources,
  type OccupancyFault,
  type OccupancyReportRequest,
  type OccupancyReportWish,
  occupancyReportRequest,
  occupancyRules,
} from '#contract/platform/occupancy.ts'
import { MAX_OCCUPANCY_SOURCES } from '#contract/platform/limits.ts'
import type { EventTime } from '#contract/wall/event-query.ts'
import type { OccupancyDefinition, OccupancyRange } from '#contract/wall/occupancy.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { spanOf } from '../../events/query/time-span.ts'
import type { Zone } from '../../timeline/axis/zone.ts'
import type { WindowReader } from './read-window.ts'
import { capacityOf, definitionOf, type ReportForm } from './report-form.ts'
import { formatOf, isKey, t } from '../../language/language.ts'

/** Members of a report as the platform calls them, and the wall's own. */
export type ReportMember = keyof OccupancyReportRequest | 'capacity'

/** Why a report cannot be asked for: which member, and in which words. */
export interface ReportFault {
  readonly member: ReportMember
  /** Of a list: which of its ids. */
  readonly at?: number
  readonly message: string
}

/** A report that can be asked for and kept. */
export interface ReadReport {
  readonly definition: OccupancyDefinition
  readonly window: EventTime
  /** What the window means now. */
  readonly range: OccupancyRange
  /** Of the report. */
  readonly zone: Zone
  readonly capacity: number | undefined
  readonly cameraIds: readonly string[]
  /** Why it cannot be asked for yet: time mends it, so that it can be kept all the same. */
  readonly early: readonly ReportFault[]
}

export interface ReadingOptions {
  readonly reader: WindowReader
  /** The wall's. */
  readonly zone: Zone
  readonly nowMs: number
  readonly known: KnownSources
}

/** The report that a form describes, or everything that is wrong with it, in the platform's words. */
export function readReport(
  form: ReportForm,
  { reader, zone: ownZone, nowMs, known }: ReadingOptions,
): Result<ReadReport, readonly ReportFault[]> {
  // In an unknown zone the words of the time are still read.
  const zone = ownZone.other(form.timezone) ?? ownZone
  const window = reader.read(form.window, zone, nowMs)
  const range = window.ok ? rangeOf(window.value, zone, nowMs) : undefined
  const wish = {
    ...definitionOf(form),
    // A time that cannot be read has a fault of its own.
    timeRange: range === undefined ? { start: 0, end: 1 } : { start: range.startMs, end: range.endMs },
  }
  const request = occupancyReportRequest.safeParse(wish)
  const early = futureFaults(wish, nowMs).map(faultOf)
  const faults = [
    ...(window.ok ? [] : [{ member: 'timeRange', message: window.error } as const]),
    ...faultsOf(wish, request.error?.issues ?? [], known).map(faultOf),
    ...(Number.isNaN(capacityOf(form)) ? [noCapacity()] : []),
  ]
  if (!window.ok || !request.success || range === undefined || faults.length > 0)
    return fail([...faults, ...early])
  const { timeRange: _, ...definition } = request.data
  return ok({
    definition,
    window: window.value,
    range,
    zone,
    capacity: capacityOf(form),
    cameraIds: form.cameraIds,
    early,
  })
}

/** What has no end ends now. */
function rangeOf(time: EventTime, zone: Zone, nowMs: number): OccupancyRange {
  const { startMs, endMs = nowMs } = spanOf(time, zone, nowMs)
  return { startMs: Math.floor(startMs), endMs: Math.floor(endMs) }
}

const noCapacity = (): ReportFault => ({ member: 'capacity', message: t('occupancy.capacityWhole') })

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Of each place the first one. */
function faultsOf(
  wish: OccupancyReportWish,
  issues: readonly Issue[],
  known: KnownSources,
): OccupancyFault[] {
  // While a member breaks its own rule, the schema does not look at the conditions between members.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the conditions read no member that has a default
  const draft = wish as Partial<OccupancyReportRequest>
  const all = [
    ...issues.map(({ path, message }) => ({
      path: path.filter((step) => typeof step !== 'symbol'),
      rule: message,
    })),
    ...conditionFaults(draft),
    ...dictionaryFaults(draft, known),
  ]
  const byPlace = new Map(all.toReversed().map((fault) => [fault.path.join('.'), fault]))
  return all.filter((fault) => byPlace.get(fault.path.join('.')) === fault)
}

function faultOf({ path, rule }: OccupancyFault): ReportFault {
  return reportFault(path, `${path.join('.')}: ${ruleText(rule)}.`)
}

/** Rules have the site's English sentences; those that the editor lets somebody break are translated. */
function ruleText(rule: string): string {
  const code = Object.entries(occupancyRules).find(([, words]) => words === rule)?.[0]
  const key = `occupancy.rules.${code}`
  return isKey(key) ? String(formatOf(key).format({ most: MAX_OCCUPANCY_SOURCES })) : rule
}

/** @param path of the member at fault, as the platform names it: `timeRange.end`, `entrancesAndExits.1` */
export function reportFault(path: readonly (string | number)[], message: string): ReportFault {
  const [first, second] = path
  const member = members.find((one) => one === first) ?? 'entrancesAndExits'
  const at = second === undefined ? Number.NaN : Number(second)
  return Number.isInteger(at) ? { member, at, message } : { member, message }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the shape are these
const members = Object.keys(occupancyReportRequest.shape) as ReportMember[]

/** Whether the form has a place for what the platform calls so. */
export const isMember = (name: string | undefined): boolean => members.some((one) => one === name)
