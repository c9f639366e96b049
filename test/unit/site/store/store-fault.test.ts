import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok } from '#contract/result.ts'
import { exitCodes } from '#site/defaults.ts'
import { storeFaultOf, withStoreFaults } from '#site/store/store-fault.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const withCode = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  ['ENOSPC', exitCodes.diskFull, 'is full'],
  ['EDQUOT', exitCodes.diskFull, 'is full'],
  ['SQLITE_FULL', exitCodes.diskFull, 'is full'],
  ['EACCES', exitCodes.dataFolder, 'cannot be written'],
  ['EROFS', exitCodes.dataFolder, 'cannot be written'],
  ['EEXIST', exitCodes.dataFolder, 'cannot be written'],
  ['SQLITE_CANTOPEN', exitCodes.dataFolder, 'cannot be written'],
  ['SQLITE_READONLY_DIRECTORY', exitCodes.dataFolder, 'cannot be written'],
  ['SQLITE_BUSY', exitCodes.alreadyRunning, 'Another site'],
  ['SQLITE_PROTOCOL', exitCodes.alreadyRunning, 'Another site'],
  ['SQLITE_IOERR_WRITE', exitCodes.dataFolder, 'Check the disk'],
])('tells %s, with the folder and a remedy', (code, exitCode, words) => {
  const found = storeFaultOf(withCode(code), '/the/folder')
  expect(found).toEqual({ exitCode, sentence: expect.stringContaining(words) })
  expect(found?.sentence).toContain('/the/folder')
})

it.runIf(process.platform === 'linux')(
  'makes a folder that is its user’s alone, and refuses it where none can be made before anything waits for it',
  async () => {
    const dir = join(tempDir(), 'site')
    await withStoreFaults(dir, () => ok('done'))
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    const done = await withStoreFaults('/proc/tessera/site', () => ok('done'))
    expect(done).toMatchObject({ ok: false, error: { exitCode: exitCodes.dataFolder } })
  },
)

it.each([new TypeError('x is undefined'), withCode('SQLITE_ERROR'), withCode('SQLITE_CONSTRAINT_UNIQUE')])(
  'does not explain away what is not the fault of the environment',
  (error) => expect(storeFaultOf(error, '/the/folder')).toBeUndefined(),
)
