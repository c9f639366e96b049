import { fail, ok, type Result } from '#contract/result.ts'
import type { SiteClock } from '../clock.ts'
import type { AccountStore } from './account-store.ts'
import type { Principal } from './principal.ts'
import { readWebToken } from './web-token.ts'

export interface WebTokensOptions {
  /** Undefined: no token has been signed yet. */
  readonly secret: () => string | undefined
  readonly accounts: Pick<AccountStore, 'hasOrganization'>
  readonly clock: SiteClock
}

export type WebTokenFault = 'invalid_token' | 'expired_token' | 'organization_not_allowed'

/** Whom JSON web tokens act for (assumption 32). */
export class WebTokens {
  readonly #options: WebTokensOptions
  readonly #neverRevoked = new AbortController().signal

  constructor(options: WebTokensOptions) {
    this.#options = options
  }

  async find(token: string): Promise<Result<Principal, WebTokenFault>> {
    const { secret, accounts, clock } = this.#options
    const signedWith = secret()
    if (signedWith === undefined) return fail('invalid_token')
    const nowMs = clock.epochMs()
    const read = await readWebToken(token, signedWith, nowMs)
    if (!read.ok) return read
    const { orgId, expiresAtMs } = read.value
    if (!(await accounts.hasOrganization(orgId))) return fail('organization_not_allowed')
    // All tokens of an organization share one allowance: nobody knows how many there are.
    return ok({
      keyId: `tokens of ${orgId}`,
      orgId,
      leftMs: expiresAtMs - nowMs,
      revoked: this.#neverRevoked,
    })
  }
}
