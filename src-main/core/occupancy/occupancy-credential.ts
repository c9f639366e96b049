import { type WallError, wallError } from '#contract/errors.ts'
import { fail, type Result } from '#contract/result.ts'
import { ActiveKey, type ActiveKeyPorts } from '../keys/active-key.ts'
import { isHeaderSafe } from '../keys/is-header-safe.ts'

export interface OccupancyCredentialPorts extends Omit<ActiveKeyPorts, 'onChange'> {
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
  readonly #ports: OccupancyCredentialPorts
  readonly #own: ActiveKey

  constructor(ports: OccupancyCredentialPorts) {
    this.#ports = ports
    this.#own = new ActiveKey({
      ...ports,
      platform: occupancySlot(ports.platform),
      onChange: () => undefined,
    })
  }

  get isSet(): boolean {
    return this.#own.stored !== undefined
  }

  /** A vault that does not open the credential is not a reason to send the key instead. */
  async get(): Promise<Result<string, WallError>> {
    return this.isSet ? this.#own.get() : this.#ports.key.get()
  }

  /** Kept as the key is. */
  async set(credential: string): Promise<Result<undefined, WallError>> {
    if (!isHeaderSafe(credential)) {
      const sentence = 'This is no credential: it contains blanks, line breaks or letters that none has.'
      return fail(wallError('bad_request', sentence))
    }
    const set = await this.#own.set(credential, {}, this.#ports.key.stored?.protection)
    if (set.ok) this.#ports.onChanged()
    return set
  }

  async clear(): Promise<Result<undefined, WallError>> {
    const cleared = await this.#own.clear()
    if (cleared.ok) this.#ports.onChanged()
    return cleared
  }

  dispose(): void {
    this.#own.dispose()
  }
}
