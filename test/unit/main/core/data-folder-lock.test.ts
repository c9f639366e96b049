import { once } from 'node:events'
import { linkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lockDataFolder } from '#main/core/data-folder-lock.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/** A folder whose program was killed: the socket is there and nobody answers. */
async function crashed(): Promise<string> {
  const folder = tempDir()
  const server = createServer().listen(join(folder, 'ended'))
  await once(server, 'listening')
  linkSync(join(folder, 'ended'), join(folder, 'wall.lock'))
  server.close()
  await once(server, 'close')
  return folder
}

it('of two that take over from a killed program in the same instant one has the folder', async () => {
  const folder = await crashed()
  const [one, other] = await Promise.allSettled([lockDataFolder(folder), lockDataFolder(folder)])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(lockDataFolder(folder)).rejects.toThrow('Another Tessera is running')
  const [release] = [one, other].flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []))
  await release?.()
  await (await lockDataFolder(folder))()
})
