import { isPermanent, type WallError, wallError, withMore } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import type { EmbeddedSite } from '#contract/process/launch.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { PlatformResult } from '../platform/failure.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { ActiveKey } from './active-key.ts'
import { SECONDS_A_DAY } from './defaults.ts'
import { isHeaderSafe } from './is-header-safe.ts'
import type { KeyMeta } from './key-vault.ts'

export type SignIn = EmbeddedSite['account']

export interface KeyServiceOptions {
  readonly active: ActiveKey
  readonly client: Pick<PlatformClient, 'createApiKey' | 'keys'>
  /** Of the platform's entry in the list, where the operator named one. */
  readonly orgId: string | undefined
  /** Ids of the cameras that the key in use opens. */
  readonly cameraIds: () => readonly string[]
  readonly redactor: Redactor
  readonly log: AreaLog
  /** Another key is in use, or none. Resolves when the platform has been asked with it, or after a while. */
  readonly onChanged: () => Promise<void>
  /** For the operator, when all is done but the old key still lives. */
  readonly onNotice: (error: WallError) => void
}

/** A key that is not in use yet. With an `id` it was made for this wall, which may revoke it. */
interface NewKey extends KeyMeta {
  readonly key: string
}

/** Everything that is done to the key of one platform, one after another. */
export class KeyService {
  readonly #options: KeyServiceOptions
  #isBusy = false

  constructor(options: KeyServiceOptions) {
    this.#options = options
  }

  /** One that somebody has pasted. */
  async set(
    key: string,
    orgId: string | undefined,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    if (!isHeaderSafe(key)) {
      return fail(wallError('bad_request', exactMessage('no_key_text')))
    }
    return this.#change(orgId, async () => ok({ key, orgId: orgId ?? this.#options.orgId }), choice)
  }

  /** Signs in and keeps the key that is made. The password is in nothing that outlives the call. */
  async make(
    account: SignIn,
    { name, expiresInDays }: { readonly name: string; readonly expiresInDays: number },
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    const { client } = this.#options
    const make = async (): Promise<Result<NewKey, WallError>> => {
      const made = await client.createApiKey({
        ...account,
        name,
        expiresInSeconds: expiresInDays * SECONDS_A_DAY,
      })
      if (!made.ok) return fail(made.error.error)
      const { key, id, expiresAtMs, ...reported } = made.value
      return ok({
        key,
        id,
        name: reported.name ?? name,
        orgId: reported.orgId ?? account.orgId,
        expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs).toISOString(),
      })
    }
    return this.#change(account.orgId, make, choice)
  }

  async clear(): Promise<Result<undefined, WallError>> {
    return this.#alone(async () => {
      const cleared = await this.#options.active.clear()
      if (cleared.ok) await this.#options.onChanged()
      return cleared
    })
  }

  /** What is left to do with a key that has been accepted: to give up the one before it, and to learn its end. */
  async settle(): Promise<void> {
    await this.#revokeSuperseded()
    void this.#lookUp()
  }

  async #change(
    orgId: string | undefined,
    make: () => Promise<Result<NewKey, WallError>>,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    const listedFor = this.#options.orgId
    if (listedFor !== undefined && orgId !== undefined && orgId !== listedFor) {
      return fail(
        wallError(
          'bad_request',
          exactMessage('key_of_listed_organization', { listed: listedFor, organization: orgId }),
        ),
      )
    }
    return this.#alone(async () => {
      const { active } = this.#options
      const isInUse = active.status().state === 'present'
      // Checked before the key is made: a platform allows ten keys, and one that cannot be stored would use up one.
      const storable = await active.canStore(choice)
      if (!storable.ok) return storable
      const made = await make()
      if (!made.ok) return made
      const changed = await (isInUse
        ? this.#replace(made.value, choice)
        : this.#keepFirst(made.value, choice))
      if (changed.ok) {
        await this.#options.onChanged()
        await this.settle()
      }
      return changed
    })
  }

  /** Without a working key there is nothing to lose: a key that the platform does not accept is kept as rejected. */
  #keepFirst(
    { key, ...meta }: NewKey,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    const { supersedes } = this.#options.active.stored ?? {}
    return this.#options.active.set(key, { ...meta, supersedes }, choice)
  }

  /**
   * Replaces a key that works without a moment in which none does: the new one is tried on the platform, then put into
   * the vault in the place of the old one at one stroke, then used by every call; only after that the old one may be
   * revoked (`#revokeSuperseded`). Whatever fails or crashes on the way, the key that the vault holds is one that the
   * platform accepts.
   */
  async #replace(made: NewKey, choice: Protection | undefined): Promise<Result<undefined, WallError>> {
    const { active, redactor } = this.#options
    const before = active.stored
    const { key, ...meta } = made
    const current = await active.get()
    if (current.ok && current.value === key) {
      return active.set(key, { ...before, orgId: meta.orgId ?? before?.orgId }, choice)
    }
    // Ids that are the same are not those of keys.
    const replaced = before?.id === undefined || before.id === meta.id ? [] : [before.id]
    const supersedes = [...(before?.supersedes ?? []), ...replaced]
    const forget = redactor.add(key)
    try {
      const tried = await this.#tryOut(made, before?.orgId)
      const kept = tried.ok
        ? await active.set(key, { ...meta, orgId: meta.orgId ?? before?.orgId, supersedes }, choice)
        : tried
      if (!kept.ok) {
        await this.#giveUp(made)
        return fail(withMore(kept.error, exactMessage('key_stays')))
      }
    } finally {
      forget()
    }
    // A new key that ends with this run leaves the next one to the old key.
    const isKeptAsWell = active.stored?.protection !== 'session' || before?.protection === 'session'
    if (!isKeptAsWell) active.amend({ supersedes: undefined })
    return ok(undefined)
  }

  /** Once all calls use the new key. Also at the next start, after a crash: a key that the platform no longer knows has been revoked. */
  async #revokeSuperseded(): Promise<void> {
    for (const id of this.#options.active.stored?.supersedes ?? []) await this.#revoke(id)
  }

  async #revoke(id: string): Promise<void> {
    const { active, client, log, onNotice } = this.#options
    const revoked = await client.keys.revoke(id)
    const error = revoked.ok || revoked.error.platformCode === 'unknown_key' ? undefined : revoked.error.error
    const isFinal = error === undefined || isPermanent(error.code)
    if (isFinal) active.amend({ supersedes: active.stored?.supersedes?.filter((one) => one !== id) })
    if (error === undefined) return log.info('The key before this one has been revoked.')
    log.warn(error.message, { code: error.code })
    onNotice(wallError(error.code, exactMessage(isFinal ? 'old_key_not_revoked' : 'old_key_not_revoked_yet')))
  }

  /** Asks the platform for the name and the expiry of a pasted key, where it has such a call. */
  async #lookUp(): Promise<void> {
    const { active, client } = this.#options
    const asked = await active.get()
    if (!asked.ok || active.stored?.expiresAt !== undefined) return
    const own = await client.keys.own()
    const current = await active.get()
    if (!own.ok || own.value.expiresAtMs === undefined || !current.ok || current.value !== asked.value) return
    const { name, expiresAtMs } = own.value
    active.amend({ name, expiresAt: new Date(expiresAtMs).toISOString() })
  }

  async #tryOut({ key, orgId }: NewKey, orgIdBefore: string | undefined) {
    if (orgId !== undefined && orgIdBefore !== undefined && orgId !== orgIdBefore) {
      return fail(
        wallError(
          'not_allowed',
          exactMessage('key_of_other_organization', { organization: orgId, before: orgIdBefore }),
        ),
      )
    }
    const cameraIds = this.#options.cameraIds()
    const tried: PlatformResult<readonly { readonly id: string }[] | undefined> =
      await this.#options.client.keys.tryOut(key, cameraIds)
    if (!tried.ok) return fail(tried.error.error)
    const opened = tried.value
    const opensNone = opened !== undefined && !opened.some(({ id }) => cameraIds.includes(id))
    return opensNone && cameraIds.length > 0
      ? fail(wallError('not_allowed', exactMessage('key_opens_no_camera')))
      : ok(undefined)
  }

  /** Revokes a key that was made and is not used: it counts towards the limit of ten until it expires. */
  async #giveUp({ id, key }: NewKey): Promise<void> {
    if (id === undefined) return
    const revoked = await this.#options.client.keys.revoke(id, async () => ok(key))
    if (!revoked.ok) this.#options.log.warn('A key that is not used could not be revoked.', { id })
  }

  /** Two operators at two monitors must not replace each other's key. */
  async #alone<Value>(run: () => Promise<Result<Value, WallError>>): Promise<Result<Value, WallError>> {
    if (this.#isBusy) {
      return fail(wallError('refused', exactMessage('key_being_changed')))
    }
    this.#isBusy = true
    try {
      return await run()
    } finally {
      this.#isBusy = false
    }
  }
}
