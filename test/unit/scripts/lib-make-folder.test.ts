import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { makeFolder } from '../../../scripts/lib/make-folder.mjs'

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

test.runIf(process.platform === 'linux')('a file system without folders to be made ends it at once', () => {
  const module = join(import.meta.dirname, '../../../scripts/lib/make-folder.mjs')
  const script = `import { makeFolder } from ${JSON.stringify(module)}; makeFolder('/proc/tessera/data', '--data')`
  // Another process: what is wrong here would stand still for ever.
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
  expect(ran.stderr.toString()).toContain('The folder /proc/tessera/data cannot be made (ENOENT)')
})
