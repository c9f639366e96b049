import { isPermanent, type WallErrorCode } from '#contract/errors.ts'

/**
 * Whose failure it may be. `host`: no media server was reached for this camera, which may be its own fault or that of
 * all (`ConnectQueue` finds out); `camera`: this one alone, and the answer proves that the host is well; `permanent`:
 * somebody has to act first.
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
