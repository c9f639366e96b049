import { createHash, randomBytes } from 'node:crypto'
import { realpathSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '#contract/thrown.ts'
import { FolderLeases, hostOf, isOfThisMachine, type Lease } from './folder-leases.ts'
import { StartFailure } from './start-failure.ts'
import { bootedAtMs, pause, type Timers, type UptimeClock } from './time.ts'
import { makeFolder } from './make-folder.ts'

/** Of a Unix socket, in bytes: the shortest limit of any system that we run on. */
const MAX_SOCKET_PATH_BYTES = 100

/** How often a lease that a machine has left is looked at, until it counts as dead. */
const LOOK_EVERY_MS = 1_000

export interface DataFolderLock {
  /** Another machine has taken the folder over, as after a sleep of this one: nothing may be written any more. */
  readonly lost: Promise<StartFailure>
  readonly release: () => Promise<void>
}

/**
 * Holds a data folder for one program: the alarm log and the settings have one writer. Among the programs of this machine
 * it is a socket that somebody listens on, which ends with the process however that ends; what a crash leaves of it
 * answers nobody and is replaced. Other machines, as with a home on a server, go by a lease, which ends when it is not
 * renewed. Throws a `StartFailure` where another program has the folder.
 */
export async function lockDataFolder(
  folder: string,
  ports: { readonly clock: UptimeClock; readonly timers: Timers },
): Promise<DataFolderLock> {
  const { clock, timers } = ports
  const bootedMs = bootedAtMs(clock)
  // Of this machine, the socket tells who is gone.
  const isGone = (lease: Lease) => isOfThisMachine(lease, bootedMs)
  const leases = new FolderLeases({ clock, timers, isGone, leavesTrace: true })
  // First: the socket of a wall on another machine answers nobody here, and is not to be taken from its folder.
  await untilFree(leases, folder, timers)
  const server = await hold(pathsOf(folder))
  if (server === 'held')
    throw new StartFailure(
      `Another Tessera is running with this data folder (${folder}). Use that one, or close it first; or choose another folder with --data.`,
    )
  const close = () =>
    new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
  const { promise: lost, resolve: loseTo } = Promise.withResolvers<StartFailure>()
  const isTaken = await leases.take(folder).catch(() => undefined)
  // Without a disk that can be written there is none to take, and what lies there is no other wall's.
  if (isTaken === undefined) return { lost, release: close }
  if (!isTaken) {
    await close()
    return lockDataFolder(folder, ports)
  }
  const giveBack = leases.hold(folder, (to) =>
    loseTo(
      new StartFailure(
        `Tessera on ${hostOf(to)} has taken over this data folder (${folder}), as this computer was asleep or could not reach it. Tessera ends here; start it again once that one is closed, or choose another folder with --data.`,
      ),
    ),
  )
  return {
    lost,
    release: async () => {
      await giveBack()
      await close()
    },
  }
}

/** A machine that is gone does not renew its lease. Throws a `StartFailure` where one does. */
async function untilFree(leases: FolderLeases, folder: string, timers: Timers): Promise<void> {
  let before: Lease | undefined
  for (;;) {
    const lease = await leases.foreign(folder)
    if (lease === undefined) return
    if (before !== undefined && lease.renewedMs !== before.renewedMs)
      throw new StartFailure(
        `Another Tessera is running on ${hostOf(lease)} with this data folder (${folder}). Use that one, or close it first; or choose another folder with --data.`,
      )
    before = lease
    await pause(timers, LOOK_EVERY_MS).ended
  }
}

/** Tries each path: a disk without sockets has its lock elsewhere. Undefined where none can be made. */
async function hold(paths: readonly string[]): Promise<Server | 'held' | undefined> {
  for (const path of paths) {
    const first = await listenAt(path)
    if (first !== 'taken') {
      if (first === undefined) continue
      return first
    }
    if (await isAnswered(path)) return 'held'
    const isAnothers = await isTakenAside(path)
    if (isAnothers === undefined) continue
    if (isAnothers) return 'held'
    const second = await listenAt(path)
    if (second !== undefined) return second === 'taken' ? 'held' : second
  }
  return undefined
}

/**
 * Removes what a crash has left, under another name first: another program may have replaced it since it was asked, and
 * then it is put back.
 * @returns whether it was another program's; undefined where it cannot be removed, as on a disk that cannot be written
 */
async function isTakenAside(path: string): Promise<boolean | undefined> {
  const aside = path + asideEnding()
  try {
    renameSync(path, aside)
  } catch (error) {
    // Somebody else has just removed it: whoever listens first has the folder.
    return codeOf(error) === 'ENOENT' ? false : undefined
  }
  const isAnothers = await isAnswered(aside)
  if (isAnothers) renameSync(aside, path)
  else rmSync(aside)
  return isAnothers
}

const asideEnding = () => `.${randomBytes(3).toString('hex')}`

function pathsOf(dataDir: string): readonly string[] {
  const folder = foundFolder(dataDir)
  const name = `tessera-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`]
  const within = join(folder, 'wall.lock')
  const elsewhere = join(tmpdir(), `${name}.lock`)
  return Buffer.byteLength(within + asideEnding()) <= MAX_SOCKET_PATH_BYTES
    ? [within, elsewhere]
    : [elsewhere]
}

/** A folder that cannot be made is reported by the first write into it. */
function foundFolder(dataDir: string): string {
  try {
    makeFolder(dataDir)
    return realpathSync(dataDir)
  } catch {
    return dataDir
  }
}

/** Undefined where no socket can be. */
function listenAt(path: string): Promise<Server | 'taken' | undefined> {
  return new Promise((resolve) => {
    // The connection itself is the answer.
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) =>
      resolve('code' in error && error.code === 'EADDRINUSE' ? 'taken' : undefined),
    )
    server.listen(path, () => resolve(server))
    // The lock is no reason to go on running.
    server.unref()
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
