import Database from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { SiteSqliteDialect } from '#site/store/site-store.ts'

function fullDatabase() {
  const file = new Database(':memory:')
  file.exec('create table blob (bytes blob)')
  file.pragma('max_page_count = 4')
  return new Kysely<{ blob: { bytes: Buffer } }>({ dialect: new SiteSqliteDialect(file) })
}

it('a transaction that SQLite has rolled back itself fails with the reason, and the next one works', async () => {
  const db = fullDatabase()
  const tooMuch = db.transaction().execute(async (inside) => {
    await inside
      .insertInto('blob')
      .values({ bytes: Buffer.alloc(1_000_000) })
      .execute()
  })
  await expect(tooMuch).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await db.transaction().execute((inside) =>
    inside
      .insertInto('blob')
      .values({ bytes: Buffer.alloc(1) })
      .execute(),
  )
  expect(await db.selectFrom('blob').select(sql<number>`count(*)`.as('rows')).execute()).toEqual([
    { rows: 1 },
  ])
})

it('a transaction that fails otherwise leaves nothing behind', async () => {
  const db = fullDatabase()
  const failing = db.transaction().execute(async (inside) => {
    await inside
      .insertInto('blob')
      .values({ bytes: Buffer.alloc(1) })
      .execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await db.selectFrom('blob').selectAll().execute()).toEqual([])
})
