import type { Protection } from '#contract/wall/connection.ts'
import type { RecordedVault } from './recorded-vault.ts'

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
export type KeyVault = Pick<
  RecordedVault,
  'notices' | 'offer' | 'store' | 'amend' | 'status' | 'use' | 'clear'
>
