import { isPermanent, type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Redactor } from '../log/redactor.ts'
import type { Answered } from '../platform/failure.ts'
import type { KeyCalls } from '../platform/key-calls.ts'
import type { ActiveKey } from './active-key.ts'
import type { KeyMeta } from './key-vault.ts'

/** A key that is not in use yet. With an `id` it was made for this wall, which may revoke it. */
export interface NewKey extends KeyMeta {
  readonly key: string
}

export interface KeyReplacementPorts {
  readonly active: ActiveKey
  readonly calls: Pick<KeyCalls, 'tryOut' | 'own' | 'revoke'>
  /** Ids of the cameras that the key in use opens. */
  readonly cameraIds: () => readonly string[]
  readonly redactor: Redactor
  readonly log: AreaLog
  /** For the operator, when all is done but the old key still lives. */
  readonly onNotice: (error: WallError) => void
}

const STAYS = 'The key in use stays.'

/**
 * Replaces a key that works without a moment in which none does: the new one is tried on the platform, then put into
 * the vault in the place of the old one at one stroke, then used by every call; only after that the old one may be
 * revoked (`revokeSuperseded`). Whatever fails or crashes on the way, the key that the vault holds is one that the platform accepts.
 */
export class KeyReplacement {
  readonly #ports: KeyReplacementPorts

  constructor(ports: KeyReplacementPorts) {
    this.#ports = ports
  }

  /** `make` is asked last of all that can be known before: a platform allows ten keys. */
  async replace(
    make: () => Promise<Result<NewKey, WallError>>,
    choice: Protection | undefined,
  ): Promise<Result<undefined, WallError>> {
    const { active, redactor } = this.#ports
    const before = active.stored
    const storable = await active.canStore(choice)
    if (!storable.ok) return storable
    const made = await make()
    if (!made.ok) return made
    const { key, ...meta } = made.value
    const current = await active.get()
    if (current.ok && current.value === key) {
      return active.set(key, { ...before, orgId: meta.orgId ?? before?.orgId }, choice)
    }
    // Ids that are the same are not those of keys.
    const supersedes = before?.id === meta.id ? undefined : before?.id
    const forget = redactor.add(key)
    try {
      const tried = await this.#tryOut(made.value, before?.orgId)
      const kept = tried.ok
        ? await active.set(key, { ...meta, orgId: meta.orgId ?? before?.orgId, supersedes }, choice)
        : tried
      if (!kept.ok) {
        await this.#giveUp(made.value)
        return fail({ ...kept.error, message: `${kept.error.message} ${STAYS}` })
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
  async revokeSuperseded(): Promise<void> {
    const { active, calls, log, onNotice } = this.#ports
    const id = active.stored?.supersedes
    if (id === undefined) return
    const revoked = await calls.revoke(id)
    const error = revoked.ok || revoked.error.says === 'unknown_key' ? undefined : revoked.error.error
    const isFinal = error === undefined || isPermanent(error.code)
    // Another one may have been put in its place meanwhile.
    if (isFinal && active.stored?.supersedes === id) active.amend({ supersedes: undefined })
    if (error === undefined) return log.info('The key before this one has been revoked.')
    log.warn(error.message, { code: error.code })
    const next = isFinal
      ? 'Revoke it on the platform if it must end earlier.'
      : 'It is tried again at the next start.'
    onNotice(
      wallError(
        error.code,
        `The new key is in use. The old one could not be revoked and ends by itself. ${next}`,
      ),
    )
  }

  /** The name and the end of a key that was pasted, from a platform that tells them. */
  async lookUp(): Promise<void> {
    const { active, calls } = this.#ports
    const asked = await active.get()
    if (!asked.ok || active.stored?.expiresAt !== undefined) return
    const own = await calls.own()
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
          `The new key is of organization ${orgId}, the one in use of ${orgIdBefore}. Add that organization as a platform of its own.`,
        ),
      )
    }
    const cameraIds = this.#ports.cameraIds()
    const tried: Answered<readonly { readonly id: string }[] | undefined> = await this.#ports.calls.tryOut(
      key,
      cameraIds,
    )
    if (!tried.ok) return fail(tried.error.error)
    const opened = tried.value
    const opensNone = opened !== undefined && !opened.some(({ id }) => cameraIds.includes(id))
    return opensNone && cameraIds.length > 0
      ? fail(wallError('not_allowed', 'The new key opens none of the cameras of this wall.'))
      : ok(undefined)
  }

  /** One that was made for nothing would be one of ten. A platform that is away keeps it until it ends. */
  async #giveUp({ id, key }: NewKey): Promise<void> {
    if (id === undefined) return
    const revoked = await this.#ports.calls.revoke(id, async () => ok(key))
    if (!revoked.ok) this.#ports.log.warn('A key that is not used could not be revoked.', { id })
  }
}
