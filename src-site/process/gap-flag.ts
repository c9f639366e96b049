import { fail, ok, type Result } from '#contract/result.ts'
import type { GapRule } from '../playback/archive/archive-gaps.ts'

/** Gaps of the looped archive by camera number, instead of the demonstration's own. */
export type ChosenGaps = ReadonlyMap<number, readonly GapRule[]>

const secondMs = 1_000
const written = /^(\d{1,3}):(\d{1,5})@(\d{1,5})\/(\d{1,5})$/

/** Reads `CAMERA:LENGTH@FROM/PERIOD`, all in seconds, as often as it was given. */
export function chosenGaps(flags: readonly string[]): Result<ChosenGaps, string> {
  const chosen = new Map<number, GapRule[]>()
  for (const flag of flags) {
    const [camera = 0, length = 0, from = 0, period = 0] = written.exec(flag)?.slice(1).map(Number) ?? []
    if (length === 0 || from + length > period) {
      return fail(
        '--gap takes CAMERA:LENGTH@FROM/PERIOD in seconds, such as 10:20@240/600, within one period.',
      )
    }
    const rule: GapRule = {
      kind: 'every',
      periodMs: period * secondMs,
      atMs: from * secondMs,
      lengthMs: length * secondMs,
    }
    chosen.set(camera, [...(chosen.get(camera) ?? []), rule])
  }
  return ok(chosen)
}
