import { expect, it, test } from 'vitest'
import type { OutboxStore } from '#main/core/events/outbox/outbox-store.ts'
import { callStore, databaseFailure, storeHere } from '#main/core/events/outbox/store-port.ts'
import { refusedWith } from '#test/stand/unwrap.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

test.for([
  ['ENOSPC', 'outbox_disk_full'],
  ['EDQUOT', 'outbox_disk_full'],
  ['SQLITE_FULL', 'outbox_disk_full'],
  ['SQLITE_IOERR_SHMSIZE', 'outbox_disk_full'],
  ['EACCES', 'outbox_denied'],
  ['EROFS', 'outbox_denied'],
  ['ENOENT', 'outbox_denied'],
  ['SQLITE_CANTOPEN', 'outbox_denied'],
  ['SQLITE_CANTOPEN_ISDIR', 'outbox_denied'],
  ['SQLITE_READONLY_DBMOVED', 'outbox_denied'],
  ['SQLITE_BUSY', 'outbox_held'],
  ['SQLITE_BUSY_SNAPSHOT', 'outbox_held'],
  ['SQLITE_LOCKED', 'outbox_held'],
  ['SQLITE_PROTOCOL', 'outbox_held'],
  ['SQLITE_IOERR_WRITE', 'outbox_broken'],
  ['SQLITE_CORRUPT', 'outbox_broken'],
  ['SQLITE_NOTADB', 'outbox_broken'],
  // Faults of the program.
  ['SQLITE_ERROR', undefined],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
  ['SQLITE_MISUSE', undefined],
  ['X_SQLITE_BUSY', undefined],
  ['X_SQLITE_IOERR', undefined],
  ['X_ENOSPC', undefined],
  ['ENOSPC_X', undefined],
  ['X_ENOENT', undefined],
  ['ENOENT_X', undefined],
  ['', undefined],
] as const)('%s of a disk means %s', ([code, exact]) => {
  const failure = databaseFailure(coded(code))
  expect([failure?.exact?.code, failure?.code, failure?.cause]).toEqual([
    exact,
    exact && 'storage_failed',
    exact === 'outbox_disk_full' ? 'disk_full' : undefined,
  ])
})

const broken = (error: Error) => ({
  status: () => {
    throw error
  },
})

const store = (error: Error) => broken(error) as unknown as OutboxStore

it('what a disk cannot do is a failure, and a fault of the program stays one', async () => {
  expect(callStore(store(coded('ENOSPC')), 'status', [1])).toMatchObject(refusedWith('storage_failed'))
  expect(await storeHere(store(coded('SQLITE_BUSY'))).status(1)).toMatchObject(refusedWith('storage_failed'))
  expect(() => callStore(store(coded('SQLITE_ERROR')), 'status', [1])).toThrow('no')
  await expect(storeHere(store(new TypeError('bug'))).status(1)).rejects.toThrow('bug')
})
