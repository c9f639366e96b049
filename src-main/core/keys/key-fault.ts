import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import type { KeyFault } from '#contract/wall/connection.ts'
import type { KeyVerdict } from '../platform/platform-findings.ts'

export interface RefusedKey {
  readonly verdict: Exclude<KeyVerdict, 'accepted'>
  /** The platform's own word. */
  readonly says: PlatformErrorCode | undefined
  /** By the platform's clock. */
  readonly hasEnded: boolean
  /** It was good once: the platform has accepted it, or made it for this wall. */
  readonly wasGood: boolean
}

/** Why a key is not taken: what the platform says, and where it says nothing what is known of the key. */
export function keyFaultOf({ verdict, says, hasEnded, wasGood }: RefusedKey): KeyFault {
  if (verdict === 'not-allowed') {
    return says === 'organization_not_allowed' ? 'other-organization' : 'not-permitted'
  }
  if (says === 'expired_key' || hasEnded) return 'expired'
  // It has not ended and was good: somebody has taken it back.
  if (wasGood) return 'revoked'
  return says === 'invalid_key' ? 'unknown' : 'unsaid'
}
