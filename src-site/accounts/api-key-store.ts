import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { ApiKeyRecord, CreatedApiKey } from '#contract/platform/api-key.ts'
import { MAX_KEYS_PER_ORGANIZATION } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Refusal } from '../api/refusal.ts'
import type { SiteClock } from '../clock.ts'
import { siteDefaults } from '../defaults.ts'
import type { Principal } from './principal.ts'

const { apiKeyPrefix, apiKeyBytes, shownKeyChars } = siteDefaults.accounts

/** A fresh key, e.g. `tsk_` and 43 characters. It exists in the clear only in the answer that shows it. */
export function newApiKey(): string {
  return apiKeyPrefix + randomBytes(apiKeyBytes).toString('base64url')
}

/** What is stored instead of the key. */
function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** What people tell it by: 24 of its 256 bits, which nobody is helped by. */
function shownPrefix(key: string): string {
  return key.slice(0, apiKeyPrefix.length + shownKeyChars)
}

/** Of a key that somebody has, or had until it expired. */
type ListedApiKey = Omit<ApiKeyRecord, 'isOwn'>

interface KnownKey {
  readonly keyId: string
  readonly orgId: string
  readonly expiresAtMs: number
  /** Ends what the key has opened. */
  readonly revocation: AbortController
}

export interface ApiKeyStoreOptions {
  readonly db: Database.Database
  readonly clock: SiteClock
  readonly lastUsedFlushMs: number
  readonly keptKeys: number
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
  async create(orgId: string, name: string, lifeMs: number): Promise<Result<CreatedApiKey, Refusal>> {
    const { db, clock, keptKeys } = this.#options
    // The ten that are good expire last: also while the date is a wrong one, none of them is forgotten.
    const old = db.prepare<[string, number], string>(
      'select id from api_key where organization_id = ? order by expires_at desc limit -1 offset ?',
    )
    for (const id of old.pluck().all(orgId, keptKeys - 1)) await this.revoke(orgId, id)
    const nowMs = clock.epochMs()
    const expiresAtMs = nowMs + Math.floor(lifeMs)
    const [id, key] = [randomUUID(), newApiKey()]
    const add = db.prepare(
      `insert into api_key (id, organization_id, name, secret_hash, prefix, created_at, expires_at)
       select @id, @orgId, @name, @hash, @prefix, @nowMs, @expiresAtMs
       where (select count(*) from api_key where organization_id = @orgId and expires_at > @nowMs) < @most`,
    )
    const { changes } = add.run({
      id,
      orgId,
      name,
      hash: hashApiKey(key),
      prefix: shownPrefix(key),
      nowMs,
      expiresAtMs,
      most: MAX_KEYS_PER_ORGANIZATION,
    })
    if (changes !== 1) {
      const message = `The organization already has ${MAX_KEYS_PER_ORGANIZATION} keys that have not expired.`
      return fail({ code: 'too_many_keys', message })
    }
    return ok({ id, name, key, orgId, createdAt: isoOf(nowMs), expiresAt: isoOf(expiresAtMs) })
  }

  /** A key for a part of this program: in no table, so that it is none of the ten and ends with the process. */
  lend(orgId: string): string {
    const key = newApiKey()
    this.#known.set(hashApiKey(key), {
      keyId: randomUUID(),
      orgId,
      expiresAtMs: Number.POSITIVE_INFINITY,
      revocation: new AbortController(),
    })
    return key
  }

  /** Whether it is a key of a part of this program. */
  isLent(key: string): boolean {
    return this.#known.get(hashApiKey(key))?.expiresAtMs === Number.POSITIVE_INFINITY
  }

  /** Looked up by hash: comparing the key itself, byte by byte, would tell by its time how much was right. */
  async find(key: string): Promise<Result<Principal, 'invalid_key' | 'expired_key'>> {
    const hash = hashApiKey(key)
    const known = this.#known.get(hash) ?? this.#read(hash)
    if (!known) return fail('invalid_key')
    const { keyId, orgId, expiresAtMs, revocation } = known
    const nowMs = this.#options.clock.epochMs()
    if (nowMs >= expiresAtMs) return fail('expired_key')
    this.#lastUsedMs.set(keyId, nowMs)
    return ok({ keyId, orgId, leftMs: expiresAtMs - nowMs, revoked: revocation.signal })
  }

  /** The oldest first; those that have expired, too, until they are forgotten. */
  async list(orgId: string): Promise<readonly ListedApiKey[]> {
    await this.flush()
    const rows = this.#options.db.prepare<[string], KeyRow>(
      `select ${columns} from api_key where organization_id = ? order by created_at, id`,
    )
    return rows.all(orgId).map(listed)
  }

  /** Undefined when the organization has no such key. */
  async rename(orgId: string, id: string, name: string): Promise<ListedApiKey | undefined> {
    await this.flush()
    const change = this.#options.db.prepare<[string, string, string], KeyRow>(
      `update api_key set name = ? where organization_id = ? and id = ? returning ${columns}`,
    )
    // Not `get`: it ends the statement at its first row, and says nothing of a commit that fails (a full disk).
    const [row] = change.all(name, orgId, id)
    return row && listed(row)
  }

  /** From then on nobody has this key, and what it has opened ends. False when the organization has no such key. */
  async revoke(orgId: string, id: string): Promise<boolean> {
    const remove = this.#options.db.prepare<[string, string], string>(
      'delete from api_key where organization_id = ? and id = ? returning secret_hash',
    )
    // As for a rename.
    const [hash] = remove.pluck().all(orgId, id)
    if (hash === undefined) return false
    this.#known.get(hash)?.revocation.abort()
    this.#known.delete(hash)
    this.#lastUsedMs.delete(id)
    return true
  }

  #read(hash: string): KnownKey | undefined {
    const find = this.#options.db.prepare<[string], Omit<KnownKey, 'revocation'>>(
      `select id as keyId, organization_id as orgId, expires_at as expiresAtMs from api_key
       where secret_hash = ?`,
    )
    const row = find.get(hash)
    if (!row) return undefined
    const known = { ...row, revocation: new AbortController() }
    this.#known.set(hash, known)
    return known
  }

  /** Writes when keys were last used. Runs by itself now and then, and at the end. */
  async flush(): Promise<void> {
    const used = [...this.#lastUsedMs]
    if (used.length === 0) return
    this.#lastUsedMs.clear()
    try {
      const { db } = this.#options
      const note = db.prepare('update api_key set last_used_at = ? where id = ?')
      db.transaction(() => {
        for (const [id, atMs] of used) note.run(atMs, id)
      })()
    } catch (error) {
      for (const [id, atMs] of used) if (!this.#lastUsedMs.has(id)) this.#lastUsedMs.set(id, atMs)
      this.#options.onFlushFailed(error)
    }
  }

  async dispose(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}

const columns =
  'id, name, prefix, created_at as createdAtMs, expires_at as expiresAtMs, last_used_at as lastUsedAtMs'

interface KeyRow extends Pick<ApiKeyRecord, 'id' | 'name' | 'prefix'> {
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly lastUsedAtMs: number | null
}

function listed({ createdAtMs, expiresAtMs, lastUsedAtMs, ...key }: KeyRow): ListedApiKey {
  return {
    ...key,
    createdAt: isoOf(createdAtMs),
    expiresAt: isoOf(expiresAtMs),
    ...(lastUsedAtMs === null ? {} : { lastUsedAt: isoOf(lastUsedAtMs) }),
  }
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
