import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { MAX_KEYS_PER_ORGANIZATION } from '#contract/platform/assumptions.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { SiteClock } from '../clock.ts'
import type { SiteTables } from '../store/schema.ts'
import { hashApiKey, newApiKey } from './api-key.ts'

export interface CreatedApiKey {
  readonly id: string
  readonly name: string
  /** In the clear, this once. */
  readonly key: string
  readonly orgId: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** Whom a request acts for. */
export interface ApiKeyHolder {
  readonly keyId: string
  readonly orgId: string
}

interface KnownKey {
  readonly holder: ApiKeyHolder
  readonly expiresAtMs: number
}

export interface ApiKeyStoreOptions {
  readonly db: Kysely<SiteTables>
  readonly clock: SiteClock
  readonly lastUsedFlushMs: number
  readonly keepExpiredKeysMs: number
  /** "Last used" could not be written; it is kept and tried again. */
  readonly onFlushFailed: (error: unknown) => void
}

/** The API keys of all organizations: hashed, bounded in number, each with its end. */
export class ApiKeyStore {
  readonly #options: ApiKeyStoreOptions
  readonly #lastUsedMs = new Map<string, number>()
  /** By hash: keys that were good, because each request asks. This process alone changes the table, and no key of it. */
  readonly #known = new Map<string, KnownKey>()
  readonly #timer: NodeJS.Timeout

  constructor(options: ApiKeyStoreOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.flush(), options.lastUsedFlushMs)
    this.#timer.unref()
  }

  /** One statement counts and inserts, so that no number of requests at once makes an eleventh key. */
  async create(orgId: string, name: string, lifeMs: number): Promise<Result<CreatedApiKey, 'too_many_keys'>> {
    const { db, clock } = this.#options
    const nowMs = clock.epochMs()
    const created = {
      id: randomUUID(),
      name,
      key: newApiKey(),
      orgId,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + Math.floor(lifeMs),
    }
    const { numAffectedRows } = await sql`
      insert into api_key (id, organization_id, name, secret_hash, created_at, expires_at)
      select ${created.id}, ${orgId}, ${name}, ${hashApiKey(created.key)}, ${nowMs}, ${created.expiresAtMs}
      where (select count(*) from api_key where organization_id = ${orgId} and expires_at > ${nowMs})
        < ${MAX_KEYS_PER_ORGANIZATION}`.execute(db)
    return numAffectedRows === 1n ? ok(created) : fail('too_many_keys')
  }

  /** A key for a part of this program: in no table, so that it is none of the ten and ends with the process. */
  lend(orgId: string): string {
    const key = newApiKey()
    const holder = { keyId: randomUUID(), orgId }
    this.#known.set(hashApiKey(key), { holder, expiresAtMs: Number.POSITIVE_INFINITY })
    return key
  }

  /** Looked up by hash: comparing the key itself, byte by byte, would tell by its time how much was right. */
  async find(key: string): Promise<Result<ApiKeyHolder, 'invalid_key' | 'expired_key'>> {
    const hash = hashApiKey(key)
    const known = this.#known.get(hash) ?? (await this.#read(hash))
    if (!known) return fail('invalid_key')
    const nowMs = this.#options.clock.epochMs()
    if (nowMs >= known.expiresAtMs) return fail('expired_key')
    this.#lastUsedMs.set(known.holder.keyId, nowMs)
    return ok(known.holder)
  }

  async #read(hash: string): Promise<KnownKey | undefined> {
    const row = await this.#options.db
      .selectFrom('api_key')
      .select(['id', 'organization_id', 'expires_at'])
      .where('secret_hash', '=', hash)
      .executeTakeFirst()
    if (!row) return undefined
    const known = {
      holder: { keyId: row.id, orgId: row.organization_id },
      expiresAtMs: row.expires_at,
    }
    this.#known.set(hash, known)
    return known
  }

  /** Writes when keys were last used. Runs by itself now and then, and at the end. */
  async flush(): Promise<void> {
    const used = [...this.#lastUsedMs]
    if (used.length === 0) return
    this.#lastUsedMs.clear()
    try {
      await this.#options.db.transaction().execute(async (db) => {
        for (const [id, atMs] of used) {
          await db.updateTable('api_key').set({ last_used_at: atMs }).where('id', '=', id).execute()
        }
      })
    } catch (error) {
      for (const [id, atMs] of used) if (!this.#lastUsedMs.has(id)) this.#lastUsedMs.set(id, atMs)
      this.#options.onFlushFailed(error)
    }
  }

  /** Forgets keys that ended long ago. */
  async removeLongExpired(): Promise<void> {
    const { db, clock, keepExpiredKeysMs } = this.#options
    await db
      .deleteFrom('api_key')
      .where('expires_at', '<', clock.epochMs() - keepExpiredKeysMs)
      .execute()
  }

  async dispose(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
