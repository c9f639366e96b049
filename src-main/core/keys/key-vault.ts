import type { ExactMessage } from '#contract/exact-words.ts'
import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'

/** Which key: one of each platform of the list. */
export interface VaultSlot {
  /** Its id in the list, or a fixed name. */
  readonly platform: string
  /** Of the key, as far as known. */
  readonly orgId?: string | undefined
}

/** What may be known about a key without knowing it. */
export interface KeyMeta {
  readonly name?: string | undefined
  readonly orgId?: string | undefined
  /** ISO 8601. */
  readonly expiresAt?: string | undefined
  /** The platform's own name for it; only of keys that this wall made itself. */
  readonly id?: string | undefined
  /** Ids of the keys before it that have not been revoked yet. */
  readonly supersedes?: readonly string[] | undefined
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
 * A platform has one key. A file of an older version may hold several; the one stored last is the one in use.
 */
export interface KeyVault {
  /** About what was found damaged at start. */
  readonly notices: readonly ExactMessage[]
  /** `isAnew`: also of a store that has come since this process asked first. That may take seconds. */
  offer(isAnew?: boolean): Promise<VaultOffer>
  /**
   * Fails with `vault_weak` when the system offers nothing safe and `choice` names nothing that is offered,
   * with `vault_unavailable` or `storage_failed` when it could not be kept. Replaces the platform's key, at one moment:
   * a crash leaves the old one or the new one, a failure the old one.
   */
  store(
    slot: VaultSlot,
    key: string,
    meta: KeyMeta,
    choice: Protection | undefined,
  ): Promise<Result<StoredKey, WallError>>
  /** Of the key in use. `storage_failed` when it could not be kept; then it counts for this run. */
  amend(platform: string, meta: KeyMeta): Result<undefined, WallError>
  /** Undefined when this platform has no key. Needs no unlocking. */
  status(platform: string): StoredKey | undefined
  /**
   * Undefined when this platform has no key; `vault_unavailable` when it has one that cannot be read now,
   * `vault_changed` when the store answers and does not have what opens it. Either way the key is kept.
   */
  use(platform: string): Promise<Result<string | undefined, WallError>>
  /** With all that is held of the platform. */
  clear(platform: string): Promise<Result<undefined, WallError>>
}
