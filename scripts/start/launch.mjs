import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Stop } from '../lib/stop.mjs'
import { withWorkLock } from '../lib/work-lock.mjs'
import { LaunchedChild } from './child-process.mjs'
import { ChromiumWindow } from './chromium-window.mjs'
import { chooseShell } from './surroundings.mjs'
import { waitUntilLive } from './live-tiles.mjs'

const limits = {
  siteReadyMs: 60_000,
  shellReadyMs: 30_000,
  /** The media server lets its participants go before it ends. */
  siteGraceMs: 6_000,
  shellGraceMs: 3_000,
  windowGraceMs: 3_000,
  /** Of the self-test, from the end of set-up. */
  checkMs: 60_000,
}

/** What is started; tests put children of their own here. */
export const productEntries = {
  site: 'src-site/main.ts',
  host: 'src-main/host/main.ts',
  electron: 'out/main/index.js',
}

/**
 * @typedef {object} LaunchOrder
 * @property {import('./arguments.mjs').StartArguments} arguments
 * @property {Pick<import('../setup.mjs').SetupResult, 'chromium' | 'livekitServer' | 'electron' | 'footage' | 'out'> & { node: string }} programs
 * @property {string | undefined} electronMissing why there is no Electron
 * @property {boolean} hasDisplay
 * @property {string} root
 * @property {string} data
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal aborted with a `Stop` when the user ends it
 * @property {(line: string) => void} say
 * @property {typeof productEntries} [entries]
 */

/** One run of site, shell and window: starts them in order, watches them, and stops whatever it has started. */
export class Launch {
  #order
  #entries
  /** @type {LaunchedChild | undefined} */
  #site
  /** @type {LaunchedChild | undefined} */
  #shell
  /** @type {ChromiumWindow | undefined} */
  #window
  /** Milliseconds that each part took. @type {Record<string, number>} */
  #partsMs = {}
  /** @type {Promise<never>} */
  #interrupted

  /** @param {LaunchOrder} order */
  constructor(order) {
    this.#order = order
    this.#entries = order.entries ?? productEntries
    this.#interrupted = new Promise((_resolve, reject) => {
      const stop = () => reject(order.signal.reason)
      if (order.signal.aborted) stop()
      else order.signal.addEventListener('abort', stop, { once: true })
    })
    this.#interrupted.catch(() => undefined)
  }

  /**
   * Runs until the window is closed, the user stops it, or a part fails.
   * @throws {Stop} a sentence for whatever went wrong
   */
  run() {
    return this.#withData(async () => {
      const choice = await this.#startAll(false)
      if (choice === 'address') this.#order.say('Tessera is running. Press Ctrl-C to stop.')
      else this.#order.say('Tessera is running. Close its window or press Ctrl-C to stop.')
      await this.#stay(choice)
    })
  }

  /**
   * The self-test: everything without a window, until each of the wall's tiles is live.
   * @param {number} tiles
   * @returns {Promise<{ liveMs: number, parts: Record<string, number> }>}
   * @throws {Stop} a sentence on what is missing
   */
  check(tiles) {
    return this.#withData(async () => {
      const startedAtMs = performance.now()
      await this.#startAll(true)
      const shell = /** @type {LaunchedChild} */ (this.#shell)
      const window = /** @type {ChromiumWindow} */ (this.#window)
      const leftMs = limits.checkMs - (performance.now() - startedAtMs)
      const live = await this.#timed('tiles', `${tiles} of ${tiles} tiles live`, () =>
        this.#unlessItEnds(
          waitUntilLive(shell, tiles, leftMs),
          window.closed.then(() => 'Chromium ended during the self-test.'),
        ),
      )
      if (!live.ok) throw new Stop(live.sentence)
      return { liveMs: Math.round(performance.now() - startedAtMs), parts: this.#partsMs }
    })
  }

  /** At once and without asking, for a second Ctrl-C. */
  kill() {
    this.#window?.kill()
    this.#shell?.kill()
    this.#site?.kill()
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #withData(work) {
    mkdirSync(this.#order.data, { recursive: true, mode: 0o700 })
    return withWorkLock(
      join(this.#order.data, 'launcher.lock'),
      async () => {
        try {
          return await work()
        } finally {
          await this.#stopAll()
        }
      },
      {
        onWait: (pid) => {
          throw new Stop(
            `Tessera is running already on this data (process ${pid}); give --data another folder for a second one.`,
          )
        },
      },
    )
  }

  /** @param {boolean} forCheck */
  async #startAll(forCheck) {
    const { arguments: given, programs, say } = this.#order
    const embedded = given.platform === undefined ? await this.#startSite() : undefined
    let choice = forCheck
      ? { shell: /** @type {const} */ ('window') }
      : chooseShell({
          headless: given.headless,
          hasDisplay: this.#order.hasDisplay,
          electron: programs.electron,
          electronMissing: this.#order.electronMissing,
          chromium: programs.chromium,
        })
    if (choice.shell === 'electron') {
      const failure = await this.#startElectron(embedded)
      if (failure === undefined) return choice.shell
      choice = chooseShell({
        headless: given.headless,
        hasDisplay: this.#order.hasDisplay,
        electron: undefined,
        electronMissing: failure,
        chromium: programs.chromium,
      })
    }
    if (choice.because !== undefined) say(choice.because)
    const url = await this.#startHost(embedded)
    if (choice.shell === 'window') await this.#openWindow(url, forCheck)
    else
      say(`Open this address in a browser on this machine (it holds the secret of this start):\n\n  ${url}\n`)
    return choice.shell
  }

  async #startSite() {
    const { arguments: given, programs, data, root, env } = this.#order
    if (programs.footage === undefined)
      throw new Stop(
        'The local site cannot start without its demo footage; set-up says above what is missing.',
      )
    const site = new LaunchedChild({
      name: 'The local site',
      command: programs.node,
      args: [
        this.#entries.site,
        '--data',
        join(data, 'site'),
        '--cameras',
        String(given.cameras),
        '--footage',
        programs.footage,
      ],
      cwd: root,
      env: withDefined({
        ...env,
        LIVEKIT_SERVER: programs.livekitServer,
        TESSERA_CHROMIUM: programs.chromium,
      }),
      logFile: join(data, 'logs', 'site.log'),
    })
    this.#site = site
    site.onMessage((message) => {
      if (message.type === 'progress') this.#order.say(`  … local site: ${message['text']}`)
    })
    const ready = await this.#timed('site', 'local site', () =>
      this.#orStopped(site.waitFor('ready', limits.siteReadyMs)),
    )
    if (!ready.ok) throw new Stop(ready.sentence, ready.exitCode)
    const { baseUrl, liveViewUrl, account, partsMs } = ready.message
    for (const [part, ms] of Object.entries(partsMs ?? {}))
      this.#partsMs[`site.${part}`] = Math.round(Number(ms))
    return { type: 'embedded-site', baseUrl, liveViewUrl, account }
  }

  /**
   * @param {object | undefined} embedded
   * @returns {Promise<string>} the wall's address
   */
  async #startHost(embedded) {
    const { programs, data } = this.#order
    if (programs.out === undefined) throw new Stop('The wall is not built; set-up says above why.')
    const args = [
      this.#entries.host,
      '--data',
      join(data, 'wall'),
      '--renderer',
      join(programs.out, 'renderer'),
      ...this.#wallArguments(),
    ]
    const ready = await this.#startShell(programs.node, args, embedded)
    if (!ready.ok) throw new Stop(ready.sentence, ready.exitCode)
    const url = ready.message['url']
    if (typeof url !== 'string')
      throw new Stop(`The wall did not say where it is served.${this.#shell?.whereToLook() ?? ''}`)
    return url
  }

  /**
   * @param {object | undefined} embedded
   * @returns {Promise<string | undefined>} why it does not run here, or undefined when it does
   */
  async #startElectron(embedded) {
    const { programs, data, arguments: given } = this.#order
    const executable = /** @type {string} */ (programs.electron)
    const args = [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      this.#entries.electron,
      '--data',
      join(data, 'wall'),
      ...this.#wallArguments(),
      ...(given.screen === undefined ? [] : ['--screen', given.screen]),
    ]
    const ready = await this.#startShell(executable, args, embedded)
    if (ready.ok) return undefined
    await this.#shell?.stop(limits.shellGraceMs)
    this.#shell = undefined
    return `it does not start here (${ready.sentence})`
  }

  #wallArguments() {
    const { platform, liveViewUrl, layout, check } = this.#order.arguments
    const tiles = check ? 9 : layout
    return [
      ...(platform === undefined ? [] : ['--platform', platform]),
      ...(liveViewUrl === undefined ? [] : ['--live-view-url', liveViewUrl]),
      ...(tiles === undefined ? [] : ['--layout', String(tiles)]),
    ]
  }

  /** @param {string} command @param {string[]} args @param {object | undefined} embedded */
  #startShell(command, args, embedded) {
    const { data, root, env } = this.#order
    const shell = new LaunchedChild({
      name: 'The wall',
      command,
      args,
      cwd: root,
      env,
      logFile: join(data, 'logs', 'wall.log'),
    })
    this.#shell = shell
    if (embedded !== undefined) shell.send(embedded)
    return this.#timed('wall', 'wall', () => this.#unlessItEnds(shell.waitFor('ready', limits.shellReadyMs)))
  }

  /** @param {string} url @param {boolean} headless */
  async #openWindow(url, headless) {
    const { programs, env, arguments: given, say } = this.#order
    if (programs.chromium === undefined)
      throw new Stop('There is no Chromium; set-up says above how to get one.')
    if (given.screen !== undefined && given.screen !== '1') {
      say('A Chromium window opens on the first screen only; choosing screens needs Electron.')
    }
    const window = new ChromiumWindow({
      executable: programs.chromium,
      headless,
      fullScreen: given.screen !== undefined,
      env,
    })
    this.#window = window
    const opened = await this.#timed('browser', 'Chromium', () => this.#unlessItEnds(window.open(url)))
    if (!opened) {
      throw new Stop(
        `Chromium did not open the wall: ${lastLine(window.tail) || 'it ended without a word'}. (npm start -- --headless runs without it.)`,
      )
    }
  }

  /** @param {'electron' | 'window' | 'address'} shell */
  async #stay(shell) {
    const closed = new Promise((resolve) => {
      // A page that was opened by hand may be closed and opened again.
      if (shell === 'address') return
      this.#shell?.onMessage((message) => {
        if (message.type === 'closed') resolve(undefined)
      })
      void this.#window?.closed.then(resolve)
    })
    await this.#unlessItEnds(closed)
  }

  /**
   * Waits for a promise, unless the user stops the launch or a started part ends first.
   * @template T
   * @param {Promise<T>} promise
   * @param {Promise<string>} [otherEnd] one more way to end, as a sentence
   * @returns {Promise<T>}
   */
  #unlessItEnds(promise, otherEnd) {
    /** @type {Promise<never>[]} */
    const ends = [this.#site, this.#shell]
      .filter((child) => child !== undefined)
      .map(async (child) => {
        const end = await child.ended
        // A shell that ends politely has been closed; everything else is a failure.
        throw new Stop(end?.sentence ?? `${child.name} ended.`, end?.exitCode ?? 1)
      })
    if (otherEnd !== undefined) ends.push(otherEnd.then((sentence) => Promise.reject(new Stop(sentence))))
    for (const end of ends) end.catch(() => undefined)
    return this.#orStopped(Promise.race([promise, ...ends]))
  }

  /** @template T @param {Promise<T>} promise @returns {Promise<T>} */
  #orStopped(promise) {
    return Promise.race([promise, this.#interrupted])
  }

  /**
   * Notes and tells how long a part took.
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
    if (!failed) this.#order.say(`✓ ${title.padEnd(23)} (${(ms / 1000).toFixed(1)} s)`)
    return result
  }

  async #stopAll() {
    await this.#window?.dispose(limits.windowGraceMs)
    await this.#shell?.stop(limits.shellGraceMs)
    await this.#site?.stop(limits.siteGraceMs)
  }
}

/** @param {NodeJS.ProcessEnv} env */
function withDefined(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
}

/** @param {string} text */
function lastLine(text) {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? ''
}
