import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '#main/core/make-folder.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

it('makes a folder and those above it for this user alone, and takes one that is there', () => {
  const folder = join(tempDir(), 'a', 'b')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

it('throws what Node throws of a file in its place or above it', () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR')
})

it.runIf(process.platform === 'linux')('ends where a file system lets nothing be made', () => {
  expect(() => makeFolder('/proc/tessera/wall')).toThrow('ENOENT')
})
