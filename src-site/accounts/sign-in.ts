import { fail, ok, type Result } from '#contract/result.ts'
import type { AccountStore } from './account-store.ts'
import type { GuessDelays } from './guess-delays.ts'
import type { PasswordHasher } from './password-hasher.ts'

export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly orgId: string
  /** Of the network. */
  readonly address: string
}

/** `busy`: too many sign-ins at once; `delayed`: too many wrong passwords. Nothing was compared. */
export type SignInFailure =
  | { readonly code: 'invalid_credentials' | 'organization_not_allowed' | 'busy' }
  | { readonly code: 'delayed'; readonly retryInMs: number }

/**
 * Decides whether a person may act for an organization. An organization that does not exist and one that the
 * account does not belong to are the same answer, and neither is given before the password was right. An account that
 * does not exist and a wrong password are the same answer, after the same work and the same delays.
 */
export class SignIn {
  readonly #accounts: AccountStore
  readonly #hasher: PasswordHasher
  readonly #delays: GuessDelays

  constructor(accounts: AccountStore, hasher: PasswordHasher, delays: GuessDelays) {
    this.#accounts = accounts
    this.#hasher = hasher
    this.#delays = delays
  }

  async check(request: SignInRequest): Promise<Result<{ accountId: string }, SignInFailure>> {
    const { email, password, orgId } = request
    if (this.#delays.waitMs(request) > 0) return this.#delayed(request)
    if (this.#hasher.isOverloaded) return fail({ code: 'busy' })
    const account = await this.#accounts.findByEmail(email)
    // Those that wait for their turn are asked again: else a hundred guesses at once would be one.
    const isDue = () => this.#delays.waitMs(request) === 0
    const isRight = await this.#hasher.matches(password, account?.passwordHash, isDue)
    if (isRight === undefined) return this.#delayed(request)
    if (!account || !isRight) {
      this.#delays.wrong(request)
      return fail({ code: 'invalid_credentials' })
    }
    this.#delays.right(request)
    const isMember = await this.#accounts.isMember(account.id, orgId)
    return isMember ? ok({ accountId: account.id }) : fail({ code: 'organization_not_allowed' })
  }

  #delayed(request: SignInRequest): Result<never, SignInFailure> {
    return fail({ code: 'delayed', retryInMs: this.#delays.waitMs(request) })
  }
}
