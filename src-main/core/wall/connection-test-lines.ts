import type { WallError, WallErrorCode } from '#contract/errors.ts'
import type { TestedFunction, TestLine } from '#contract/wall/connection-test.ts'
import type { PlatformFailure } from '../platform/failure.ts'
import type { Clock } from '../time.ts'

/** What one function has shown. */
export type Seen = Pick<TestLine, 'outcome' | 'message' | 'advice'>

const underAssumptions = 'under Assumptions'
/** What to do, where the sentence of a failure does not say it. */
const advice: Partial<Record<WallErrorCode, string>> = {
  unreachable: 'Check the address under Platform, the network and the proxy.',
  timeout: 'Test again; if it stays so, ask whoever runs the platform.',
  platform_failed: 'Test again; if it stays so, ask whoever runs the platform.',
  not_found: `Check the path of this call ${underAssumptions}.`,
  refused: `Check units and names of members ${underAssumptions}; the platform’s own sentence says which.`,
  bad_answer: `Check the names of members ${underAssumptions}.`,
  rate_limited: 'Wait a minute and test again: other walls may use the same key.',
}

export function line(name: TestedFunction, seen: Seen, tookMs = 0): TestLine {
  return { name, ...seen, tookMs }
}

export function failed(
  name: TestedFunction,
  { error: { code, message }, isWorded = false }: Pick<PlatformFailure, 'error' | 'isWorded'>,
  tookMs = 0,
): TestLine {
  // A refusal that is worded for its call says itself what to do.
  const todo = code === 'refused' && isWorded ? undefined : advice[code]
  return line(name, { outcome: 'failed', message, ...(todo === undefined ? {} : { advice: todo }) }, tookMs)
}

/** The platform offers no such thing. */
export function absent(
  name: TestedFunction,
  { message }: WallError,
  tookMs: number,
  todo = `If the platform has it under another path, enter that ${underAssumptions}.`,
): TestLine {
  return line(name, { outcome: 'absent', message, advice: todo }, tookMs)
}

export function skipped(name: TestedFunction, message: string, tookMs = 0): TestLine {
  return line(name, { outcome: 'skipped', message }, tookMs)
}

export async function timed<Value>(
  clock: Clock,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly tookMs: number }> {
  const startMs = clock.monotonicMs()
  const value = await run()
  return { value, tookMs: Math.round(clock.monotonicMs() - startMs) }
}
