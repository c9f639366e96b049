import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../../stand/program.ts'

/** `npm start` without a display, on a data folder of its own, by whose name its processes are found. */
export class Launcher {
  readonly #started: Program[] = []
  readonly folder = mkdtempSync(join(tmpdir(), 'tessera-start-test-'))

  dispose(): void {
    // What a failed test has left behind; the launcher first, which would start the others again.
    for (const program of this.#started) program.process.kill('SIGKILL')
    for (const { pid } of process.platform === 'linux' ? this.processes() : []) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended.
      }
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  start(args: readonly string[], env: Record<string, string> = {}): Program {
    const program = new Program(['scripts/start.mjs', ...args], {
      env: { DISPLAY: '', WAYLAND_DISPLAY: '', ...env },
    })
    this.#started.push(program)
    return program
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
