import { lastReset, nextReset, scheduleResets, timeResets } from '#contract/time/reset-instants.ts'
import type { OccupancyDefinition, OccupancySchedule } from '#contract/wall/occupancy.ts'

export interface ResetTimes {
  /** In the platform's form: `DAY 04:00`, `WEEK MONDAY 04:00`, `SCHEDULE Opening hours`. */
  readonly rule: string
  /** Epoch milliseconds; undefined where no reset is known. */
  readonly lastMs: number | undefined
  readonly nextMs: number | undefined
}

/** The resets of a report around an instant, by its own rule. Undefined for a schedule that the platform does not list. */
export function resetTimesOf(
  definition: OccupancyDefinition,
  schedules: readonly OccupancySchedule[],
  atMs: number,
): ResetTimes | undefined {
  if (definition.resetMode === 'TIME') return timesOf(timeResets(definition), atMs)
  const schedule = schedules.find(({ id }) => id === definition.resetScheduleId)
  if (schedule === undefined) return undefined
  const { timezone } = schedule
  return timezone === undefined
    ? { rule: `SCHEDULE ${schedule.name}`, lastMs: undefined, nextMs: undefined }
    : timesOf(scheduleResets({ ...schedule, timezone }), atMs)
}

function timesOf(plan: ReturnType<typeof timeResets>, atMs: number): ResetTimes {
  return { rule: plan.rule, lastMs: lastReset(plan, atMs), nextMs: nextReset(plan, atMs) }
}
