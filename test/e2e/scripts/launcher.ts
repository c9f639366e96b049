import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** `npm start` without a display, on a data folder of its own, by whose name its processes are found. */
export class Launcher {
  readonly #started: ChildProcess[] = []
  readonly folder = mkdtempSync(join(tmpdir(), 'tessera-start-test-'))

  dispose(): void {
    // What a failed test has left behind; the launcher first, which would start the others again.
    for (const child of this.#started) child.kill('SIGKILL')
    for (const { pid } of process.platform === 'linux' ? this.processes() : []) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended.
      }
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  start(args: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
      cwd: root,
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#started.push(child)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
      child.once('close', (code) => done({ code, stdout, stderr }))
    })
    const printed = (words: string) =>
      new Promise<void>((done, reject) => {
        const look = () => {
          if (stdout.includes(words)) done()
        }
        child.stdout.on('data', look)
        look()
        void ended.then(() => reject(new Error(`ended without "${words}":\n${stdout}${stderr}`)))
      })
    return { child, ended, printed, output: () => stdout }
  }

  /** Command lines and ids of what runs for this folder. */
  processes(): { pid: number; commandLine: string }[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .flatMap((name) => {
        try {
          const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
          return commandLine.includes(this.folder) ? [{ pid: Number(name), commandLine }] : []
        } catch {
          return []
        }
      })
  }

  /** The process whose command line has these words. */
  pidOf(words: string): number {
    const found = this.processes().find(({ commandLine }) => commandLine.includes(words))
    if (found === undefined) throw new Error(`no process with ${words}`)
    return found.pid
  }
}
