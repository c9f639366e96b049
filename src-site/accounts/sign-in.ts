import { fail, ok, type Result } from '#contract/result.ts'
import { type Refusal, retryAfter, tooManyRequests } from '../api/refusal.ts'
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

const wrong: Refusal = { code: 'invalid_credentials', message: 'E-mail or password is wrong.' }
const notAllowed: Refusal = {
  code: 'organization_not_allowed',
  message: 'This account does not belong to the organization.',
  field: 'orgId',
}

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

  async check(request: SignInRequest): Promise<Result<{ accountId: string }, Refusal>> {
    const { email, password, orgId } = request
    if (this.#delays.waitMs(request) > 0) return this.#delayed(request)
    if (this.#hasher.isOverloaded) return fail(tooManyRequests(1_000))
    const account = await this.#accounts.findByEmail(email)
    // Those that wait for their turn are asked again: else a hundred guesses at once would be one.
    const isDue = () => this.#delays.waitMs(request) === 0
    const note = (isRight: boolean) => (isRight ? this.#delays.right(request) : this.#delays.wrong(request))
    const isRight = await this.#hasher.matches(password, account?.passwordHash, isDue, note)
    if (isRight === undefined) return this.#delayed(request)
    if (!account || !isRight) return fail(wrong)
    const isMember = await this.#accounts.isMember(account.id, orgId)
    return isMember ? ok({ accountId: account.id }) : fail(notAllowed)
  }

  /** Too many wrong passwords: nothing was compared. */
  #delayed(request: SignInRequest): Result<never, Refusal> {
    return fail({
      code: 'sign_in_delayed',
      message: 'Too many wrong passwords. Try again after the time in Retry-After.',
      headers: retryAfter(this.#delays.waitMs(request)),
    })
  }
}
