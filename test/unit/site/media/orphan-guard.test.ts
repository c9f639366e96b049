import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OrphanGuard } from '#site/media/orphan-guard.ts'

test('a child is watched also where its file cannot be written, as on a full disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-guard-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  await once(child, 'spawn')
  const guard = new OrphanGuard(join(folder, 'none', 'livekit.pid.json'))
  expect(() => guard.watch(child.pid ?? 0)).not.toThrow()
  guard.release()
  child.kill('SIGKILL')
  await once(child, 'exit')
})
