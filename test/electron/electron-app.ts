import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import type { BuiltApp } from './build-app.ts'
import { watchEnd } from './orderly-end.ts'
import type { Screen } from './screen.ts'
import type { SmokeHost } from './smoke-host.ts'

export interface LaunchOptions {
  readonly host: SmokeHost
  readonly app: BuiltApp
  readonly screen: Screen
  readonly dataDir: string
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** An environment in which Electron shows itself on this screen, whatever the session of whoever runs the test is. */
export function environmentOn(screen: Screen): Record<string, string | undefined> {
  const {
    ELECTRON_RUN_AS_NODE: _,
    WAYLAND_DISPLAY: _wayland,
    WAYLAND_SOCKET: _socket,
    ...inherited
  } = process.env
  return {
    ...inherited,
    // From 38 on Electron goes by it.
    XDG_SESSION_TYPE: 'x11',
    DISPLAY: screen.display,
    // No keyring and no session of the machine that runs the test.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  }
}

/** The arguments and surroundings of a start, for a driven one and for a second one beside it. */
export function startOf({ app, screen, dataDir, flags = [], env = {} }: LaunchOptions) {
  return {
    // Chromium refuses its sandbox to root.
    args: [app.dir, '--data', dataDir, ...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: {
      ...environmentOn(screen),
      ...app.env,
      ...env,
    } as Record<string, string>,
  }
}

/** Shorter than a test may take, so that it is said what has not come. */
const LAUNCH_WITHIN_MS = 60_000

export async function firstPage(electron: ElectronApplication): Promise<Page> {
  return untilLoaded(await electron.firstWindow())
}

/** The driver knows a window before anything has been loaded into it; from here on it has its way to main. */
export async function untilLoaded(page: Page): Promise<Page> {
  await page.waitForFunction(() => 'tessera' in window)
  return page
}

/** An application that waits for its driver: see `compat/hold-start.cjs`. */
export function launchDriven(
  executablePath: string,
  { args, env }: ReturnType<typeof startOf>,
): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath,
    timeout: LAUNCH_WITHIN_MS,
    args,
    env: { ...env, TESSERA_TEST_DRIVEN: '1' },
  })
}

/** A running application under the driver's hands. */
export class ElectronApp {
  readonly electron: ElectronApplication
  readonly page: Page
  /** The driver forgets it once it has ended. */
  readonly #process: ChildProcess
  readonly #options: LaunchOptions

  private constructor(options: LaunchOptions, electron: ElectronApplication, page: Page) {
    this.#options = options
    this.electron = electron
    this.page = page
    this.#process = electron.process()
  }

  static async launch(options: LaunchOptions): Promise<ElectronApp> {
    const electron = await launchDriven(options.host.executable, startOf(options))
    if (process.env['LOG']) electron.process().stderr?.pipe(process.stderr)
    return new ElectronApp(options, electron, await firstPage(electron))
  }

  /** Saves the next download there, in the place of the dialog, which nobody answers. What is returned waits for how it ended. */
  async saveNextDownload(path: string): Promise<() => Promise<string>> {
    const saving = await this.electron.evaluateHandle(({ session }, savePath) => {
      const ended = new Promise<string>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(savePath)
          item.once('done', (_done, state) => resolve(`${state} ${item.getFilename()}`))
        })
      })
      return { ended }
    }, path)
    return () => saving.evaluate(({ ended }) => ended)
  }

  /** What is returned waits for its end and demands that it was an orderly one. */
  watchEnd(): () => Promise<void> {
    return watchEnd(this.#process, this.#options.dataDir, this.#options.host.major)
  }

  /** Ends it as a closed window does, so that everything is written. */
  async close(): Promise<number | null> {
    const child = this.#process
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    await this.electron.close()
    await exited
    return child.exitCode
  }

  /** The same, and demands that it was an orderly end. */
  async closeInOrder(): Promise<void> {
    const untilEnded = this.watchEnd()
    await this.electron.close()
    await untilEnded()
  }
}
