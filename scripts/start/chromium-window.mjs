import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Readable, Writable } from 'node:stream'
import { killGroup } from '../lib/run-command.mjs'
import { isAlive } from '../lib/work-lock.mjs'
import { DevToolsPipe } from './dev-tools-pipe.mjs'

/** Until the wall's address is opened; in the wall's own dark, so that no white flashes up. */
const blankPage = 'data:text/html,<title>Tessera</title><body style="background:%230b0d10">'
const startTimeoutMs = 20_000

/**
 * @typedef {object} ChromiumWindowOptions
 * @property {string} executable
 * @property {boolean} headless
 * @property {boolean} fullScreen
 * @property {NodeJS.ProcessEnv} env
 * @property {string} profiles folder of this user alone, made when it is not there
 */

/**
 * The wall in a Chromium application window. It is driven over a pipe that only this process holds: the address
 * with its secret is neither on a command line, which every user of the machine can read, nor in a file; and when
 * this process goes, however it goes, the pipe closes and Chromium ends with it.
 */
export class ChromiumWindow {
  #process
  #profile
  #pipe
  #exited = false

  /** @param {ChromiumWindowOptions} options */
  constructor(options) {
    this.#profile = makeProfile(options.profiles)
    this.#process = spawn(options.executable, chromiumArguments(options, this.#profile), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: options.env,
      detached: process.platform !== 'win32',
    })
    /** The last of what Chromium says about itself. */
    this.tail = ''
    this.#process.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      this.tail = (this.tail + text).slice(-4_000)
    })
    const [, , , out, incoming] = this.#process.stdio
    if (!(out instanceof Writable) || !(incoming instanceof Readable)) throw new Error('no pipe to Chromium')
    this.#pipe = new DevToolsPipe(out, incoming)
    /** Resolves when the window is gone: closed by the user, crashed, or disposed. @type {Promise<void>} */
    this.closed = new Promise((resolve) => {
      const gone = () => {
        this.#exited = true
        this.#pipe.dispose()
        killGroup(this.#process.pid, 'SIGKILL')
        this.#removeProfile()
        resolve()
      }
      this.#process.once('error', gone)
      this.#process.once('exit', gone)
    })
  }

  /**
   * Opens the wall in the window.
   * @param {string} url carries the start's secret in its fragment
   * @returns {Promise<boolean>} false when Chromium did not come up
   */
  async open(url) {
    const timeout = new Promise((resolve) => setTimeout(resolve, startTimeoutMs, false).unref())
    const opened = this.#pipe.firstPage().then((page) => this.#load(page, url))
    return Promise.race([opened, this.closed.then(() => false), timeout])
  }

  /**
   * Loads the wall again after its page has crashed.
   * @param {string} url
   * @returns {Promise<boolean>} false when its window has gone, whatever other windows are there
   */
  async reopen(url) {
    const targets = await this.#pipe.call('Target.getTargets')
    const all = /** @type {{ type: string, targetId: string, url: string }[]} */ (
      targets?.['targetInfos'] ?? []
    )
    const page = all.find((one) => one.type === 'page' && one.url.startsWith(new URL('/', url).href))
    return page !== undefined && this.#load(page.targetId, url)
  }

  /** @param {number} graceMs */
  async dispose(graceMs) {
    if (!this.#exited) {
      // Closing the pipe is the polite way on every platform.
      this.#pipe.dispose()
      const timer = setTimeout(() => this.kill(), graceMs)
      await this.closed
      clearTimeout(timer)
    }
    this.#removeProfile()
  }

  kill() {
    killGroup(this.#process.pid, 'SIGKILL')
  }

  /** @param {string} page @param {string} url */
  async #load(page, url) {
    const attached = await this.#pipe.call('Target.attachToTarget', { targetId: page, flatten: true })
    const session = String(attached?.['sessionId'])
    const opened = await this.#pipe.call('Page.navigate', { url }, session)
    // Not awaited: a window that is closed meanwhile was open.
    void this.#pipe.call('Target.detachFromTarget', { sessionId: session })
    return opened !== undefined && opened['errorText'] === undefined
  }

  #removeProfile() {
    try {
      rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    } catch {
      // Swept up by the next start.
    }
  }
}

/**
 * @param {Pick<ChromiumWindowOptions, 'headless' | 'fullScreen'>} options
 * @param {string} profile
 * @param {boolean} [isRoot]
 * @returns {string[]}
 */
export function chromiumArguments(options, profile, isRoot = process.getuid?.() === 0) {
  return [
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    // Chromium's smoothness algorithm drops frames that were decoded in time when many tiles run.
    '--disable-rtc-smoothness-algorithm',
    // Chromium frees peer connections only when it collects garbage, and stops at 500; the wall asks in time.
    '--js-flags=--expose-gc',
    // WebRTC keeps the last 10 000 packets of every peer connection for a log that nobody asks for: ten megabytes a tile.
    '--force-fieldtrials=WebRTC-RtcEventLogKillSwitch/Enabled/',
    '--autoplay-policy=no-user-gesture-required',
    // A wall talks to its platform and to nobody else.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-domain-reliability',
    '--no-pings',
    '--no-first-run',
    '--no-default-browser-check',
    // The last one hides this computer's address behind a name of multicast DNS, which is never announced where there is
    // no IPv4: no picture would come.
    '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,WebRtcHideLocalIpsWithMdns',
    '--password-store=basic',
    '--use-mock-keychain',
    // A tile that is covered by another window must still be live when it is uncovered.
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    // Chromium has no sandbox for root; --test-type keeps it from saying so over the wall.
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
    ...(options.headless
      ? ['--headless', '--disable-gpu', '--hide-scrollbars', '--mute-audio', '--window-size=1280,720']
      : [options.fullScreen ? '--start-fullscreen' : '--start-maximized']),
    options.headless ? blankPage : `--app=${blankPage}`,
  ]
}

/**
 * A fresh profile. Those of killed launchers, whose process id is in the name, are removed. Not in the folder for
 * temporary files: there another user could place such a profile, with links to files of this one.
 * @param {string} folder
 * @param {number} [pid]
 * @returns {string}
 */
export function makeProfile(folder, pid = process.pid) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    const owner = Number(/^(\d+)-/.exec(name)?.[1])
    if (!Number.isInteger(owner)) continue
    try {
      // In a container each start may have the same id: a profile that is older than this process is not its own.
      const isOfEarlier =
        owner === process.pid && statSync(join(folder, name)).mtimeMs < performance.timeOrigin
      if (isAlive(owner) && !isOfEarlier) continue
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Swept up by the next start.
    }
  }
  return mkdtempSync(join(folder, `${pid}-`))
}
