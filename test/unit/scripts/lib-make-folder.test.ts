import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { makeFolder } from '../../../scripts/lib/make-folder.mjs'

const module = join(import.meta.dirname, '../../../scripts/lib/make-folder.mjs')

test('a folder is made with those above it, for this user alone, and may be there already', () => {
  const folder = join(tempDir(), 'a', 'b')
  makeFolder(folder, '--data')
  makeFolder(folder, '--data')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a file in its place or above it is refused in a sentence', () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file, '--data')).toThrow(
    `The folder ${file} cannot be made (EEXIST). Choose another with --data.`,
  )
  expect(() => makeFolder(join(file, 'below'), '--data')).toThrow('cannot be made (ENOTDIR)')
})

test('a drive that is not there has nothing above it: that ends, too', () => {
  const script = `
    import fs from 'node:fs'
    import path from 'node:path'
    import { syncBuiltinESMExports } from 'node:module'
    path.dirname = path.win32.dirname
    fs.existsSync = () => false
    fs.statSync = () => undefined
    fs.mkdirSync = (folder) => { throw Object.assign(new Error(folder), { code: 'ENOENT' }) }
    syncBuiltinESMExports()
    const { makeFolder } = await import(${JSON.stringify(module)})
    makeFolder('Z:\\\\tessera', '--data')`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
  expect(ran.stderr.toString()).toContain('Z:\\tessera cannot be made (ENOENT)')
})

test.runIf(process.platform === 'linux')('a file system without folders to be made ends it at once', () => {
  const script = `import { makeFolder } from ${JSON.stringify(module)}; makeFolder('/proc/tessera/data', '--data')`
  // Another process: what is wrong here would stand still for ever.
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
  expect(ran.stderr.toString()).toContain('The folder /proc/tessera/data cannot be made (ENOENT)')
})
