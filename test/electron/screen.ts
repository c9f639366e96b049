import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A screen without a monitor, with a window manager, and hands on its keyboard. */
export class Screen {
  readonly display: string
  readonly #processes: readonly ChildProcess[]

  protected constructor(display: string, processes: readonly ChildProcess[]) {
    this.display = display
    this.#processes = processes
  }

  /** Small, as every pixel is drawn by the processor. With `frameBufferDir` the server keeps what it shows in a file there. */
  static async start({
    size = '1280x720',
    frameBufferDir,
  }: {
    size?: string
    frameBufferDir?: string
  } = {}): Promise<Screen> {
    const frameBuffer = frameBufferDir === undefined ? [] : ['-fbdir', frameBufferDir]
    const { display, server } = await startServer('Xvfb', ['-screen', '0', `${size}x24`, ...frameBuffer])
    return new Screen(display, [startWindowManager(display), server])
  }

  /** Real X events, as from a keyboard: whatever has the focus gets them. Names of keysyms. */
  async press(...keys: string[]): Promise<void> {
    await this.run('xdotool', 'key', '--clearmodifiers', '--delay', '40', ...keys)
  }

  /** As typed on a keyboard, character by character. */
  async type(text: string): Promise<void> {
    const typing = run('xdotool', ['type', '--delay', '5', '--file', '-'], {
      env: { ...process.env, DISPLAY: this.display },
    })
    // Not as an argument: it may be a password.
    typing.child.stdin?.end(text)
    await typing
  }

  /** As a hand does at a window's title bar. */
  async drag(title: string, x: number, y: number): Promise<void> {
    await this.run(
      'xdotool',
      'search',
      '--sync',
      '--onlyvisible',
      '--name',
      `^${title}$`,
      'windowmove',
      String(x),
      String(y),
    )
  }

  /** Waits for a window; its number. */
  async untilWindow(title: string): Promise<string> {
    return (await this.run('xdotool', 'search', '--sync', '--onlyvisible', '--name', `^${title}$`)).trim()
  }

  /** … that has the keyboard. */
  async untilFocus(title: string): Promise<void> {
    await this.run('xdotool', 'windowfocus', '--sync', await this.untilWindow(title))
  }

  /** Titles of the windows that are seen, sorted; panels and menus have none. */
  async titles(): Promise<string[]> {
    const found = await this.run('xdotool', 'search', '--onlyvisible', '--name', '.+').catch(() => '')
    const windows = found.trim().split('\n').filter(Boolean)
    const titles = await Promise.all(
      windows.map((window) => this.run('xdotool', 'getwindowname', window).catch(() => '')),
    )
    return titles
      .map((title) => title.trim())
      .filter(Boolean)
      .toSorted()
  }

  async processOf(windowId: string): Promise<number> {
    return Number(await this.run('xdotool', 'getwindowpid', windowId))
  }

  async dispose(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = once(child, 'exit')
      child.kill()
      await exited
    }
  }

  /** A program of this screen; what it prints. */
  protected async run(program: string, ...args: string[]): Promise<string> {
    const { stdout } = await run(program, args, { env: { ...process.env, DISPLAY: this.display } })
    return stdout
  }
}

/** An X server that picks a free number itself and writes it to descriptor 3. */
export async function startServer(
  program: 'Xvfb' | 'Xorg',
  args: readonly string[],
): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn(program, ['-displayfd', '3', '-noreset', '-nolisten', 'tcp', ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const displayPipe = server.stdio[3]
  if (displayPipe === undefined || displayPipe === null) throw new Error(`no pipe from ${program}`)
  const ended = once(server, 'exit').then(([code, signal]) => {
    throw new Error(`${program} ended before it had a display: ${code ?? signal}`)
  })
  // It ends after it has had one, too.
  ended.catch(() => undefined)
  const [number]: unknown[] = await Promise.race([once(displayPipe, 'data'), ended])
  return { display: `:${String(number).trim()}`, server }
}

export function startWindowManager(display: string): ChildProcess {
  return spawn('openbox', ['--sm-disable'], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' })
}
