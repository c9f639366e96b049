import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from './stop.mjs'

/** Only for a lock of another machine on a shared folder, or of a container that has a new name since: its process cannot be asked. */
const foreignLockStaleAfterMs = 2 * 60_000
const heartbeatEveryMs = 30_000
const askAgainInMs = 200
/** How far off the instant of the machine's start may be. */
const bootDoubtMs = 10_000

/**
 * @typedef {object} WorkLock
 * @property {(pid: number) => void} alsoHeldBy a started tool: should this process be killed, the lock stays until the tool is gone too
 */

/**
 * Does `work` while holding a lock file, so that two set-ups never write the same folder at once.
 * A lock whose processes are all gone is taken over.
 * @template T
 * @param {string} file
 * @param {(lock: WorkLock) => Promise<T>} work
 * @param {{ signal?: AbortSignal | undefined, onWait?: (pid: number, otherHost: string | undefined) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withWorkLock(file, work, options = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const holders = [holderOf(process.pid)]
  let isReported = false
  while (!tryCreate(file, holders)) {
    options.signal?.throwIfAborted()
    const holder = liveHolderOf(file)
    if (holder === undefined) {
      takeAway(file)
      continue
    }
    const host = read(file)?.host
    if (!isReported) options.onWait?.(holder, host === hostname() ? undefined : host)
    isReported = true
    await wait(askAgainInMs)
  }
  const heartbeat = setInterval(() => renew(file), heartbeatEveryMs)
  heartbeat.unref()
  try {
    return await work({
      alsoHeldBy: (pid) => {
        holders.push(holderOf(pid))
        write(file, holders)
      },
    })
  } finally {
    clearInterval(heartbeat)
    rmSync(file, { force: true })
  }
}

/**
 * Does `work` in a new folder, under the lock of `folder`. What killed work left is removed: nobody else uses it.
 * @template T
 * @param {string} folder
 * @param {(folder: string) => Promise<T>} work
 */
export async function withWorkFolder(folder, work) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith('work-')))
    rmSync(join(folder, name), { recursive: true, force: true })
  const own = mkdtempSync(join(folder, 'work-'))
  try {
    return await work(own)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/**
 * The process that holds the lock, or undefined when there is none or all of them are gone.
 * @param {string} file
 * @param {number} [now] epoch ms
 * @returns {number | undefined}
 */
export function liveHolderOf(file, now = Date.now()) {
  const lock = read(file)
  if (lock === undefined) return undefined
  if (lock.host !== hostname()) {
    // The other clock may be a little ahead; a lock from far in the future must not stay fresh until then.
    return Math.abs(now - lock.writtenAtMs) < foreignLockStaleAfterMs ? lock.holders[0]?.pid : undefined
  }
  const isBeforeBoot = lock.writtenAtMs < now - uptime() * 1_000 - bootDoubtMs
  return lock.holders.find(({ pid, started }) => {
    const startNow = startOf(pid)
    // Process ids are given again, after a restart of the machine or container even to the same program.
    return (
      isAlive(pid) && (started === undefined || startNow === undefined ? !isBeforeBoot : started === startNow)
    )
  })?.pid
}

/** @typedef {{ pid: number, started: string | undefined }} Holder */

/** @param {string} file @param {Holder[]} holders */
function tryCreate(file, holders) {
  try {
    writeFileSync(file, contentOf(holders), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Writes nothing: a full disk would leave the lock empty. @param {string} file */
function renew(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // It must not end the work; the pid inside still tells who holds it.
  }
}

/** @param {string} file @param {Holder[]} holders */
function write(file, holders) {
  const whole = `${file}.new-${process.pid}`
  try {
    writeFileSync(whole, contentOf(holders))
    renameSync(whole, file)
  } catch {
    // A full disk must not end the work that may free it; the holders written before still hold the lock.
    rmSync(whole, { force: true })
  }
}

/** @param {Holder[]} holders */
function contentOf(holders) {
  return JSON.stringify({
    host: hostname(),
    pids: holders.map(({ pid }) => pid),
    started: holders.map(({ started }) => started ?? null),
  })
}

/** Asked as it begins to hold: later its id may be another process's. @param {number} pid @returns {Holder} */
function holderOf(pid) {
  return { pid, started: startOf(pid) }
}

/** Boot and instant of its start, which tell processes of one id apart; undefined without /proc. @param {number} pid */
function startOf(pid) {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${boot} ${fields[19]}`
  } catch {
    return undefined
  }
}

/** @param {string} file @returns {{ host: string, holders: Holder[], writtenAtMs: number } | undefined} */
function read(file) {
  try {
    const writtenAtMs = statSync(file).mtimeMs
    const text = readFileSync(file, 'utf8')
    // Created but not yet filled by its owner: alive for the moment.
    if (text === '' && Date.now() - writtenAtMs < 1_000)
      return { host: hostname(), holders: [{ pid: process.pid, started: undefined }], writtenAtMs }
    const value = JSON.parse(text)
    const pids = Array.isArray(value.pids) ? value.pids.filter(Number.isSafeInteger) : []
    const holders = pids.map((/** @type {number} */ pid, /** @type {number} */ at) => {
      const started = value.started?.[at]
      return { pid, started: typeof started === 'string' ? started : undefined }
    })
    return { host: String(value.host), holders, writtenAtMs }
  } catch {
    return undefined
  }
}

/**
 * Removes a stale lock. Renaming first makes sure that of several waiters only one removes it and that
 * a lock made in the meantime by another waiter is put back.
 * @param {string} file
 */
function takeAway(file) {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
    if (liveHolderOf(aside) !== undefined) renameSync(aside, file)
  } catch {
    // Another waiter was faster.
  }
  rmSync(aside, { force: true })
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
