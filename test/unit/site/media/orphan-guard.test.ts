import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OrphanGuard } from '#site/media/orphan-guard.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

test('a child is watched also where its file cannot be written, as on a full disk', async () => {
  const folder = tempDir()
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  await once(child, 'spawn')
  const guard = new OrphanGuard(join(folder, 'none', 'livekit.pid.json'))
  expect(() => guard.watch(child.pid ?? 0)).not.toThrow()
  guard.release()
  child.kill('SIGKILL')
  await once(child, 'exit')
})
