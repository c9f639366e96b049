import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, type Result } from '#contract/result.ts'
import { ActiveKey, type ActiveKeyOptions } from '../keys/active-key.ts'
import { isHeaderSafe } from '../keys/is-header-safe.ts'

export interface OccupancyCredentialOptions extends Omit<ActiveKeyOptions, 'onChange'> {
  /** The platform's API key. */
  readonly key: Pick<ActiveKey, 'get' | 'stored'>
  /** Another credential is sent from now on. */
  readonly onChanged: () => void
}

/** Name in the vault of what a platform wants for its occupancy reports instead of the key. */
export function occupancySlot(platform: string): string {
  return `${platform} (occupancy)`
}

/** What occupancy reports are asked for with: the API key, or a credential of its own where one was set (assumption 32). */
export class OccupancyCredential {
  readonly #options: OccupancyCredentialOptions
  readonly #own: ActiveKey

  constructor(options: OccupancyCredentialOptions) {
    this.#options = options
    this.#own = new ActiveKey({
      ...options,
      platform: occupancySlot(options.platform),
      onChange: () => undefined,
    })
  }

  get isSet(): boolean {
    return this.#own.stored !== undefined
  }

  /** A vault that does not open the credential is not a reason to send the key instead. */
  async get(): Promise<Result<string, WallError>> {
    return this.isSet ? this.#own.get() : this.#options.key.get()
  }

  /** Kept as the key is. */
  async set(credential: string): Promise<Result<undefined, WallError>> {
    if (!isHeaderSafe(credential)) {
      return fail(wallError('bad_request', exactMessage('no_credential_text')))
    }
    const set = await this.#own.set(credential, {}, this.#options.key.stored?.protection)
    if (set.ok) this.#options.onChanged()
    return set
  }

  async clear(): Promise<Result<undefined, WallError>> {
    const cleared = await this.#own.clear()
    if (cleared.ok) this.#options.onChanged()
    return cleared
  }

  dispose(): void {
    this.#own.dispose()
  }
}
