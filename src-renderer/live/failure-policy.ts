import { isPermanent, type WallErrorCode } from '#contract/errors.ts'

/**
 * Whose failure it is. `host`: nobody can be reached, so nobody else should try meanwhile; `camera`: this one
 * alone, and the answer proves that the host is well; `permanent`: somebody has to act first.
 */
export type FailureScope = 'host' | 'camera' | 'permanent'

const hostCodes: ReadonlySet<WallErrorCode> = new Set([
  'unreachable',
  'timeout',
  'platform_failed',
  'media_unreachable',
  'shell_lost',
])

export function failureScope(code: WallErrorCode): FailureScope {
  if (hostCodes.has(code)) return 'host'
  return isPermanent(code) ? 'permanent' : 'camera'
}
