import { expect, it } from 'vitest'
import { SalvoStore } from '#site/salvos/salvo-store.ts'
import { FakeClock } from '../fake-clock.ts'
import { openTestStore } from '../open-store.ts'

it('a salvo for which there is no room is refused with the reason', async () => {
  const { db } = await openTestStore()
  const salvos = new SalvoStore(db, new FakeClock())
  db.exec(`insert into organization (id, name) values ('org', 'Org')`)
  db.pragma('max_page_count = 1')
  const saved = { content: 'x'.repeat(1_000_000), by: 'Wall 1' }
  const change = { orgId: 'org', number: 5, baseVersion: 0, changeId: 'change-1', saved }
  expect(await salvos.change(change)).toMatchObject({ ok: false, error: { code: 'storage_full' } })
  db.pragma('max_page_count = 1000000')
  expect(await salvos.change(change)).toMatchObject({ ok: true, value: { version: 1 } })
})
