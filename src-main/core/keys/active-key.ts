import { type WallError, wallError } from '#contract/errors.ts'
import type { PlatformErrorCode } from '#contract/platform/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { KeyFault, KeyStatus, Protection } from '#contract/wall/connection.ts'
import type { Redactor } from '../log/redactor.ts'
import type { KeyVerdict } from '../platform/platform-findings.ts'
import { DAY_IN_MS } from './defaults.ts'
import type { KeyMeta, KeyVault, StoredKey, VaultOffer } from './key-vault.ts'

export interface ActiveKeyOptions {
  readonly vault: KeyVault
  /** Name of the platform in the vault. */
  readonly platform: string
  /** The key opens nothing but a demo on this machine: where nothing safe is offered, the best of the rest will do. */
  readonly mayBeWeak: boolean
  readonly redactor: Redactor
  /** Epoch milliseconds by the platform's clock; undefined before it is known: that of this machine may be wrong. */
  readonly platformNowMs: () => number | undefined
  readonly onChange: () => void
}

/** What a page may know of the vault's offer for a new key; nothing until it is known. */
export function offerStatus(offer: VaultOffer | undefined): Pick<KeyStatus, 'offered' | 'choices'> {
  if (offer === undefined) return {}
  const { byDefault, choices } = offer
  return { ...(byDefault === undefined ? {} : { offered: byDefault }), choices: [...choices] }
}

/** The key that one platform is called with, and what has been learnt of it. In memory as long as it is in use. */
export class ActiveKey {
  readonly #options: ActiveKeyOptions
  #offer: VaultOffer | undefined
  #loading: Promise<Result<string, WallError>> | undefined
  #key: string | undefined
  #verdict: KeyVerdict | undefined
  /** The platform's error code that came with the verdict. */
  #platformCode: PlatformErrorCode | undefined
  #wasAccepted = false
  #problem: 'unavailable' | 'unreadable' | undefined
  #unredact: () => void = () => {}
  /** Raised with every change of the key. */
  #generation = 0

  constructor(options: ActiveKeyOptions) {
    this.#options = options
  }

  /** Asks the vault what it offers and for the key, so that `status` is complete. */
  async load(): Promise<void> {
    this.#offer = await this.#options.vault.offer()
    await this.get()
    this.#options.onChange()
  }

  /** `no_key`, `vault_unavailable` or `vault_changed`. A vault that did not answer is asked again by the next call. */
  async get(): Promise<Result<string, WallError>> {
    if (this.#key !== undefined) return ok(this.#key)
    this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Whether a key could be kept at all: asked before one is made, because a platform allows only ten. */
  async canStore(choice: Protection | undefined): Promise<Result<undefined, WallError>> {
    this.#offer = await this.#options.vault.offer()
    const { byDefault, choices } = this.#offer
    const chosen = this.#choose(choice)
    return byDefault !== undefined || (chosen !== undefined && choices.includes(chosen))
      ? ok(undefined)
      : fail(wallError('vault_weak'))
  }

  async set(
    key: string,
    meta: KeyMeta,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    this.#offer = await this.#options.vault.offer()
    const forget = this.#options.redactor.add(key)
    const slot = { platform: this.#options.platform, orgId: meta.orgId }
    const stored = await this.#options.vault.store(slot, key, meta, this.#choose(choice))
    if (!stored.ok) {
      forget()
      return stored
    }
    this.#use(key, forget)
    this.#options.onChange()
    return ok(undefined)
  }

  /** A store that was away offered nothing when it was last asked. */
  async lookAgain(): Promise<void> {
    this.#offer = await this.#options.vault.offer(true)
    this.#options.onChange()
  }

  async clear(): Promise<Result<undefined, WallError>> {
    const cleared = await this.#options.vault.clear(this.#options.platform)
    if (cleared.ok) this.#use(undefined, () => {})
    this.#options.onChange()
    return cleared
  }

  /** Returns true when a key that was thought to be rejected turns out to work. */
  judge(key: string, verdict: KeyVerdict, platformCode?: PlatformErrorCode): boolean {
    // An answer to a key that was replaced in the meantime does not concern its successor.
    if (key !== this.#key) return false
    // A key that was accepted once stays accepted: a later 403 concerns one camera.
    if (verdict === 'not-allowed' && this.#verdict === 'accepted') return false
    const isRestored = verdict === 'accepted' && this.#verdict === 'rejected'
    this.#verdict = verdict
    this.#platformCode = platformCode
    this.#wasAccepted ||= verdict === 'accepted'
    return isRestored
  }

  /** What the vault knows of the key, its name on the platform included. */
  get stored(): StoredKey | undefined {
    return this.#options.vault.status(this.#options.platform)
  }

  /** More has been learnt of the key in use. A disk that is full costs no more than asking again at the next start. */
  amend(meta: KeyMeta): void {
    const { stored } = this
    if (stored === undefined) return
    this.#options.vault.amend(this.#options.platform, { ...stored, ...meta })
    this.#options.onChange()
  }

  status(): KeyStatus {
    const { stored } = this
    const state = this.#stateOf(stored !== undefined)
    if (stored === undefined) return { state, ...offerStatus(this.#offer) }
    const { protection, name, orgId, expiresAt } = stored
    const days = daysLeft(expiresAt, this.#options.platformNowMs())
    const isAutomatic = this.#options.mayBeWeak && protection !== 'os-keyring'
    const fault = this.#faultOf(expiresAt, days)
    return {
      state,
      ...(fault === undefined ? {} : { fault }),
      ...offerStatus(this.#offer),
      ...(isAutomatic ? { automatic: true } : {}),
      protection,
      name,
      orgId,
      expiresAt,
      ...(days === undefined ? {} : { daysLeft: days }),
    }
  }

  dispose(): void {
    this.#use(undefined, () => {})
  }

  /** Why a key is refused: by the platform's error code, or without one by what is known of the key. */
  #faultOf(expiresAt: string | undefined, days: number | undefined): KeyFault | undefined {
    const code = this.#platformCode
    if (this.#problem !== undefined) return undefined
    if (this.#verdict === 'not-allowed') {
      return code === 'organization_not_allowed' ? 'other-organization' : 'not-permitted'
    }
    if (this.#verdict !== 'rejected') return undefined
    if (code === 'expired_key' || (days !== undefined && days < 0)) return 'expired'
    // It worked and has not expired, so it was revoked. Only a platform that accepts a key reports when it ends.
    if (this.#wasAccepted || expiresAt !== undefined) return 'revoked'
    return code === 'invalid_key' ? 'unknown' : 'unsaid'
  }

  #stateOf(isStored: boolean): KeyStatus['state'] {
    if (!isStored) return 'none'
    if (this.#problem !== undefined) return this.#problem
    if (this.#verdict === 'rejected' || this.#verdict === 'not-allowed') return this.#verdict
    // Until it has been read the vault's word is taken; a record whose secret is gone is no key.
    return this.#key === undefined && this.#loading === undefined && this.#offer !== undefined
      ? 'none'
      : 'present'
  }

  async #fetch(): Promise<Result<string, WallError>> {
    const generation = this.#generation
    const used = await this.#options.vault.use(this.#options.platform)
    // A key that was set or removed meanwhile: that is newer than the answer.
    if (generation !== this.#generation) {
      return this.#key === undefined ? fail(wallError('no_key')) : ok(this.#key)
    }
    const before = this.#problem
    this.#problem = used.ok ? undefined : used.error.code === 'vault_changed' ? 'unreadable' : 'unavailable'
    if (!used.ok) {
      if (before !== this.#problem) this.#options.onChange()
      return used
    }
    if (used.value === undefined) return fail(wallError('no_key'))
    this.#use(used.value, this.#options.redactor.add(used.value))
    if (before !== undefined) {
      this.#options.onChange()
      void this.lookAgain()
    }
    return ok(used.value)
  }

  #use(key: string | undefined, unredact: () => void): void {
    this.#unredact()
    this.#unredact = unredact
    this.#generation += 1
    this.#key = key
    this.#verdict = undefined
    this.#platformCode = undefined
    this.#wasAccepted = false
    this.#problem = undefined
  }

  /** Without a choice a key is kept as the one before it was chosen to be, where nothing better is offered. */
  #choose(choice: Protection | undefined): Protection | undefined {
    if (choice !== undefined || this.#offer === undefined) return choice
    const { byDefault, choices } = this.#offer
    if (byDefault !== undefined) return this.#options.mayBeWeak ? byDefault : undefined
    const before = this.stored?.protection
    if (before !== undefined && choices.includes(before)) return before
    return this.#options.mayBeWeak ? choices[0] : undefined
  }
}

/** Whole days until the end of a key (ISO 8601), negative once it has ended; undefined where no end or no time is known. */
function daysLeft(expiresAt: string | undefined, platformNowMs: number | undefined): number | undefined {
  const endMs = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt)
  return Number.isNaN(endMs) || platformNowMs === undefined
    ? undefined
    : Math.floor((endMs - platformNowMs) / DAY_IN_MS)
}
