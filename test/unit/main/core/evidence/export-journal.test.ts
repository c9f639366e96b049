import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  addMissing,
  type ExportJournal,
  isKeptWith,
  keepJournal,
  readJournal,
} from '#main/core/evidence/export-journal.ts'
import type { FootageRange } from '#main/core/evidence/footage/footage-port.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

const secret = Buffer.from('of this workstation')

test('an export finds again what it has kept, however much of the footage its platform has lost', async () => {
  const folder = tempDir()
  const segments = Array.from({ length: 20_000 }, (_, at) => ({
    startMs: at * 4_000,
    endMs: at * 4_000 + 2_000,
  }))
  const journal: ExportJournal = {
    version: 2,
    exportId: 'one',
    createdMs: 0,
    platform: 'https://platform.example',
    wish: { cameraIds: ['cam-01'], startMs: 0, endMs: 80_000_000, timeZone: 'UTC', language: 'en' },
    read: { 'cam-01': { untilMs: 80_000_000, missing: segments, flaws: [], readMs: 0, files: 0 } },
  }
  await keepJournal(folder, journal, secret)
  const found = await readJournal(folder)
  expect(found).toMatchObject(journal)
  const isOwn = (one: ExportJournal) => isKeptWith(secret, one)
  expect(found && [found, { ...found, createdMs: 1 }, journal].map(isOwn)).toEqual([true, false, false])
  expect(found && isKeptWith(Buffer.from('of another'), found)).toBe(false)

  // Nothing that is longer than one, or is no file, is read.
  const path = join(folder, 'unfinished.json')
  appendFileSync(path, ' '.repeat(17 * 1_024 * 1_024))
  expect(await readJournal(folder)).toBeUndefined()
  if (process.platform === 'win32') return
  for (const lay of [() => symlinkSync('/dev/zero', path), () => execFileSync('mkfifo', [path])]) {
    rmSync(path)
    lay()
    expect(await readJournal(folder)).toBeUndefined()
  }
})

test('what is missing in parts is one range, up to where something is there', () => {
  const missing: FootageRange[] = []
  for (const startMs of [0, 1, 2, 8, 9]) addMissing(missing, { startMs, endMs: startMs + 1 })
  expect(missing).toEqual([
    { startMs: 0, endMs: 3 },
    { startMs: 8, endMs: 10 },
  ])
})
