import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A screen without a monitor, with a window manager, and hands on its keyboard. */
export class Screen {
  readonly display: string
  readonly #processes: readonly ChildProcess[]

  private constructor(display: string, processes: readonly ChildProcess[]) {
    this.display = display
    this.#processes = processes
  }

  /** With `frameBufferDir` the server keeps what it shows in a file there. */
  static async start({ frameBufferDir }: { frameBufferDir?: string } = {}): Promise<Screen> {
    const frameBuffer = frameBufferDir === undefined ? [] : ['-fbdir', frameBufferDir]
    // The server picks a free number itself and says it on descriptor 3.
    const server = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-noreset', '-nolisten', 'tcp', ...frameBuffer],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    const told = server.stdio[3]
    if (told === undefined || told === null) throw new Error('no way to hear from Xvfb')
    const [number]: unknown[] = await once(told, 'data')
    const display = `:${String(number).trim()}`
    const manager = spawn('openbox', ['--sm-disable'], {
      env: { ...process.env, DISPLAY: display },
      stdio: 'ignore',
    })
    return new Screen(display, [manager, server])
  }

  /** Real X events, as from a keyboard: whatever has the focus gets them. Names of keysyms. */
  async press(...keys: string[]): Promise<void> {
    await run('xdotool', ['key', '--clearmodifiers', '--delay', '40', ...keys], {
      env: { ...process.env, DISPLAY: this.display },
    })
  }

  /** As typed on a keyboard, character by character. Not for secrets of anybody: it is an argument of a program. */
  async type(text: string): Promise<void> {
    await run('xdotool', ['type', '--delay', '5', '--', text], {
      env: { ...process.env, DISPLAY: this.display },
    })
  }

  async dispose(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = once(child, 'exit')
      child.kill()
      await exited
    }
  }
}
