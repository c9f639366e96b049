import type {
  occupancyObjectTypes,
  OccupancyReportWish,
  resetDays,
  resetIntervals,
  resetModes,
  resetValueModes,
} from '#contract/platform/occupancy.ts'
import type { SavedReport } from '#contract/wall/occupancy.ts'
import { printTime } from '../../events/query/printing/print-time.ts'
import { isTwoNumbers } from '../../events/query/reading/read-value.ts'

/** A report as it is typed and chosen: nothing of it has to be right yet. What a mode does not use is kept for the way back. */
export interface ReportForm {
  /** Ids of entrances and zones. */
  readonly sources: readonly string[]
  readonly objectType: (typeof occupancyObjectTypes)[number]
  /** In words: `yesterday`, `last:7d`. */
  readonly window: string
  /** IANA name. */
  readonly timezone: string
  readonly resetMode: (typeof resetModes)[number]
  readonly resetInterval: (typeof resetIntervals)[number]
  readonly resetDay: (typeof resetDays)[number]
  /** `00` to `23`. */
  readonly resetTime: string
  /** Empty: none yet. */
  readonly resetScheduleId: string
  readonly resetValueMode: (typeof resetValueModes)[number]
  readonly resetToValue: string
  readonly resetZoneIds: readonly string[]
  /** How many may be there; empty when not given. */
  readonly capacity: string
  /** Shown when a moment is played; empty: those of the sources. */
  readonly cameraIds: readonly string[]
}

/** @param timezone IANA name of the wall's zone */
export function emptyForm(timezone: string): ReportForm {
  return {
    sources: [],
    objectType: 'PEOPLE',
    window: 'today',
    timezone,
    resetMode: 'TIME',
    resetInterval: 'DAY',
    resetDay: 'SUNDAY',
    resetTime: '00',
    resetScheduleId: '',
    resetValueMode: 'FIXED',
    resetToValue: '0',
    resetZoneIds: [],
    capacity: '',
    cameraIds: [],
  }
}

export function formOf({ definition, window, capacity, cameraIds }: SavedReport): ReportForm {
  const { entrancesAndExits: sources, ...asked } = definition
  return {
    ...asked,
    sources,
    window: printTime(window),
    resetScheduleId: asked.resetScheduleId ?? '',
    resetToValue: String(asked.resetToValue),
    resetZoneIds: asked.resetZoneIds ?? [],
    capacity: capacity === undefined ? '' : String(capacity),
    cameraIds,
  }
}

/** All that the platform is asked but the time. A member that the chosen mode does not use is left out: it would be refused or ignored. */
export function definitionOf(form: ReportForm): Omit<OccupancyReportWish, 'timeRange'> {
  const { sources, objectType, timezone, resetMode, resetInterval, resetDay, resetTime } = form
  const isTimed = resetMode === 'TIME'
  return {
    entrancesAndExits: [...sources],
    objectType,
    timezone: timezone.trim(),
    resetMode,
    ...(isTimed ? { resetInterval, resetTime } : {}),
    ...(isTimed && resetInterval === 'WEEK' ? { resetDay } : {}),
    ...(!isTimed && form.resetScheduleId !== '' ? { resetScheduleId: form.resetScheduleId } : {}),
    resetValueMode: form.resetValueMode,
    ...(form.resetValueMode === 'FIXED'
      ? { resetToValue: numberOf(form.resetToValue) }
      : { resetZoneIds: [...form.resetZoneIds] }),
  }
}

/** Nothing typed is 0, the platform's default; `NaN` for what is no number, or two. */
function numberOf(typed: string): number {
  const text = typed.trim()
  return isTwoNumbers(text) ? Number.NaN : Number(text.replace(',', '.'))
}

/** Undefined when none is given; `NaN` for what is no number. */
export function capacityOf({ capacity }: ReportForm): number | undefined {
  const typed = capacity.trim()
  if (typed === '') return undefined
  return /^\d{1,9}$/.test(typed) && Number(typed) > 0 ? Number(typed) : Number.NaN
}
