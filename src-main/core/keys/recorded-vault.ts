import { z } from 'zod'
import { type WallError, wallError } from '#contract/errors.ts'
import { type ExactMessage, exactMessage } from '#contract/exact-words.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { type Protection, protectionSchema } from '#contract/wall/connection.ts'
import { messageOf } from '#contract/thrown.ts'
import type { AreaLog } from '../log/logger.ts'
import type { StateFile } from '../settings/state-file.ts'
import type { Clock } from '../time.ts'
import type { KeyMeta, StoredKey, VaultOffer, VaultSlot } from './key-vault.ts'

const vaultRecordSchema = z.object({
  platform: z.string().min(1),
  orgId: z.string().optional(),
  protection: protectionSchema.exclude(['session']),
  /** What the protection makes of the key; empty where the operating system keeps it. */
  data: z.string(),
  /** Under which the operating system keeps it, where that is not the slot's own. */
  account: z.string().optional(),
  name: z.string().optional(),
  expiresAt: z.string().optional(),
  id: z.string().optional(),
  /** One alone was kept as text until 2026-11-27. */
  supersedes: z
    .union([z.string().transform((id) => [id]), z.array(z.string())])
    .readonly()
    .optional(),
  storedAtMs: z.number(),
})
type VaultRecord = z.infer<typeof vaultRecordSchema>

/** The vault's own file, readable by its owner only. When a key in it is not protected by a key store, a note says so. */
export class VaultRecords {
  readonly notices: readonly ExactMessage[]
  readonly #file: StateFile
  #records: readonly VaultRecord[]

  constructor(file: StateFile) {
    this.#file = file
    const { content } = file
    const listed = Array.isArray(content['keys']) ? content['keys'] : []
    const parsed = listed.map((entry) => vaultRecordSchema.safeParse(entry))
    this.#records = parsed.flatMap((entry) => (entry.success ? [entry.data] : []))
    const damaged =
      this.#records.length < listed.length ||
      (listed.length === 0 && 'keys' in content && !Array.isArray(content['keys']))
    if (damaged) file.keepCopy()
    this.notices = damaged ? [...file.notices, exactMessage('stored_key_unread')] : file.notices
  }

  /** The one stored last. */
  latest(platform: string): VaultRecord | undefined {
    return this.of(platform).toSorted((a, b) => b.storedAtMs - a.storedAtMs)[0]
  }

  of(platform: string): readonly VaultRecord[] {
    return this.#records.filter((record) => record.platform === platform)
  }

  /** In the place of its slot's and of `replaced`. In memory only after the disk has it. Throws what the file system throws. */
  put(record: VaultRecord, replaced: readonly VaultRecord[] = []): void {
    const kept = this.#records.filter((other) => !isSameSlot(other, record) && !replaced.includes(other))
    this.#write([...kept, record])
  }

  /** Together with what was set aside: nobody can tell whose keys are in it. Throws what the file system throws. */
  remove(slots: readonly VaultSlot[]): void {
    const hadCopies = this.#file.removeCopies()
    if (slots.length === 0 && !hadCopies) return
    this.#write(this.#records.filter((record) => !slots.some((slot) => isSameSlot(record, slot))))
  }

  #write(records: readonly VaultRecord[]): void {
    const weak = records.some((record) => record.protection !== 'os-keyring')
    const note = weak
      ? { note: 'API keys in this file are not protected: whoever can read it can use them.' }
      : {}
    this.#file.write({ ...note, schemaVersion: 1, keys: records })
    this.#records = records
  }
}

function isSameSlot(one: VaultSlot, other: VaultSlot): boolean {
  return one.platform === other.platform && one.orgId === other.orgId
}

/** Names a slot in a store that knows only texts, as before a platform had one secret alone. */
function accountOf(slot: VaultSlot): string {
  return slot.orgId === undefined ? slot.platform : `${slot.platform}#${slot.orgId}`
}

/** Under which name a record's secret lies there. */
function accountOfRecord(record: VaultRecord): string {
  return record.account ?? accountOf(record)
}

export type KeptProtection = Exclude<Protection, 'session'>

/** One way of protecting a text. Rejects when the system does not answer; that never loses what is kept. */
export interface SecretBoxPort {
  /** `isAnew`: see `RecordedVault`. */
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

export interface RecordedVaultOptions {
  readonly box: SecretBoxPort
  readonly records: VaultRecords
  readonly clock: Clock
  readonly log: AreaLog
}

/** A vault whose records lie in a file and whose secrets lie in a box. Keys for one session stay in memory. */
export class RecordedVault {
  /** About what was found damaged at start. */
  readonly notices: readonly ExactMessage[]
  readonly #options: RecordedVaultOptions
  readonly #session = new Map<string, KeyMeta & { readonly key: string }>()

  constructor(options: RecordedVaultOptions) {
    this.#options = options
    this.notices = options.records.notices
  }

  /** `isAnew`: also of a store that has come since this process asked first. That may take seconds. */
  offer(isAnew?: boolean): Promise<VaultOffer> {
    return this.#options.box.offer(isAnew)
  }

  /**
   * Fails with `vault_weak` when the system offers nothing safe and `choice` names nothing that is offered,
   * with `vault_unavailable` or `storage_failed` when it could not be kept. Replaces the platform's key, at one moment:
   * a crash leaves the old one or the new one, a failure the old one.
   */
  async store(
    slot: VaultSlot,
    key: string,
    meta: KeyMeta,
    choice: Protection | undefined,
  ): Promise<Result<StoredKey, WallError>> {
    const { byDefault, choices } = await this.#options.box.offer()
    const protection = choice !== undefined && choices.includes(choice) ? choice : byDefault
    // Another secret lies in the keyring, which is locked now: nobody has to choose.
    if (protection === undefined && choice === 'os-keyring')
      return fail(wallError('vault_unavailable', exactMessage('key_not_taken')))
    if (protection === undefined) return fail(wallError('vault_weak'))
    if (protection === 'session') {
      this.#session.set(slot.platform, { ...meta, key })
      return ok({ ...meta, protection })
    }
    const kept = await this.#keep(slot, key, meta, protection)
    if (!kept.ok) return kept
    this.#session.delete(slot.platform)
    return ok({ ...meta, protection })
  }

  /** Of the key in use. `storage_failed` when it could not be kept; then it counts for this run. */
  amend(platform: string, { name, expiresAt, id, supersedes }: KeyMeta): Result<undefined, WallError> {
    const session = this.#session.get(platform)
    if (session !== undefined) {
      this.#session.set(platform, { ...session, name, expiresAt, id, supersedes })
      return ok(undefined)
    }
    const record = this.#options.records.latest(platform)
    if (record === undefined) return ok(undefined)
    return this.#writeRecords(() => this.#options.records.put({ ...record, name, expiresAt, id, supersedes }))
  }

  /** Undefined when this platform has no key. Needs no unlocking. */
  status(platform: string): StoredKey | undefined {
    const session = this.#session.get(platform)
    if (session !== undefined) {
      const { key: _, ...meta } = session
      return { ...meta, protection: 'session' }
    }
    const record = this.#options.records.latest(platform)
    if (record === undefined) return undefined
    const { name, orgId, expiresAt, id, supersedes, protection } = record
    return { name, orgId, expiresAt, id, supersedes, protection }
  }

  /**
   * Undefined when this platform has no key; `vault_unavailable` when it has one that cannot be read now,
   * `vault_changed` when the store answers and does not have what opens it. Either way the key is kept.
   */
  async use(platform: string): Promise<Result<string | undefined, WallError>> {
    const session = this.#session.get(platform)
    if (session !== undefined) return ok(session.key)
    const record = this.#options.records.latest(platform)
    if (record === undefined) return ok(undefined)
    try {
      const opened = await this.#options.box.open(accountOfRecord(record), record.data, record.protection)
      if (opened === undefined) return fail(wallError('vault_changed'))
      // Unless it has been removed or replaced while the store was asked.
      const isLatest = this.#options.records.latest(platform) === record
      if (opened.sealAgain && isLatest) await this.#sealAgain(record, opened.key)
      return ok(opened.key)
    } catch (thrown) {
      this.#options.log.warn('The key store did not answer; the key is kept.', { reason: messageOf(thrown) })
      return fail(wallError('vault_unavailable'))
    }
  }

  /** With all that is held of the platform. */
  async clear(platform: string): Promise<Result<undefined, WallError>> {
    this.#session.delete(platform)
    const records = this.#options.records.of(platform)
    try {
      for (const record of records) await this.#options.box.remove(accountOfRecord(record), record.protection)
    } catch (thrown) {
      this.#options.log.warn('The key store did not remove a key.', { reason: messageOf(thrown) })
      return fail(wallError('vault_unavailable', exactMessage('key_not_removed')))
    }
    return this.#writeRecords(() => this.#options.records.remove(records))
  }

  /**
   * The new secret is put beside the old one, the record that says which counts is written at once, and only then
   * the old one goes: whatever fails between, one of the two can be used. The old one is the platform's, whether its
   * organization was known or not: another organization is another platform.
   */
  async #keep(slot: VaultSlot, key: string, meta: KeyMeta, protection: KeptProtection) {
    const { records, box, clock } = this.#options
    const before = records.of(slot.platform)
    const own = slot.platform
    const account = before.some((record) => accountOfRecord(record) === own) ? `2:${own}` : own
    let data: string
    try {
      data = await box.seal(account, key, protection)
    } catch (thrown) {
      this.#options.log.warn('The key store did not take a key.', { reason: messageOf(thrown) })
      return fail(wallError('vault_unavailable', exactMessage('key_not_taken')))
    }
    const { name, expiresAt, id, supersedes } = meta
    const record: VaultRecord = {
      ...slot,
      protection,
      data,
      account,
      name,
      expiresAt,
      id,
      supersedes,
      storedAtMs: clock.wallMs(),
    }
    const written = this.#writeRecords(() => records.put(record, before))
    if (!written.ok) await this.#drop(account, protection)
    else for (const old of before) await this.#drop(accountOfRecord(old), old.protection)
    return written
  }

  /** A secret that cannot be removed is overwritten the next time. */
  async #drop(account: string, protection: KeptProtection): Promise<void> {
    try {
      await this.#options.box.remove(account, protection)
    } catch (thrown) {
      this.#options.log.warn('The key store still holds a key that is not used.', {
        reason: messageOf(thrown),
      })
    }
  }

  /** Not worth a failure: the old form opens as well. */
  async #sealAgain(record: VaultRecord, key: string): Promise<void> {
    const { byDefault } = await this.#options.box.offer()
    const protection = byDefault === undefined || byDefault === 'session' ? record.protection : byDefault
    const { platform, orgId } = record
    await this.#keep({ platform, orgId }, key, record, protection)
  }

  #writeRecords(write: () => void): Result<undefined, WallError> {
    try {
      write()
      return ok(undefined)
    } catch (thrown) {
      this.#options.log.error('The file of the key store could not be written.', {
        reason: messageOf(thrown),
      })
      return fail(wallError('storage_failed', exactMessage('key_not_written')))
    }
  }
}
