import { existsSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'

/** Events that a process has claimed and of which it has written no outcome, by name. */
export function claimedBy(dir: string, pid: number): string[] {
  return look(dir, (file) =>
    file
      .prepare<unknown[], string>("select uid from event where state = 'waiting' and lease like ? || '.%'")
      .pluck()
      .all(String(pid)),
  )
}

/** Events that the platform did not take, by name. */
export function deadLettersOf(dir: string): string[] {
  return look(dir, (file) =>
    file.prepare<unknown[], string>("select uid from event where state = 'dead'").pluck().all(),
  )
}

/** Another process that recovers the log of one that was killed holds the file for a moment. */
const busyTimeoutInMs = 5_000

function look(dir: string, read: (file: Database.Database) => string[]): string[] {
  const path = join(dir, 'events.db')
  if (!existsSync(path)) return []
  const file = new Database(path, { readonly: true, timeout: busyTimeoutInMs })
  try {
    return read(file)
  } catch (error) {
    // It was stopped while it made the file, or read the log of one that was killed: nothing was claimed yet.
    if (/no such table|locked|locking protocol/.test(String(error))) return []
    throw error
  } finally {
    file.close()
  }
}

/** Stops a process, and resolves once it stands still. */
export async function suspend(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  while (!isStopped(pid)) await delay(1)
}

function isStopped(pid: number): boolean {
  if (process.platform === 'linux') return /\) [TtZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  return /^[TZ]/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }))
}
