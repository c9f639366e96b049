import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storageFailure, writeDurably } from '#main/core/durable-file.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const thrown = (code: string) => Object.assign(new Error('as the system says it'), { code })

test('a full disk is told by its code and its cause, and a bug is no failure of the disk', () => {
  expect(storageFailure(thrown('ENOSPC'), '/evidence')).toEqual({
    code: 'storage_failed',
    cause: 'disk_full',
    message: 'The disk is full: nothing was written to /evidence. Make room, or choose another folder.',
    exact: { code: 'folder_full', values: { folder: '/evidence' } },
  })
  expect(storageFailure(thrown('EACCES'), '/evidence')).toMatchObject({ code: 'storage_failed' })
  // A share that is away answers in as many ways as there are systems.
  for (const code of ['ESTALE', 'EHOSTDOWN', 'ENOTCONN', 'ETIMEDOUT', 'UNKNOWN'])
    expect(storageFailure(thrown(code), '/evidence')).toMatchObject({ exact: { code: 'folder_broken' } })
  expect(storageFailure(thrown('ERR_INVALID_ARG_TYPE'), '/evidence')).toBeUndefined()
  expect(storageFailure(new TypeError('a bug'), '/evidence')).toBeUndefined()
})

test('a link where a file is made leads to nothing that is written', async (context) => {
  if (process.platform === 'win32') context.skip('not everybody may make links there')
  const folder = tempDir()
  const [outside, file] = [join(folder, 'outside'), join(folder, 'lease')]
  writeFileSync(outside, 'of the operator')
  symlinkSync(outside, join(folder, '.lease.unfinished'))
  await writeDurably(file, 'x')
  expect(readFileSync(outside, 'utf8')).toBe('of the operator')
  expect(lstatSync(file).isFile()).toBe(true)
})

test('a file has its name when it is whole, and leaves nothing where it could not be', async () => {
  const folder = tempDir()
  await writeDurably(join(folder, 'a', 'one.json'), '{}')
  expect(readFileSync(join(folder, 'a', 'one.json'), 'utf8')).toBe('{}')
  // A name that the system refuses, after the bytes were written.
  await expect(writeDurably(join(folder, 'a'), 'x')).rejects.toMatchObject({ code: 'EISDIR' })
  expect(readdirSync(folder)).toEqual(['a'])
})
