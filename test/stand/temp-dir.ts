import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of this test alone, removed when it ends. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
