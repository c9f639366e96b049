import { fail, ok, type Result } from '#contract/result.ts'
import type { TimeRange } from '../time-range.ts'

export interface RangeRules {
  readonly nowMs: number
  readonly maxRangeMs: number
  readonly retentionMs: number
  /** How far the clock of a client may be ahead of ours. */
  readonly skewMs: number
}

export interface RangeFault {
  readonly code: 'range_invalid' | 'range_too_long' | 'range_in_future' | 'before_retention'
  readonly field: 'start' | 'end'
  /** A sentence for whoever wrote the client. */
  readonly message: string
}

/** Whether a session may be started for a range (assumptions 14 and 29). */
export function checkRange({ startMs, endMs }: TimeRange, rules: RangeRules): Result<void, RangeFault> {
  const { nowMs, maxRangeMs, retentionMs, skewMs } = rules
  if (startMs >= endMs) {
    return fail({ code: 'range_invalid', field: 'end', message: 'The range has to end after it begins.' })
  }
  if (endMs - startMs > maxRangeMs) {
    const message = `A range is at most ${maxRangeMs / 1_000} seconds long.`
    return fail({ code: 'range_too_long', field: 'end', message })
  }
  if (endMs > nowMs + skewMs) {
    return fail({
      code: 'range_in_future',
      field: 'end',
      message: `The range ends in the future: it is ${new Date(nowMs).toISOString()} here.`,
    })
  }
  if (startMs < nowMs - retentionMs) {
    const message = `Footage is kept from ${new Date(nowMs - retentionMs).toISOString()} on.`
    return fail({ code: 'before_retention', field: 'start', message })
  }
  return ok(undefined)
}
