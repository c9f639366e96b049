import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiKeyStore } from '#site/accounts/api-key-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const hourMs = 3_600_000

async function setUp() {
  const clock = new FakeClock()
  const { db } = await openTestStore(tempDir(), clock)
  db.exec(`insert into organization (id, name) values ('a', 'A'), ('b', 'B')`)
  const keys = new ApiKeyStore({
    db,
    clock,
    lastUsedFlushMs: 1_000_000,
    keptKeys: 12,
    onFlushFailed: (error) => {
      throw error
    },
  })
  onTestFinished(() => keys.dispose())
  const create = async (org = 'a', lifeMs = hourMs) => unwrap(await keys.create(org, 'name', lifeMs))
  const lastUsed = (id: string) => db.prepare('select last_used_at from api_key where id = ?').pluck().get(id)
  return { clock, db, keys, create, lastUsed }
}

describe('the API key store', () => {
  it('makes keys of 256 random bits with a prefix that a scanner finds', async () => {
    const { create } = await setUp()
    const { key } = await create()
    expect(key).toMatch(/^tsk_[\w-]{43}$/)
    expect((await create()).key).not.toBe(key)
  })

  it('keeps of a key its hash, and no more than its first characters', async () => {
    const { db, create } = await setUp()
    const { key } = await create()
    const kept = JSON.stringify(db.prepare('select * from api_key').all())
    expect(kept).toContain(createHash('sha256').update(key).digest('hex'))
    expect(kept).not.toContain(key.slice(0, 'tsk_'.length + 10))
  })

  it('knows no other key', async () => {
    const { keys, create } = await setUp()
    const { key } = await create()
    expect(await keys.find(`${key}x`)).toEqual({ ok: false, error: 'invalid_key' })
    expect(await keys.find(key.toUpperCase())).toEqual({ ok: false, error: 'invalid_key' })
  })

  it('makes ten keys for an organization and no eleventh', async () => {
    const { keys, create } = await setUp()
    for (let made = 0; made < 10; made++) await create()
    expect(await keys.create('a', 'eleventh', hourMs)).toMatchObject({ error: { code: 'too_many_keys' } })
    expect((await keys.create('b', 'of another', hourMs)).ok).toBe(true)
  })

  it('writes when a key was last used only now and then', async () => {
    const { clock, keys, create, lastUsed } = await setUp()
    const { key, id } = await create()
    clock.nowMs += 500
    await keys.find(key)
    expect(lastUsed(id)).toBeNull()
    await keys.flush()
    expect(lastUsed(id)).toBe(clock.nowMs)
  })

  it('writes when a key was last used before it ends', async () => {
    const { clock, keys, create, lastUsed } = await setUp()
    const { key, id } = await create()
    await keys.find(key)
    await keys.dispose()
    expect(lastUsed(id)).toBe(clock.nowMs)
  })

  it('forgets those of many keys that expired first, and none that is good when the date was a wrong one', async () => {
    const { clock, keys, create } = await setUp()
    const made = []
    for (let hours = 0; hours < 12; hours += 1) {
      made.push(await create())
      clock.nowMs += hourMs
    }
    const good = await create('a', 2_000 * hourMs)
    clock.setAheadMs = 10_000 * hourMs
    await create('b')
    expect(await keys.list('a')).toHaveLength(12)
    await create()
    clock.setAheadMs = 0
    const found = await Promise.all([...made, good].map(({ key }) => keys.find(key)))
    expect(found.map((one) => (one.ok ? 'good' : one.error))).toEqual([
      ...Array<string>(2).fill('invalid_key'),
      ...Array<string>(10).fill('expired_key'),
      'good',
    ])
  })

  it('does not remember a key that was revoked while it was looked up', async () => {
    const { keys, create } = await setUp()
    const { id, key } = await create()
    const [, revoked] = await Promise.all([keys.find(key), keys.revoke('a', id), keys.find(key)])
    expect(revoked).toBe(true)
    expect(await keys.find(key)).toEqual({ ok: false, error: 'invalid_key' })
  })

  it('says of no key that it is revoked or has a new name when the disk has not taken that', async () => {
    const { db, keys, create } = await setUp()
    const { id, key } = await create()
    // SQLite checks what is deferred when it commits, which is where a full disk shows, too.
    db.exec(`create table held (part text references api_key (id) deferrable initially deferred);
      create trigger renamed after update of name on api_key begin insert into held values ('none'); end`)
    await expect(keys.rename('a', id, 'renamed')).rejects.toThrow('FOREIGN KEY')
    expect(await keys.list('a')).toMatchObject([{ name: 'name' }])
    db.prepare('insert into held values (?)').run(id)
    await expect(keys.revoke('a', id)).rejects.toThrow('FOREIGN KEY')
    expect(await keys.find(key)).toMatchObject({ ok: true })
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
