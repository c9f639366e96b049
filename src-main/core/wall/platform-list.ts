import { isDeepStrictEqual } from 'node:util'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type {
  EnteredAddress,
  ListedPlatform,
  newPlatformSchema,
  PlatformAddress,
} from '#contract/wall/connection.ts'
import { isUnencrypted } from '#contract/wall/encryption.ts'
import type { z } from 'zod'
import type { KeyVault } from '../keys/key-vault.ts'
import { occupancySlot } from '../occupancy/occupancy-credential.ts'
import type { SettingsStore, StoredState } from '../settings/settings-store.ts'
import { platformAt, type StoredPlatform, withoutPlatform } from '../settings/stored-platforms.ts'
import { tidyAddress } from './platform-address.ts'
import type { SalvoFile } from './salvo-file.ts'

export interface PlatformListOptions {
  readonly settings: Pick<SettingsStore, 'state'>
  readonly vault: Pick<KeyVault, 'status' | 'clear'>
  readonly salvoFile: Pick<SalvoFile, 'forget'>
  readonly keep: (change: Partial<StoredState>) => Promise<void>
}

/** The platforms of this workstation. `ActivePlatform` decides which one the wall shows. */
export class PlatformList {
  readonly #options: PlatformListOptions
  /** Those whose keys are being taken out of the vault. */
  readonly #leaving = new Set<string>()

  constructor(options: PlatformListOptions) {
    this.#options = options
  }

  get listed(): ListedPlatform[] {
    return this.#all.map(({ id, name, address, orgId }) => ({
      id,
      name,
      baseUrl: address.baseUrl,
      orgId: orgId ?? this.#options.vault.status(id)?.orgId,
      hasKey: this.#options.vault.status(id) !== undefined,
    }))
  }

  find(id: string | undefined): StoredPlatform | undefined {
    return this.#all.find((platform) => platform.id === id)
  }

  /**
   * The listed one that has this base address, `shown` before others, with that address; a new one otherwise. Refused
   * where that platform had another address than `from` meanwhile.
   */
  place(
    { acceptsUnencrypted = false, ...address }: EnteredAddress,
    shown?: string,
    from?: PlatformAddress,
  ): Result<StoredPlatform, WallError> {
    const tidied = tidyAddress(address)
    if (!tidied.ok) return tidied
    const { baseUrl } = tidied.value
    const current = this.find(shown)
    const listed = current?.address.baseUrl === baseUrl ? current : platformAt(this.#all, baseUrl)
    if (listed !== undefined && this.isLeaving(listed.id)) return fail(notListed)
    if (from?.baseUrl === baseUrl && !isDeepStrictEqual(from, listed?.address))
      return fail(wallError('refused', exactMessage('address_changed')))
    if (listed === undefined && !acceptsUnencrypted && isUnencrypted(baseUrl))
      return fail(wallError('unencrypted'))
    return ok(this.#put({ id: baseUrl, name: '', ...listed, address: tidied.value }))
  }

  /** Refused where the platform is listed already, for this organization. */
  add({ name, address, orgId }: z.output<typeof newPlatformSchema>): Result<StoredPlatform, WallError> {
    const { acceptsUnencrypted = false, ...entered } = address
    const tidied = tidyAddress(entered)
    if (!tidied.ok) return tidied
    const { baseUrl } = tidied.value
    if (!acceptsUnencrypted && isUnencrypted(baseUrl)) return fail(wallError('unencrypted'))
    const twins = this.listed.filter((platform) => platform.baseUrl === baseUrl)
    if (twins.length > 0 && orgId === undefined) {
      return fail(wallError('refused', exactMessage('platform_listed')))
    }
    if (twins.some((twin) => twin.orgId === orgId)) {
      return fail(wallError('refused', exactMessage('organization_listed')))
    }
    // A blank is in no address, so this is no other platform's.
    const id = twins.length === 0 ? baseUrl : `${baseUrl} ${orgId}`
    return ok(this.#put({ id, name, address: tidied.value, orgId }))
  }

  rename(id: string, name: string): Result<undefined, WallError> {
    const platform = this.find(id)
    if (platform === undefined) return fail(notListed)
    this.#put({ ...platform, name })
    return ok(undefined)
  }

  /** Whether it is being removed: the wall is not to show it any more. */
  isLeaving(id: string): boolean {
    return this.#leaving.has(id)
  }

  /** Together with its key and what is put aside for it. */
  async remove(id: string): Promise<Result<undefined, WallError>> {
    if (this.find(id) === undefined || this.isLeaving(id)) return fail(notListed)
    this.#leaving.add(id)
    const shelf = this.#options.settings.state.shelves[id]
    try {
      for (const slot of [id, occupancySlot(id)]) {
        const cleared = await this.#options.vault.clear(slot)
        if (!cleared.ok) return cleared
      }
    } finally {
      this.#leaving.delete(id)
    }
    const now = this.#options.settings.state
    // Settings were imported meanwhile, and it is theirs.
    if (now.shown === id || now.shelves[id] !== shelf) return fail(platformShown)
    if (!this.#options.salvoFile.forget(id)) return fail(wallError('storage_failed'))
    await this.#options.keep(withoutPlatform(now, id))
    return ok(undefined)
  }

  get #all(): readonly StoredPlatform[] {
    return this.#options.settings.state.platforms
  }

  #put(platform: StoredPlatform): StoredPlatform {
    const isListed = this.find(platform.id) !== undefined
    const platforms = isListed
      ? this.#all.map((other) => (other.id === platform.id ? platform : other))
      : [...this.#all, platform]
    void this.#options.keep({ platforms })
    return platform
  }
}

export const platformShown = wallError('refused', exactMessage('platform_shown'))
export const notListed = wallError('bad_request', exactMessage('platform_not_listed'))
