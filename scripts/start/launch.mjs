import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from '../lib/make-folder.mjs'
import { Stop } from '../lib/stop.mjs'
import { withWorkLock } from '../lib/work-lock.mjs'
import { LaunchedChild } from './child-process.mjs'
import { ChromiumWindow } from './chromium-window.mjs'
import {
  checkTiles,
  electronCommandLine,
  hostCommandLine,
  productEntries,
  siteCommandLine,
} from './command-lines.mjs'
import { waitUntilLive } from './live-tiles.mjs'
import { chooseShell, mustGoThroughX11 } from './surroundings.mjs'

const limits = {
  siteReadyMs: 60_000,
  /** Waits before a site that ended is started again; the last one repeats. The first is short: every tile is dark. */
  siteRestartDelaysMs: [500, 1_000, 2_000, 5_000, 15_000, 60_000],
  /** A site that ran this long was healthy: the next end starts the waits from their beginning. */
  siteHealthyAfterMs: 60_000,
  /** Half a minute of it may be a wait for a data folder that another machine's wall has left. */
  shellReadyMs: 60_000,
  /** The media server lets its participants go before it ends. */
  siteGraceMs: 6_000,
  shellGraceMs: 3_000,
  windowGraceMs: 3_000,
  /** Of the self-test, from the end of set-up. */
  checkMs: 60_000,
}

/**
 * @typedef {object} LaunchOptions
 * @property {import('./arguments.mjs').StartArguments} arguments
 * @property {Pick<import('../setup.mjs').SetupResult, 'chromium' | 'livekitServer' | 'electron' | 'out'> & { node: string }} programs
 * @property {string | undefined} electronMissing why there is no Electron
 * @property {boolean} hasDisplay
 * @property {string} root
 * @property {string} data
 * @property {NodeJS.ProcessEnv} env of every program, with what set-up found
 * @property {AbortSignal} signal aborted with a `Stop` when the user ends it
 * @property {(line: string) => void} printLine
 * @property {import('./command-lines.mjs').Entries} [entries]
 *
 * @typedef {{ type: 'embedded-site', baseUrl: string, liveViewUrl: string, account: object }} EmbeddedSite as the wall is told of it
 * @typedef {{ child: LaunchedChild, embedded: EmbeddedSite }} StartedSite
 * @typedef {{ shell: LaunchedChild, ready: ReturnType<LaunchedChild['waitFor']> }} LaunchedHost
 */

/** One run of site, shell and window: starts them in order, watches them, and stops whatever it has started. */
export class Launch {
  #options
  #entries
  /** In the order in which they were started. @type {LaunchedChild[]} */
  #children = []
  /** @type {ChromiumWindow | undefined} */
  #window
  /** Milliseconds that each part took. @type {Record<string, number>} */
  #partsMs = {}
  /** @type {Promise<never>} */
  #interrupted
  /** Once aborted, nothing is started again. */
  #ending = new AbortController()
  /** It could not sign in, as the site was away. @type {LaunchedChild | undefined} */
  #shellWithoutKey

  /** @param {LaunchOptions} options */
  constructor(options) {
    this.#options = options
    this.#entries = options.entries ?? productEntries
    this.#interrupted = new Promise((_resolve, reject) => {
      const stop = () => reject(options.signal.reason)
      if (options.signal.aborted) stop()
      else options.signal.addEventListener('abort', stop, { once: true })
    })
    this.#interrupted.catch(() => undefined)
  }

  /**
   * Runs until the window is closed, the user stops it, or a part fails.
   * @returns {Promise<void>}
   * @throws {Stop} a sentence for whatever went wrong
   */
  run() {
    return this.#withData(async () => {
      const starting = awaitedLater(this.#startSite())
      const choice = chooseShell(this.#shellFacts())
      // Beside the site: what starts a wall in a browser needs its address only in the end.
      const host = choice.shell === 'electron' ? undefined : this.#launchHost()
      if (choice.shell === 'window') this.#launchWindow(false)
      const site = await starting
      const fault = site === undefined ? new Promise(() => undefined) : this.#keepRunning(site)
      const { windowClosed } = await Promise.race([this.#startShell(choice, site?.embedded, host), fault])
      const byHand = windowClosed === undefined ? '' : 'Close its window or '
      this.#options.printLine(`Tessera is running. ${byHand === '' ? 'P' : `${byHand}p`}ress Ctrl-C to stop.`)
      // A page that was opened by hand may be closed and opened again; a window's end is the end.
      await this.#unlessItEnds(Promise.race([windowClosed ?? new Promise(() => undefined), fault]))
    })
  }

  /**
   * The self-test: everything without a window, until each of the wall's tiles is live.
   * @returns {Promise<{ tiles: number, liveMs: number, parts: Record<string, number> }>}
   * @throws {Stop} a sentence on what is missing
   */
  check() {
    return this.#withData(async () => {
      const startedAtMs = performance.now()
      const starting = awaitedLater(this.#startSite())
      const host = this.#launchHost()
      this.#launchWindow(true)
      const { url, shell } = await this.#hostReady(host, (await starting)?.embedded)
      const leftMs = limits.checkMs - (performance.now() - startedAtMs)
      const reported = waitUntilLive(shell, checkTiles, leftMs)
      const window = await this.#openWindow(url)
      const gone = window.closed.then(() => ({
        ok: /** @type {const} */ (false),
        sentence: 'Chromium ended during the self-test.',
      }))
      const live = await this.#timed('tiles', `${checkTiles} of ${checkTiles} tiles live`, () =>
        this.#unlessItEnds(Promise.race([reported, gone])),
      )
      if (!live.ok) throw new Stop(live.sentence)
      return { tiles: checkTiles, liveMs: Math.round(performance.now() - startedAtMs), parts: this.#partsMs }
    })
  }

  /**
   * The site alone, for a wall that is up already, until the launcher is stopped.
   * @param {(site: EmbeddedSite) => void} onEmbedded
   * @returns {Promise<void>}
   * @throws {Stop} a sentence for whatever went wrong
   */
  site(onEmbedded) {
    return this.#withData(async () => {
      const site = await this.#startSite()
      if (site === undefined) return
      const fault = this.#keepRunning(site)
      onEmbedded(site.embedded)
      await this.#unlessItEnds(fault)
    })
  }

  /** At once and without asking, for a second Ctrl-C. */
  kill() {
    this.#ending.abort()
    this.#window?.kill()
    for (const child of this.#children) child.kill()
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #withData(work) {
    const { data } = this.#options
    makeFolder(data, '--data')
    const guarded = async () => {
      try {
        return await work()
      } finally {
        await this.#stopAll()
      }
    }
    return withWorkLock(join(data, 'launcher.lock'), guarded, {
      onWait: (pid, otherHost) => {
        const [on, gone] =
          otherHost === undefined
            ? ['', '']
            : [` on ${otherHost}`, ` If ${otherHost} is gone, start this again in two minutes.`]
        throw new Stop(
          `Tessera is running already on this data (process ${pid}${on}); give --data another folder for a second one.${gone}`,
        )
      },
    })
  }

  /** @returns {Promise<StartedSite | undefined>} undefined on a platform of one's own */
  async #startSite() {
    const { arguments: given, printLine } = this.#options
    if (given.platform !== undefined) return undefined
    const child = this.#launchSite()
    child.onMessage((message) => {
      if (message.type === 'progress') printLine(`  … local site: ${message['text']}`)
    })
    const ready = await this.#timed('site', 'local site', () =>
      this.#orStopped(child.waitFor('ready', limits.siteReadyMs)),
    )
    if (!ready.ok) throw new Stop(ready.sentence, ready.exitCode)
    const { baseUrl, liveViewUrl, account, partsMs } = ready.message
    for (const [part, ms] of Object.entries(partsMs ?? {}))
      this.#partsMs[`site.${part}`] = Math.round(Number(ms))
    return { child, embedded: { type: 'embedded-site', baseUrl, liveViewUrl, account } }
  }

  /** @param {import('./command-lines.mjs').SitePorts} [ports] */
  #launchSite(ports) {
    const { arguments: given, programs, data } = this.#options
    const args = siteCommandLine({ entry: this.#entries.site, data, given, ports })
    return this.#start('The local site', 'site.log', limits.siteGraceMs, programs.node, args)
  }

  /**
   * Starts a site that has ended again, for as long as the wall runs: on the same ports and data, so that the wall's
   * addresses and key stay good. A wall without a key is given the new account.
   * @param {StartedSite} site
   * @returns {Promise<never>} only a fault of the launcher ends it
   */
  async #keepRunning({ child, embedded }) {
    const { printLine } = this.#options
    const ports = { port: portOf(embedded.baseUrl), mediaPort: portOf(embedded.liveViewUrl) }
    let startedAtMs = performance.now()
    let failures = 0
    child.mayEnd = true
    for (let site = child; ; ) {
      const end = await site.ended
      const why = end?.sentence ?? `The local site did not come up.${site.whereToLook()}`
      const last = site.lastLine === '' ? '' : ` It said last: ${site.lastLine}`
      await this.#stop(site)
      if (performance.now() - startedAtMs > limits.siteHealthyAfterMs) failures = 0
      const delayMs = limits.siteRestartDelaysMs[failures] ?? limits.siteRestartDelaysMs.at(-1) ?? 0
      failures += 1
      if (this.#ending.signal.aborted) return new Promise(() => undefined)
      printLine(`${why}${last} It is started again in ${delayMs / 1000} s.`)
      await wait(delayMs, undefined, { ref: false })
      if (this.#ending.signal.aborted) return new Promise(() => undefined)
      startedAtMs = performance.now()
      site = this.#launchSite(ports)
      site.mayEnd = true
      const ready = await site.waitFor('ready', limits.siteReadyMs)
      if (ready.ok) {
        printLine('The local site is running again.')
        this.#shellWithoutKey?.send({ ...embedded, account: ready.message['account'] })
        this.#shellWithoutKey = undefined
      } else await this.#stop(site)
    }
  }

  #shellFacts() {
    const { arguments: given, programs, hasDisplay, electronMissing } = this.#options
    const { electron, chromium } = programs
    return { headless: given.headless, hasDisplay, isRoot: isRoot(), electron, electronMissing, chromium }
  }

  /**
   * @param {ReturnType<typeof chooseShell>} chosen
   * @param {object | undefined} embedded
   * @param {LaunchedHost | undefined} host that runs already; none beside Electron
   * @returns {Promise<{ windowClosed: Promise<void> | undefined }>} windowClosed: when its window or its last page has gone
   */
  async #startShell(chosen, embedded, host) {
    const { printLine } = this.#options
    let choice = chosen
    if (choice.shell === 'electron') {
      const started = await this.#startElectron(choice.executable, embedded)
      if (started.ok) {
        printLine(choice.because)
        return { windowClosed: messageOf(started.shell, 'closed') }
      }
      choice = chooseShell({
        ...this.#shellFacts(),
        electron: undefined,
        electronMissing: `it does not start here (${started.sentence})`,
      })
    }
    printLine(choice.because)
    const { url, shell } = await this.#hostReady(host ?? this.#launchHost(), embedded)
    if (choice.shell === 'window') {
      // From before there is a page: one that goes at once is not missed.
      const closed = this.#pageGone(shell, url)
      const window = await this.#openWindow(url)
      return { windowClosed: Promise.race([window.closed, closed]) }
    }
    printLine(
      `Open this address in a browser on this machine (it holds the secret of this start):\n\n  ${url}\n`,
    )
    return { windowClosed: undefined }
  }

  /**
   * Resolves when the last page has gone together with its window: one that has crashed is loaded again.
   * @param {LaunchedChild} shell
   * @param {string} url
   * @returns {Promise<void>}
   */
  #pageGone(shell, url) {
    return new Promise((resolve) => {
      shell.onMessage(({ type }) => {
        if (type === 'closed') void this.#reopen(url, resolve)
      })
    })
  }

  /** @param {string} url @param {() => void} onGone */
  async #reopen(url, onGone) {
    if ((await this.#window?.reopen(url)) !== true) return onGone()
    this.#options.printLine('The page of the wall stopped. It is loaded again.')
  }

  /** @returns {LaunchedHost} */
  #launchHost() {
    const { programs, data, arguments: given } = this.#options
    if (programs.out === undefined) throw new Stop('The wall is not built; set-up says above why.')
    const args = hostCommandLine({ entry: this.#entries.host, data, out: programs.out, given })
    const shell = this.#start('The wall', 'wall.log', limits.shellGraceMs, programs.node, args)
    // It may be ready before the site that it waits beside.
    return { shell, ready: shell.waitFor('ready', limits.siteReadyMs + limits.shellReadyMs) }
  }

  /** @param {LaunchedHost} host @param {object | undefined} embedded */
  async #hostReady({ shell, ready: reported }, embedded) {
    const ready = await this.#shellReady(shell, reported, embedded)
    if (!ready.ok) throw new Stop(ready.sentence, ready.exitCode)
    const url = ready.message['url']
    if (typeof url !== 'string')
      throw new Stop(`The wall did not say where it is served.${shell.whereToLook()}`)
    return { url, shell }
  }

  /**
   * @param {string} executable
   * @param {object | undefined} embedded
   * @returns {Promise<{ ok: true, shell: LaunchedChild } | { ok: false, sentence: string }>}
   */
  async #startElectron(executable, embedded) {
    const { data, env, arguments: given } = this.#options
    const args = electronCommandLine({
      entry: this.#entries.electron,
      data,
      given,
      isRoot: isRoot(),
      throughX11: mustGoThroughX11(given.screens, env),
    })
    const shell = this.#start('Electron', 'wall.log', limits.shellGraceMs, executable, args)
    const ready = await this.#shellReady(shell, shell.waitFor('ready', limits.shellReadyMs), embedded)
    if (ready.ok) return { ok: true, shell }
    await this.#stop(shell)
    return { ok: false, sentence: ready.sentence }
  }

  /** @param {LaunchedChild} shell @param {ReturnType<LaunchedChild['waitFor']>} ready @param {object | undefined} embedded */
  #shellReady(shell, ready, embedded) {
    if (embedded !== undefined) shell.send(embedded)
    shell.onMessage((message) => {
      if (message.type === 'notice') this.#options.printLine(String(message['sentence']))
      if (message.type === 'failed') this.#shellWithoutKey = shell
    })
    return this.#timed('wall', 'wall', () => this.#unlessItEnds(ready, shell))
  }

  /** Starts its process; `#openWindow` gives it the address. @param {boolean} headless */
  #launchWindow(headless) {
    const { programs, env, arguments: given, printLine } = this.#options
    if (programs.chromium === undefined)
      throw new Stop('There is no Chromium; set-up says above how to get one.')
    if (given.screens === 'walls' || given.screens === 'kiosk') {
      printLine('A Chromium window opens on the first display only; walls on the others need Electron.')
    }
    this.#window = new ChromiumWindow({
      executable: programs.chromium,
      profiles: join(this.#options.data, 'chromium'),
      headless,
      fullScreen: given.screens === 'kiosk',
      env,
    })
    return this.#window
  }

  /** @param {string} url */
  async #openWindow(url) {
    const window = this.#window ?? this.#launchWindow(false)
    const opened = await this.#timed('browser', 'Chromium', () => this.#unlessItEnds(window.open(url)))
    if (!opened) {
      const lastLine = window.tail.trimEnd().split('\n').at(-1)?.trim() || 'it ended without a word'
      throw new Stop(
        `Chromium did not open the wall: ${lastLine}. (npm start -- --headless runs without it.)`,
      )
    }
    return window
  }

  /**
   * Waits for a promise, unless the user stops the launch or a started part ends first.
   * @template T
   * @param {Promise<T>} promise
   * @param {LaunchedChild} [except] whose end the promise itself tells
   * @returns {Promise<T>}
   * @throws {Stop} the sentence of the part that ended
   */
  #unlessItEnds(promise, except) {
    const ends = this.#children
      .filter((child) => child !== except && !child.mayEnd)
      .map(async (child) => {
        const end = await child.ended
        throw new Stop(end?.sentence ?? `${child.name} ended.`, end?.exitCode ?? 1)
      })
    for (const end of ends) end.catch(() => undefined)
    return this.#orStopped(Promise.race([promise, ...ends]))
  }

  /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
  #orStopped(promise) {
    return Promise.race([promise, this.#interrupted])
  }

  /**
   * Notes and tells how long a part took; a part that failed is told by its sentence only.
   * @template T
   * @param {string} part
   * @param {string} title
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async #timed(part, title, work) {
    const startedAtMs = performance.now()
    const result = await work()
    const ms = Math.round(performance.now() - startedAtMs)
    this.#partsMs[part] = ms
    const failed =
      result === false ||
      (typeof result === 'object' && result !== null && 'ok' in result && result.ok === false)
    if (!failed) this.#options.printLine(`✓ ${title.padEnd(20)} (${(ms / 1000).toFixed(1)} s)`)
    return result
  }

  /**
   * @param {string} name for sentences: "The local site"
   * @param {string} logName
   * @param {number} graceMs between being asked to end and being made to
   * @param {string} command
   * @param {readonly string[]} args
   */
  #start(name, logName, graceMs, command, args) {
    const { root, data, env } = this.#options
    const logFile = join(data, 'logs', logName)
    const child = new LaunchedChild({ name, command, args, cwd: root, env, logFile, graceMs })
    this.#children.push(child)
    return child
  }

  /** One that is not needed after all. @param {LaunchedChild} child */
  async #stop(child) {
    this.#children = this.#children.filter((other) => other !== child)
    await child.stop()
  }

  /** In the reverse order: the site goes last, so that the wall does not first report it missing. */
  async #stopAll() {
    this.#ending.abort()
    await this.#window?.dispose(limits.windowGraceMs)
    for (const child of this.#children.toReversed()) await child.stop()
  }
}

/** @param {LaunchedChild} child @param {string} type @returns {Promise<void>} */
function messageOf(child, type) {
  return new Promise((resolve) => {
    child.onMessage((message) => {
      if (message.type === type) resolve()
    })
  })
}

/** Until it is awaited, its failure counts as handled. @template T @param {Promise<T>} promise @returns {Promise<T>} */
function awaitedLater(promise) {
  promise.catch(() => undefined)
  return promise
}

function isRoot() {
  return process.getuid?.() === 0
}

/** @param {string} url */
function portOf(url) {
  return URL.canParse(url) ? new URL(url).port : ''
}
