import { ok } from '#contract/result.ts'
import type { KeyMeta, KeyVault, StoredKey, VaultSlot } from '#main/core/keys/key-vault.ts'

/** Forgets everything at exit, and says so: every key is one for this session. */
export class MemoryVault implements KeyVault {
  readonly notices = []
  readonly #keys = new Map<string, KeyMeta & { readonly key: string }>()

  async offer() {
    return { byDefault: 'session', choices: ['session'] } as const
  }

  async store(slot: VaultSlot, key: string, meta: KeyMeta) {
    this.#keys.set(slot.platform, { ...meta, key })
    return ok<StoredKey>({ ...meta, protection: 'session' })
  }

  amend(platform: string, meta: KeyMeta) {
    const kept = this.#keys.get(platform)
    if (kept !== undefined) this.#keys.set(platform, { ...meta, key: kept.key })
    return ok(undefined)
  }

  status(platform: string): StoredKey | undefined {
    const kept = this.#keys.get(platform)
    if (kept === undefined) return undefined
    const { key: _, ...meta } = kept
    return { ...meta, protection: 'session' }
  }

  async use(platform: string) {
    return ok(this.#keys.get(platform)?.key)
  }

  async clear(platform: string) {
    this.#keys.delete(platform)
    return ok(undefined)
  }
}

/** A system without a keyring. */
export function weakVault(): KeyVault {
  const vault: KeyVault = new MemoryVault()
  vault.offer = async () => ({ byDefault: undefined, choices: ['plain-file', 'session'] })
  return vault
}
