import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** A folder of this test alone, removed when it ends. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A folder of the file or `describe` that calls it, there while its tests run. */
export function sharedDir(): string {
  const dir = join(tmpdir(), `tessera-test-${randomUUID().slice(0, 8)}`)
  beforeAll(() => mkdir(dir, { mode: 0o700 }))
  afterAll(() => rm(dir, { recursive: true, force: true }))
  return dir
}
