import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Screen, startServer, startWindowManager } from './screen.ts'

type Output = 'DUMMY0' | 'DUMMY1'
const modes = ['1920x1080', '1280x720'] as const
type Mode = (typeof modes)[number]

/** Where the distribution's package puts it. */
const driver = '/usr/lib/xorg/modules/drivers/dummy_drv.so'

/** Why there cannot be two displays here, or undefined. */
export function whyNoDisplays(): string | undefined {
  if (process.getuid?.() !== 0) return 'Xorg with the dummy driver is for root alone'
  return existsSync(driver) ? undefined : 'not installed here: xserver-xorg-video-dummy'
}

/** Two displays side by side, 1920×1080 each, that can be unplugged and changed. */
export class Displays extends Screen {
  readonly #logDir: string

  private constructor(display: string, processes: readonly ChildProcess[], logDir: string) {
    super(display, processes)
    this.#logDir = logDir
  }

  static async startTwo(): Promise<Displays> {
    const logDir = await mkdtemp(join(tmpdir(), 'tessera-displays-'))
    const { display, server } = await startServer('Xorg', [
      '-sharevts',
      '-novtswitch',
      '-config',
      join(import.meta.dirname, 'displays.conf'),
      '-logfile',
      join(logDir, 'Xorg.log'),
    ])
    const displays = new Displays(display, [startWindowManager(display), server], logDir)
    // The driver gives its other outputs no such modes, and takes them from us only after a moment.
    for (const giveUpAt = Date.now() + 10_000; ; ) {
      for (const mode of modes) {
        await displays.run('xrandr', '--addmode', 'DUMMY1', mode).catch(() => undefined)
      }
      await displays.arrange({}).catch(() => undefined)
      if ((await displays.run('xrandr', '--listmonitors')).startsWith('Monitors: 2')) break
      if (Date.now() > giveUpAt) throw new Error('the second display did not come up')
    }
    await displays.makePrimary('DUMMY0')
    return displays
  }

  /** Both are plugged in, as at the start but for what is said. */
  async arrange({
    DUMMY0 = '1920x1080',
    DUMMY1 = '1920x1080',
  }: Partial<Record<Output, Mode>>): Promise<void> {
    const left = ['--output', 'DUMMY0', '--mode', DUMMY0, '--pos', '0x0']
    const right = ['--output', 'DUMMY1', '--mode', DUMMY1, '--pos', '1920x0']
    await this.run('xrandr', ...left, ...right)
  }

  async unplug(output: Output): Promise<void> {
    await this.run('xrandr', '--output', output, '--off')
  }

  async makePrimary(output: Output): Promise<void> {
    await this.run('xrandr', '--output', output, '--primary')
  }

  override async dispose(): Promise<void> {
    await super.dispose()
    await rm(this.#logDir, { recursive: true, force: true })
  }
}
