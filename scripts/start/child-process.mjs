import { spawn } from 'node:child_process'
import { killGroup } from '../lib/run-command.mjs'
import { codeOf } from '../lib/stop.mjs'
import { ChildLog } from './child-log.mjs'

/**
 * @typedef {{ type: string } & Record<string, any>} Message as in src-contract/process/launch.ts; checked by type here
 * @typedef {{ sentence: string, exitCode: number }} ChildEnd why a child is no longer there
 */

/**
 * One child that speaks the launch protocol over Node's IPC channel. Should the launcher be killed, the channel
 * closes and the child ends by itself; it has a process group of its own so that Ctrl-C reaches the launcher only,
 * which then stops everything in order.
 */
export class LaunchedChild {
  /** @type {import('node:child_process').ChildProcess} */
  #process
  /** @type {Set<(message: Message) => void>} */
  #listeners = new Set()
  /** @type {ChildEnd | undefined} */
  #reported
  #exited = false
  #stopping = false
  #graceMs
  /** Its end does not end the others, because it is started again. */
  mayEnd = false

  /**
   * @param {object} options
   * @param {string} options.name for sentences: "The local site"
   * @param {string} options.command
   * @param {readonly string[]} options.args
   * @param {string} options.cwd
   * @param {NodeJS.ProcessEnv} options.env
   * @param {string} options.logFile
   * @param {number} options.graceMs between being asked to end and being made to
   */
  constructor(options) {
    this.name = options.name
    this.#graceMs = options.graceMs
    this.log = new ChildLog(options.logFile)
    this.#process = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#process.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => this.log.write(text))
    this.#process.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => this.log.write(text))
    this.#process.on('message', (message) => this.#take(message))
    /** Resolves once, when the child has ended; undefined when it was asked to. @type {Promise<ChildEnd | undefined>} */
    this.ended = new Promise((resolve) => {
      this.#process.once('error', (error) => {
        this.#exited = true
        resolve({
          sentence: `${this.name} could not be started (${codeOf(error) ?? error.message}).`,
          exitCode: 1,
        })
      })
      this.#process.once('exit', (code, signal) => {
        this.#exited = true
        // What it started and left behind (a media server after a crash) is in its group.
        killGroup(this.#process.pid, 'SIGKILL')
        resolve(this.#stopping ? undefined : (this.#reported ?? this.#unexpectedEnd(code, signal)))
      })
    })
  }

  /** @param {(message: Message) => void} listener */
  onMessage(listener) {
    this.#listeners.add(listener)
  }

  /** @param {object} message */
  send(message) {
    // A child that is just dying is reported by `ended`, not here.
    if (this.#process.connected) this.#process.send(message, () => undefined)
  }

  /**
   * The first message of a type, or why it will not come.
   * @param {string} type
   * @param {number} timeoutMs
   * @returns {Promise<{ ok: true, message: Message } | { ok: false } & ChildEnd>}
   */
  waitFor(type, timeoutMs) {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () =>
          finish({
            ok: false,
            sentence: `${this.name} did not come up within ${timeoutMs / 1000} s.${this.whereToLook()}`,
            exitCode: 1,
          }),
        timeoutMs,
      )
      /** @param {Message} message */
      const listener = (message) => {
        if (message.type === type) finish({ ok: true, message })
      }
      /** @param {{ ok: true, message: Message } | { ok: false } & ChildEnd} result */
      const finish = (result) => {
        clearTimeout(timer)
        this.#listeners.delete(listener)
        resolve(result)
      }
      this.#listeners.add(listener)
      void this.ended.then((end) => finish({ ok: false, sentence: '', exitCode: 0, ...end }))
    })
  }

  /** Asks it to end, then makes it. */
  async stop() {
    this.#stopping = true
    if (this.#exited) return
    if (process.platform === 'win32') this.#process.disconnect()
    else this.#process.kill('SIGTERM')
    const timer = setTimeout(() => this.kill(), this.#graceMs)
    await this.ended
    clearTimeout(timer)
  }

  kill() {
    this.#stopping = true
    killGroup(this.#process.pid, 'SIGKILL')
  }

  /** The last line that it printed, shortened; empty when it printed nothing. Where in the code is in the log. */
  get lastLine() {
    const lines = this.log.tail.split('\n').map((line) => line.trim())
    return lines.findLast((line) => line !== '' && !/^(at |Node\.js v)/.test(line))?.slice(0, 300) ?? ''
  }

  whereToLook() {
    return ` Its log is ${this.log.file}.`
  }

  /** @param {unknown} message */
  #take(message) {
    if (!isMessage(message)) return
    if (message.type === 'failed') {
      const exitCode =
        Number.isInteger(message['exitCode']) && message['exitCode'] > 0 ? message['exitCode'] : 1
      this.#reported = { sentence: String(message['sentence']), exitCode }
    }
    for (const listener of this.#listeners) listener(message)
  }

  /** @param {number | null} code @param {NodeJS.Signals | null} signal @returns {ChildEnd} */
  #unexpectedEnd(code, signal) {
    const how = signal === null ? `exit code ${code}` : `killed by ${signal}`
    return { sentence: `${this.name} stopped unexpectedly (${how}).${this.whereToLook()}`, exitCode: 1 }
  }
}

/** @param {unknown} message @returns {message is Message} */
function isMessage(message) {
  return (
    typeof message === 'object' && message !== null && 'type' in message && typeof message.type === 'string'
  )
}
