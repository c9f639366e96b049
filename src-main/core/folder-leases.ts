import { readFileSync, readlinkSync } from 'node:fs'
import { rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readBounded, writeDurably } from './durable-file.ts'
import { isOwnerGone, newLease } from './lease-owner.ts'
import type { Time } from './time.ts'

const FILE = 'lease'
/** Behind the owner in a lease that was given back. */
const ENDED = ' ended'
/** Nobody else touches a folder before its lease was not renewed for so long. */
export const LEASE_IN_MS = 30_000

export interface Lease {
  /** `processSpace`, or the host name where that is unknown, and a process of it. */
  readonly owner: string
  /** By the clock of whoever renews it: it says only whether it was renewed. */
  readonly renewedMs: number
}

export interface FolderLeasesOptions extends Time {
  /** Whether whoever has left a lease is known to be gone; of any other only time tells. */
  readonly isGone?: (lease: Lease) => boolean
  /** A lease that is given back stays and says so: whoever slept meanwhile sees that somebody else was there. */
  readonly leavesTrace?: boolean
}

/**
 * Who is at a folder that programs of several workstations can see: at an unfinished export, or at the data folder of a
 * home on a server.
 */
export class FolderLeases {
  readonly #options: FolderLeasesOptions
  readonly #owner = `${processSpace ?? hostname()} ${newLease()}`
  /** Of others, by folder: since when they have not been renewed, by the clock of this process that nobody sets. */
  readonly #seen = new Map<string, Lease & { readonly sinceMs: number }>()

  constructor(options: FolderLeasesOptions) {
    this.#options = options
  }

  /** Whether somebody else is at it. */
  async isForeign(folder: string): Promise<boolean> {
    return (await this.foreign(folder)) !== undefined
  }

  /** The lease of somebody else who is at it. */
  async foreign(folder: string): Promise<Lease | undefined> {
    const lease = await readLease(folder)
    const { isGone = isGoneBeside } = this.#options
    const isFree = lease === undefined || lease.owner === this.#owner || lease.owner.endsWith(ENDED)
    if (isFree || isGone(lease)) {
      this.#seen.delete(folder)
      return undefined
    }
    const nowMs = this.#options.clock.monotonicMs()
    const before = this.#seen.get(folder)
    const isSame = before?.owner === lease.owner && before.renewedMs === lease.renewedMs
    const sinceMs = isSame ? before.sinceMs : nowMs
    this.#seen.set(folder, { ...lease, sinceMs })
    return nowMs - sinceMs < LEASE_IN_MS ? lease : undefined
  }

  /** False where somebody else is at it. Throws what the file system throws. */
  async take(folder: string): Promise<boolean> {
    if (await this.isForeign(folder)) return false
    // Where it could not be made, nothing that writes should try it again.
    await stat(folder)
    await writeDurably(join(folder, FILE), this.#owner)
    return true
  }

  /** Renews what was taken, three times in the life of a lease, until the returned function gives it back. */
  hold(folder: string, onLost: (to: Lease) => void): () => Promise<void> {
    const path = join(folder, FILE)
    const { clock, timers, leavesTrace = false } = this.#options
    const isOwn = async () => {
      const lease = await readLease(folder)
      // This machine was asleep, or its network away: another one has gone on.
      if (lease !== undefined && lease.owner !== this.#owner) onLost(lease)
      return lease?.owner === this.#owner
    }
    const renew = async () => {
      const now = new Date(clock.wallMs())
      if (await isOwn()) await utimes(path, now, now).catch(() => undefined)
    }
    let callOff: (() => void) | undefined
    let renewal: Promise<void> | undefined
    const wait = () => {
      callOff = timers.after(LEASE_IN_MS / 3, () => {
        wait()
        // One at a time: where a share does not answer, each holds a thread, of four for all files of the program.
        renewal ??= renew().finally(() => {
          renewal = undefined
        })
      })
    }
    wait()
    return async () => {
      callOff?.()
      await renewal
      if (!(await isOwn())) return
      const givenBack = leavesTrace ? writeDurably(path, this.#owner + ENDED) : rm(path, { force: true })
      await givenBack.catch(() => undefined)
    }
  }
}

/**
 * Names one boot of a machine and a container on it: host names are not unique, and after a boot process ids are those
 * of other processes. Undefined where the system does not tell.
 */
const processSpace = readProcessSpace()

function readProcessSpace(): string | undefined {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${bootId} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined
  }
}

/** A process that has crashed beside this one is known to be gone. */
function isGoneBeside({ owner }: Lease): boolean {
  return (
    processSpace !== undefined &&
    owner.startsWith(`${processSpace} `) &&
    isOwnerGone(owner.slice(processSpace.length + 1))
  )
}

export const hostOf = ({ owner }: Lease): string => owner.split(' ')[0] ?? ''

/** Whether it was written under this kernel, be it in another container, or by this host before its last start. */
export function isOfThisMachine({ owner, renewedMs }: Lease, bootedMs: number): boolean {
  const [host, boot] = owner.split(' ')
  const [ownHost, ownBoot] = processSpace?.split(' ') ?? [hostname()]
  if (processSpace !== undefined && boot === ownBoot) return true
  // Two machines of one name: the other one has renewed it since.
  return host === ownHost && (processSpace === undefined || renewedMs < bootedMs)
}

/** Undefined where there is none, or none can be read. Opened, and not only looked at: a share remembers for a while. */
async function readLease(folder: string): Promise<Lease | undefined> {
  const read = await readBounded(join(folder, FILE), 1_024)
  return read && { owner: read.bytes.toString('utf8'), renewedMs: read.mtimeMs }
}
