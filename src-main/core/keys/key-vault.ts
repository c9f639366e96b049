import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'

/** Which key: one of each platform and organization. `platform` is its base address, or a fixed name. */
export interface VaultSlot {
  readonly platform: string
  readonly orgId?: string | undefined
}

/** What may be known about a key without knowing it. */
export interface KeyMeta {
  readonly name?: string | undefined
  readonly orgId?: string | undefined
  /** ISO 8601. */
  readonly expiresAt?: string | undefined
}

export interface StoredKey extends KeyMeta {
  readonly protection: Protection
}

export interface VaultOffer {
  /** What a key gets when nobody chooses; undefined where the system offers nothing safe. */
  readonly byDefault: Protection | undefined
  /** What may be chosen, best first. */
  readonly choices: readonly Protection[]
}

/**
 * Keeps API keys between two runs. Nothing of it but `use` ever gives a key out, and only main has a vault.
 * A platform may have several slots; the one stored last is the one in use.
 */
export interface KeyVault {
  /** Sentences about what was found damaged at start. */
  readonly notices: readonly string[]
  offer(): Promise<VaultOffer>
  /**
   * Fails with `vault_weak` when the system offers nothing safe and `choice` names nothing that is offered,
   * with `vault_unavailable` or `storage_failed` when it could not be kept. Replaces the slot's key.
   */
  store(
    slot: VaultSlot,
    key: string,
    meta: KeyMeta,
    choice: Protection | undefined,
  ): Promise<Result<StoredKey, WallError>>
  /** Undefined when this platform has no key. Needs no unlocking. */
  status(platform: string): StoredKey | undefined
  /**
   * Undefined when this platform has no key; `vault_unavailable` when it has one that cannot be read now,
   * `vault_changed` when the store answers and does not have what opens it. Either way the key is kept.
   */
  use(platform: string): Promise<Result<string | undefined, WallError>>
  /** All slots of the platform. */
  clear(platform: string): Promise<Result<undefined, WallError>>
}
