import { type WallError, wallError } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Protection } from '#contract/wall/connection.ts'
import type { AreaLog } from '../log/logger.ts'
import type { Clock } from '../time.ts'
import type { KeyMeta, KeyVault, StoredKey, VaultOffer, VaultSlot } from './key-vault.ts'
import { accountOfRecord, type VaultRecord, type VaultRecords } from './vault-records.ts'

export type KeptProtection = Exclude<Protection, 'session'>

/** One way of protecting a text. Rejects when the system does not answer; that never loses what is kept. */
export interface SecretBoxPort {
  /** `isAnew`: see `KeyVault`. */
  offer(isAnew?: boolean): Promise<VaultOffer>
  /** What is to be written to the vault's file. Rejects when the protection promised cannot be given. */
  seal(account: string, key: string, protection: KeptProtection): Promise<string>
  /** `sealAgain`: the system has a better protection now than when it was sealed. Undefined: the system answers and cannot. */
  open(
    account: string,
    data: string,
    protection: KeptProtection,
  ): Promise<{ readonly key: string; readonly sealAgain: boolean } | undefined>
  remove(account: string, protection: KeptProtection): Promise<void>
}

export interface RecordedVaultPorts {
  readonly box: SecretBoxPort
  readonly records: VaultRecords
  readonly clock: Clock
  readonly log: AreaLog
}

interface SessionKey extends KeyMeta {
  readonly key: string
}

/** A vault whose records lie in a file and whose secrets lie in a box. Keys for one session stay in memory. */
export class RecordedVault implements KeyVault {
  readonly notices: readonly string[]
  readonly #ports: RecordedVaultPorts
  readonly #session = new Map<string, SessionKey>()

  constructor(ports: RecordedVaultPorts) {
    this.#ports = ports
    this.notices = ports.records.notices
  }

  offer(isAnew?: boolean): Promise<VaultOffer> {
    return this.#ports.box.offer(isAnew)
  }

  async store(slot: VaultSlot, key: string, meta: KeyMeta, choice: Protection | undefined) {
    const { byDefault, choices } = await this.#ports.box.offer()
    const protection = choice !== undefined && choices.includes(choice) ? choice : byDefault
    if (protection === undefined) return fail(wallError('vault_weak'))
    if (protection === 'session') {
      this.#session.set(slot.platform, { ...meta, key })
      return ok<StoredKey>({ ...meta, protection })
    }
    const kept = await this.#keep(slot, key, meta, protection)
    if (!kept.ok) return kept
    this.#session.delete(slot.platform)
    return ok<StoredKey>({ ...meta, protection })
  }

  amend(platform: string, { name, expiresAt, id, supersedes }: KeyMeta): Result<undefined, WallError> {
    const session = this.#session.get(platform)
    if (session !== undefined) {
      this.#session.set(platform, { ...session, name, expiresAt, id, supersedes })
      return ok(undefined)
    }
    const record = this.#ports.records.latest(platform)
    if (record === undefined) return ok(undefined)
    return this.#writeRecords(() => this.#ports.records.put({ ...record, name, expiresAt, id, supersedes }))
  }

  status(platform: string): StoredKey | undefined {
    const session = this.#session.get(platform)
    if (session !== undefined) {
      const { key: _, ...meta } = session
      return { ...meta, protection: 'session' }
    }
    const record = this.#ports.records.latest(platform)
    if (record === undefined) return undefined
    const { name, orgId, expiresAt, id, supersedes, protection } = record
    return { name, orgId, expiresAt, id, supersedes, protection }
  }

  async use(platform: string): Promise<Result<string | undefined, WallError>> {
    const session = this.#session.get(platform)
    if (session !== undefined) return ok(session.key)
    const record = this.#ports.records.latest(platform)
    if (record === undefined) return ok(undefined)
    try {
      const opened = await this.#ports.box.open(accountOfRecord(record), record.data, record.protection)
      if (opened === undefined) return fail(wallError('vault_changed'))
      if (opened.sealAgain) await this.#sealAgain(record, opened.key)
      return ok(opened.key)
    } catch (thrown) {
      this.#ports.log.warn('The key store did not answer; the key is kept.', { reason: reasonOf(thrown) })
      return fail(wallError('vault_unavailable'))
    }
  }

  async clear(platform: string): Promise<Result<undefined, WallError>> {
    this.#session.delete(platform)
    const records = this.#ports.records.of(platform)
    try {
      for (const record of records) await this.#ports.box.remove(accountOfRecord(record), record.protection)
    } catch (thrown) {
      this.#ports.log.warn('The key store did not remove a key.', { reason: reasonOf(thrown) })
      return fail(
        wallError('vault_unavailable', 'The key store does not answer: the key is still in it. Try again.'),
      )
    }
    return this.#writeRecords(() => this.#ports.records.remove(records))
  }

  /**
   * The new secret is put beside the old one, the record that says which counts is written at once, and only then
   * the old one goes: whatever fails between, one of the two can be used. The old one is the platform's, whether its
   * organization was known or not: another organization is another platform.
   */
  async #keep(slot: VaultSlot, key: string, meta: KeyMeta, protection: KeptProtection) {
    const { records, box, clock } = this.#ports
    const before = records.of(slot.platform)
    const own = slot.platform
    const account = before.some((record) => accountOfRecord(record) === own) ? `2:${own}` : own
    let data: string
    try {
      data = await box.seal(account, key, protection)
    } catch (thrown) {
      this.#ports.log.warn('The key store did not take a key.', { reason: reasonOf(thrown) })
      return fail(
        wallError(
          'vault_unavailable',
          'The key store of this system does not take the key now. Unlock it and try again.',
        ),
      )
    }
    const { name, expiresAt, id, supersedes } = meta
    const latestMs = records.latest(slot.platform)?.storedAtMs ?? 0
    const record: VaultRecord = {
      ...slot,
      protection,
      data,
      account,
      name,
      expiresAt,
      id,
      supersedes,
      // A clock that was set back must not make the old key the latest.
      storedAtMs: Math.max(clock.wallMs(), latestMs + 1),
    }
    const written = this.#writeRecords(() => records.put(record, before))
    if (!written.ok) await this.#drop(account, protection)
    else for (const old of before) await this.#drop(accountOfRecord(old), old.protection)
    return written
  }

  /** What is left behind is written over the next time. */
  async #drop(account: string, protection: KeptProtection): Promise<void> {
    try {
      await this.#ports.box.remove(account, protection)
    } catch (thrown) {
      this.#ports.log.warn('The key store still holds a key that is not used.', { reason: reasonOf(thrown) })
    }
  }

  /** Not worth a failure: the old form opens as well. */
  async #sealAgain(record: VaultRecord, key: string): Promise<void> {
    const { byDefault } = await this.#ports.box.offer()
    const protection = byDefault === undefined || byDefault === 'session' ? record.protection : byDefault
    const { platform, orgId } = record
    await this.#keep({ platform, orgId }, key, record, protection)
  }

  #writeRecords(write: () => void): Result<undefined, WallError> {
    try {
      write()
      return ok(undefined)
    } catch (thrown) {
      this.#ports.log.error('The file of the key store could not be written.', { reason: reasonOf(thrown) })
      return fail(
        wallError(
          'storage_failed',
          'The key could not be kept: its file cannot be written. Check space and permissions.',
        ),
      )
    }
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
