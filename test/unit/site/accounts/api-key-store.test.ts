import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiKeyStore } from '#site/accounts/api-key-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'
import { tempDir } from '../temp-dir.ts'

const hourMs = 3_600_000

async function setUp() {
  const clock = new FakeClock()
  const dir = tempDir()
  const { db } = await openTestStore(dir, clock)
  await db
    .insertInto('organization')
    .values([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ])
    .execute()
  const keys = new ApiKeyStore({
    db,
    clock,
    lastUsedFlushMs: 1_000_000,
    keepExpiredKeysMs: 10 * hourMs,
    onFlushFailed: (error) => {
      throw error
    },
  })
  onTestFinished(() => keys.dispose())
  const create = async (org = 'a', lifeMs = hourMs) => {
    const created = await keys.create(org, 'name', lifeMs)
    if (!created.ok) throw new Error(created.error)
    return created.value
  }
  const lastUsed = async (id: string) =>
    (await db.selectFrom('api_key').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
      .last_used_at
  return { clock, dir, db, keys, create, lastUsed }
}

describe('the API key store', () => {
  it('finds the key that it made, with its organization', async () => {
    const { keys, create } = await setUp()
    const { key, id } = await create('b')
    expect(await keys.find(key)).toMatchObject({ ok: true, value: { keyId: id, orgId: 'b', leftMs: hourMs } })
  })

  it('makes keys of 256 random bits with a prefix that a scanner finds', async () => {
    const { create } = await setUp()
    const { key } = await create()
    expect(key).toMatch(/^tsk_[\w-]{43}$/)
    expect((await create()).key).not.toBe(key)
  })

  it('has no key in its files', async () => {
    const { dir, create } = await setUp()
    const { key } = await create()
    for (const name of ['site.db', 'site.db-wal']) {
      expect(readFileSync(join(dir, name)).includes(key)).toBe(false)
      expect(readFileSync(join(dir, name)).includes(key.slice(4))).toBe(false)
    }
  })

  it('knows no other key', async () => {
    const { keys, create } = await setUp()
    const { key } = await create()
    expect(await keys.find(`${key}x`)).toEqual({ ok: false, error: 'invalid_key' })
    expect(await keys.find(key.toUpperCase())).toEqual({ ok: false, error: 'invalid_key' })
  })

  it('lets a key go at its last instant, and not before', async () => {
    const { clock, keys, create } = await setUp()
    const { key } = await create('a', 1_000)
    clock.nowMs += 999
    expect((await keys.find(key)).ok).toBe(true)
    clock.nowMs += 1
    expect(await keys.find(key)).toEqual({ ok: false, error: 'expired_key' })
  })

  it('makes ten keys for an organization and no eleventh', async () => {
    const { keys, create } = await setUp()
    for (let made = 0; made < 10; made++) await create()
    expect(await keys.create('a', 'eleventh', hourMs)).toEqual({ ok: false, error: 'too_many_keys' })
    expect((await keys.create('b', 'of another', hourMs)).ok).toBe(true)
  })

  it('does not count keys that have expired', async () => {
    const { clock, keys, create } = await setUp()
    for (let made = 0; made < 10; made++) await create()
    clock.nowMs += hourMs
    expect((await keys.create('a', 'next', hourMs)).ok).toBe(true)
  })

  it('makes exactly ten of thirty asked for at once', async () => {
    const { keys } = await setUp()
    const made = await Promise.all(Array.from({ length: 30 }, (_, at) => keys.create('a', `${at}`, hourMs)))
    expect(made.filter(({ ok }) => ok)).toHaveLength(10)
  })

  it('writes when a key was last used only now and then', async () => {
    const { clock, keys, create, lastUsed } = await setUp()
    const { key, id } = await create()
    clock.nowMs += 500
    await keys.find(key)
    expect(await lastUsed(id)).toBeNull()
    await keys.flush()
    expect(await lastUsed(id)).toBe(clock.nowMs)
  })

  it('writes when a key was last used before it ends', async () => {
    const { clock, keys, create, lastUsed } = await setUp()
    const { key, id } = await create()
    await keys.find(key)
    await keys.dispose()
    expect(await lastUsed(id)).toBe(clock.nowMs)
  })

  it('forgets keys that expired long ago, and only those', async () => {
    const { clock, keys, create } = await setUp()
    const old = await create('a', hourMs)
    clock.nowMs += 11 * hourMs
    const young = await create('a', hourMs)
    clock.nowMs += 2 * hourMs
    await keys.removeLongExpired()
    expect(await keys.find(old.key)).toEqual({ ok: false, error: 'invalid_key' })
    expect(await keys.find(young.key)).toEqual({ ok: false, error: 'expired_key' })
  })

  it('lists the keys of an organization, the oldest first, with how each begins and not how it goes on', async () => {
    const { clock, keys, create } = await setUp()
    const first = await create()
    await create('b')
    clock.nowMs += 1_000
    const second = await create('a', 2 * hourMs)
    clock.nowMs += 1_000
    await keys.find(second.key)
    expect(await keys.list('a')).toEqual([
      {
        id: first.id,
        name: 'name',
        prefix: first.key.slice(0, 8),
        createdAtMs: first.createdAtMs,
        expiresAtMs: first.expiresAtMs,
        lastUsedAtMs: undefined,
      },
      {
        id: second.id,
        name: 'name',
        prefix: second.key.slice(0, 8),
        createdAtMs: second.createdAtMs,
        expiresAtMs: second.expiresAtMs,
        lastUsedAtMs: clock.nowMs,
      },
    ])
  })

  it('renames a key of the organization, and none of another', async () => {
    const { keys, create } = await setUp()
    const { id } = await create()
    expect(await keys.rename('a', id, 'new')).toMatchObject({ id, name: 'new' })
    expect(await keys.rename('b', id, 'newer')).toBeUndefined()
    expect(await keys.list('a')).toMatchObject([{ name: 'new' }])
  })

  it('knows a revoked key no longer, makes room for another, and ends what the key has opened', async () => {
    const { keys, create } = await setUp()
    for (let made = 0; made < 9; made++) await create()
    const { id, key } = await create()
    const found = await keys.find(key)
    expect(await keys.revoke('a', id)).toBe(true)
    expect(await keys.find(key)).toEqual({ ok: false, error: 'invalid_key' })
    expect(found.ok && found.value.revoked.aborted).toBe(true)
    expect(await keys.revoke('a', id)).toBe(false)
    expect((await keys.create('a', 'tenth', hourMs)).ok).toBe(true)
  })

  it('revokes no key of another organization', async () => {
    const { keys, create } = await setUp()
    const { id, key } = await create('b')
    expect(await keys.revoke('a', id)).toBe(false)
    expect((await keys.find(key)).ok).toBe(true)
  })

  it('does not remember a key that was revoked while it was looked up', async () => {
    const { keys, create } = await setUp()
    const { id, key } = await create()
    const [, revoked] = await Promise.all([keys.find(key), keys.revoke('a', id), keys.find(key)])
    expect(revoked).toBe(true)
    expect(await keys.find(key)).toEqual({ ok: false, error: 'invalid_key' })
  })

  it('lends keys that are none of the ten, are in no list, and cannot be revoked', async () => {
    const { keys } = await setUp()
    const lent = keys.lend('a')
    const found = await keys.find(lent)
    expect(found).toMatchObject({ ok: true, value: { orgId: 'a' } })
    expect(keys.isLent(lent)).toBe(true)
    expect(await keys.list('a')).toEqual([])
    expect(found.ok && (await keys.revoke('a', found.value.keyId))).toBe(false)
  })
})
