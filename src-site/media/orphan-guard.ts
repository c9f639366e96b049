import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const fileSchema = z.object({ child: z.object({ pid: z.number().int().positive(), start: z.string() }) })

/** Waits for the end of its input, which comes when we end in whatever way, then ends the child. */
const watchScript = 'read -r _; kill -KILL "$0" 2>/dev/null'
const reapWaitMs = 20
const reapTries = 100

/**
 * Sees to it that a child does not outlive us, however we end.
 *
 * LiveKit does not watch its input, and Node cannot ask the kernel for a signal at the parent's death. So a
 * shell of one megabyte waits on a pipe that only we hold: it breaks even when we are killed. Where there is
 * no such shell (Windows) or it was killed too, the process file lets the next start end what was left.
 */
export class OrphanGuard {
  readonly #file: string
  #watcher: ChildProcess | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Ends what an earlier run left behind. The data folder's lock says that this run is over. */
  async reap(): Promise<void> {
    const child = this.#read()?.child
    if (child === undefined) return
    for (let tries = 0; tries < reapTries && startOfProcess(child.pid) === child.start; tries++) {
      endProcess(child.pid)
      await sleep(reapWaitMs)
    }
    this.release()
  }

  watch(pid: number): void {
    this.release()
    const start = startOfProcess(pid)
    if (start === undefined) return
    try {
      writeFileSync(this.#file, JSON.stringify({ child: { pid, start } }), { mode: 0o600 })
    } catch {
      // A full disk: the shell alone has to do.
    }
    this.#watcher = spawn('/bin/sh', ['-c', watchScript, String(pid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // No shell: the process file alone has to do.
    this.#watcher.on('error', () => undefined)
    this.#watcher.unref()
  }

  /** The child has ended: nobody may be ended in its place. */
  release(): void {
    this.#watcher?.kill('SIGKILL')
    this.#watcher = undefined
    rmSync(this.#file, { force: true })
  }

  #read(): z.infer<typeof fileSchema> | undefined {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch {
      return undefined
    }
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself between the look and the signal.
  }
}

/**
 * When a process began, as its system writes it; undefined when there is none. Together with the process
 * number it names one process for good: numbers are used again, and a stranger must never be ended.
 */
export function startOfProcess(pid: number): string | undefined {
  if (process.platform === 'linux') return startFromProc(pid)
  if (process.platform === 'win32') return undefined
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return text === '' ? undefined : text
  } catch {
    return undefined
  }
}

function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces and parentheses; after the last one, field 3 (state) follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // proc(5): field 22, clock ticks since boot. A zombie holds no port and cannot be ended.
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
