import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lockDataFolder } from '#main/core/data-folder-lock.ts'
import { LEASE_IN_MS } from '#main/core/folder-leases.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { mountSmallDisk } from '#test/stand/small-disk.ts'
import { tempDir } from '#test/stand/temp-dir.ts'
import { FakeTime } from './support/fake-time.ts'

const system = { clock: systemClock, timers: systemTimers }

/** A folder whose program was killed: the socket is there and nobody answers. */
async function crashed(folder = tempDir()): Promise<string> {
  const server = createServer().listen(join(folder, 'ended'))
  await once(server, 'listening')
  linkSync(join(folder, 'ended'), join(folder, 'wall.lock'))
  server.close()
  await once(server, 'close')
  return folder
}

it('of two that take over from a killed program in the same instant one has the folder', async () => {
  const folder = await crashed()
  const [one, other] = await Promise.allSettled([
    lockDataFolder(folder, system),
    lockDataFolder(folder, system),
  ])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(lockDataFolder(folder, system)).rejects.toThrow('Another Tessera is running')
  const [lock] = [one, other].flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  await lock?.release()
  await (await lockDataFolder(folder, system)).release()
})

it('a folder that cannot be written any more is no other one’s, whatever a crash has left there', async (context) => {
  const disk = mountSmallDisk()
  onTestFinished(() => disk.dispose())
  if (!disk.isMounted) context.skip('no disk can be mounted here')
  await crashed(disk.dir)
  execFileSync('mount', ['-o', 'remount,ro', disk.dir])
  const lock = await lockDataFolder(disk.dir, system)
  await expect(lockDataFolder(disk.dir, system)).rejects.toThrow('Another Tessera is running')
  await lock.release()
})

/** A start on a folder that another machine has used, and its clock. */
function startBeside(owner: string) {
  const folder = tempDir()
  const lease = join(folder, 'lease')
  // Nobody answers there whom this machine can reach.
  const socket = join(folder, 'wall.lock')
  writeFileSync(socket, '')
  const time = new FakeTime()
  const renew = () => {
    writeFileSync(lease, owner)
    utimesSync(lease, time.wallMs() / 1_000, time.wallMs() / 1_000)
  }
  renew()
  let outcome: string | undefined
  const started = lockDataFolder(folder, { clock: time, timers: time })
  const settled = started.then(
    () => (outcome = 'started'),
    (error: unknown) => (outcome = String(error)),
  )
  /** The start looks at the folder, and waits until it looks again. */
  const looks = () => expect.poll(() => outcome !== undefined || time.pending > 0).toBe(true)
  return { folder, lease, socket, renew, time, started, settled, looks, outcome: () => outcome }
}

it('a folder that a wall on another machine uses is refused, with its name', async () => {
  const { folder, lease, socket, renew, time, settled, looks } = startBeside('console-2 boot pid:[1] 7.one')
  await looks()
  await time.advance(999)
  renew()
  await time.advance(1)
  expect(await settled).toMatch('Another Tessera is running on console-2 with this data folder')
  expect(readFileSync(lease, 'utf8')).toMatch(/^console-2 /)
  expect(existsSync(socket)).toBe(true)
  // The wall there ends.
  writeFileSync(lease, 'console-2 boot pid:[1] 7.one ended')
  await (await lockDataFolder(folder, system)).release()
})

it('what a machine that is gone has left of a folder is taken over by itself, after its time', async () => {
  const { lease, time, started, looks, outcome } = startBeside('console-2 boot pid:[1] 7.one')
  for (let waitedMs = 0; waitedMs < LEASE_IN_MS; waitedMs += 1_000) {
    await looks()
    expect(outcome()).toBeUndefined()
    await time.advance(1_000)
  }
  const { release } = await started
  expect(readFileSync(lease, 'utf8')).not.toMatch(/^console-2 /)
  await release()
  // Who only slept meanwhile is to see that somebody else was there, also once that one has ended.
  expect(readFileSync(lease, 'utf8')).toMatch(/ ended$/)
})

it('a disk that cannot be written holds up no start, and ends no wall that a crash has left its lease to', async () => {
  const folder = tempDir()
  const time = new FakeTime()
  writeFileSync(join(folder, 'lease'), `${hostname()} before pid:[1] 7.one`)
  utimesSync(join(folder, 'lease'), 1, 1)
  await using file = await open(folder)
  const prototype: FileHandle = Object.getPrototypeOf(file)
  const full = vi.spyOn(prototype, 'sync').mockRejectedValue(new Error('ENOSPC'))
  onTestFinished(() => full.mockRestore())
  const { lost, release } = await lockDataFolder(folder, { clock: time, timers: time })
  expect(full).toHaveBeenCalled()
  const onLost = vi.fn()
  void lost.then(onLost)
  for (let looks = 0; looks < 3; looks += 1) await time.advance(LEASE_IN_MS / 3)
  await release()
  expect(onLost).not.toHaveBeenCalled()
})

it('what this machine itself has left, also before it was switched off, holds up no start', async (context) => {
  if (process.platform !== 'linux') context.skip('only Linux says which start of which machine it is')
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  for (const owner of [`other-container ${bootId} pid:[1] 7.one`, `${hostname()} before pid:[1] 7.one`]) {
    const folder = tempDir()
    const lease = join(folder, 'lease')
    writeFileSync(lease, owner)
    utimesSync(lease, 1, 1)
    const time = new FakeTime()
    const { release } = await lockDataFolder(folder, { clock: time, timers: time })
    await release()
  }
  // Two machines of one name: the other one has renewed it since this one was started.
  const { time, settled, looks, renew } = startBeside(`${hostname()} another pid:[1] 7.one`)
  await looks()
  await time.advance(999)
  renew()
  await time.advance(1)
  expect(await settled).toMatch('Another Tessera is running on')
})

it.each(['console-2 boot pid:[1] 7.one', 'console-2 boot pid:[1] 7.one ended'])(
  'a wall whose folder another machine has taken over meanwhile is told to end (%s)',
  async (owner) => {
    const folder = tempDir()
    const time = new FakeTime()
    const { lost, release } = await lockDataFolder(folder, { clock: time, timers: time })
    writeFileSync(join(folder, 'lease'), owner)
    await time.advance(LEASE_IN_MS / 3)
    expect((await lost).message).toMatch('Tessera on console-2 has taken over this data folder')
    await release()
    expect(readFileSync(join(folder, 'lease'), 'utf8')).toMatch(/^console-2 /)
  },
)
