/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { describe, expect, it } from 'vitest'
import { type WallErrorCode, wallErrors } from '#contract/errors.ts'
import { failureScope } from '#renderer/live/failure-policy.ts'

describe('failureScope', () => {
  it.each([
    ['media_unreachable', 'host'],
    ['unreachable', 'host'],
    ['timeout', 'host'],
    ['platform_failed', 'host'],
    ['shell_lost', 'host'],
    ['ticket_refused', 'camera'],
    ['rate_limited', 'camera'],
    ['bad_answer', 'camera'],
    ['key_rejected', 'permanent'],
    ['not_allowed', 'permanent'],
    ['not_found', 'permanent'],
  ] as const)('%s concerns the %s', (code, scope) => {
    expect(failureScope(code)).toBe(scope)
  })

  it('calls nothing permanent that recovers by itself', () => {
    for (const code of Object.keys(wallErrors) as WallErrorCode[]) {
      expect(failureScope(code) === 'permanent').toBe(wallErrors[code].permanent)
    }
  })
})
