import { fail, ok, type Result } from '#contract/result.ts'
import type { AccountStore } from './account-store.ts'
import type { PasswordHasher } from './password-hasher.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly orgId: string
}

/** `busy`: too many sign-ins at once; nothing was compared. */
export type SignInFailure = 'invalid_credentials' | 'organization_not_allowed' | 'busy'

/**
 * Decides whether a person may act for an organization. An organization that does not exist and one that the
 * account does not belong to are the same answer, and neither is given before the password was right.
 */
export class SignIn {
  readonly #accounts: AccountStore
  readonly #hasher: PasswordHasher

  constructor(accounts: AccountStore, hasher: PasswordHasher) {
    this.#accounts = accounts
    this.#hasher = hasher
  }

  async check({
    email,
    password,
    orgId,
  }: SignInRequest): Promise<Result<{ accountId: string }, SignInFailure>> {
    if (this.#hasher.isOverloaded) return fail('busy')
    const account = await this.#accounts.findByEmail(email)
    const isRight = await this.#hasher.matches(password, account?.passwordHash)
    if (!account || !isRight) return fail('invalid_credentials')
    const isMember = await this.#accounts.isMember(account.id, orgId)
    return isMember ? ok({ accountId: account.id }) : fail('organization_not_allowed')
  }
}
