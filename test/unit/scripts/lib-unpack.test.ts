import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'
import { fileInTarGz, unzip } from '../../../scripts/lib/unpack.mjs'
import { type ZipMember, zipOf } from './zip-for-tests.ts'

let folder: string

beforeEach(() => {
  folder = tempDir()
})

function unzipped(members: readonly ZipMember[]): string {
  const archive = join(folder, 'archive.zip')
  writeFileSync(archive, zipOf(members))
  unzip(archive, join(folder, 'out'))
  return join(folder, 'out')
}

test('files keep their content and their mode, in folders and out', () => {
  const out = unzipped([
    { name: 'app', content: '#!/bin/sh\n', mode: 0o100755 },
    { name: 'locales/', content: '', mode: 0o040755 },
    { name: 'locales/en.pak', content: 'words '.repeat(5_000) },
    { name: 'version', content: '45.4.1', stored: true },
  ])
  expect(statSync(join(out, 'app')).mode & 0o777).toBe(0o755)
  expect(readFileSync(join(out, 'locales/en.pak'), 'utf8')).toBe('words '.repeat(5_000))
  expect(readFileSync(join(out, 'version'), 'utf8')).toBe('45.4.1')
})

test('symbolic links stay links, as a macOS application needs them', () => {
  const out = unzipped([{ name: 'Current', content: 'Versions/A', mode: 0o120755 }])
  expect(readlinkSync(join(out, 'Current'))).toBe('Versions/A')
})

test('an entry that points out of the folder is refused', () => {
  expect(() => unzipped([{ name: '../evil', content: 'x' }])).toThrow('unsafe path')
  expect(existsSync(join(folder, 'evil'))).toBe(false)
})

test('what is no zip, or only half of one, is refused', () => {
  const archive = join(folder, 'half.zip')
  writeFileSync(archive, zipOf([{ name: 'a', content: 'text' }]).subarray(0, 40))
  expect(() => unzip(archive, folder)).toThrow('not a zip archive')
})

test('a file comes out of a tar archive as the system’s tar wrote it', () => {
  writeFileSync(join(folder, 'LICENSE'), 'terms')
  writeFileSync(join(folder, 'livekit-server'), 'binary '.repeat(1_000))
  execFileSync('tar', ['-czf', 'release.tar.gz', 'LICENSE', 'livekit-server'], { cwd: folder })
  const archive = readFileSync(join(folder, 'release.tar.gz'))
  expect(fileInTarGz(archive, 'livekit-server')?.toString()).toBe('binary '.repeat(1_000))
  expect(fileInTarGz(archive, 'other')).toBeUndefined()
})
