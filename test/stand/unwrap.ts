import type { WallErrorCode } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'

/** What was asked for; throws what came in its place. */
export function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value
  throw new Error(`refused: ${JSON.stringify(result.error)}`)
}

/** What a call that was refused is to answer, among other things. */
export const refusedWith = (code: WallErrorCode) => ({ ok: false, error: { code } })
