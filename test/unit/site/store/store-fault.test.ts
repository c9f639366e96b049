import { expect, it } from 'vitest'
import { storeFaultOf } from '#site/store/store-fault.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['SQLITE_FULL', 'disk_full'],
  ['EACCES', 'not_writable'],
  ['EROFS', 'not_writable'],
  ['SQLITE_CANTOPEN', 'not_writable'],
  ['SQLITE_READONLY_DIRECTORY', 'not_writable'],
  ['SQLITE_BUSY', 'in_use'],
  ['SQLITE_IOERR_WRITE', 'failed'],
])('tells %s as %s, with the folder and a remedy', (code, fault) => {
  const found = storeFaultOf(withCode(code), '/the/folder')
  expect(found?.code).toBe(fault)
  expect(found?.sentence).toContain('/the/folder')
})

it.each([new TypeError('x is undefined'), withCode('SQLITE_ERROR'), withCode('SQLITE_CONSTRAINT_UNIQUE')])(
  'does not explain away what is not the fault of the environment',
  (error) => expect(storeFaultOf(error, '/the/folder')).toBeUndefined(),
)
