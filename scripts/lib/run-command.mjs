import { spawn } from 'node:child_process'

/**
 * @typedef {object} CommandResult
 * @property {boolean} ok it ran and ended with code 0
 * @property {number | null} code
 * @property {string} stdout the first 1 MB
 * @property {string} tail the last lines of both streams, for a failure's report
 * @property {boolean} timedOut
 * @property {string | undefined} notStarted the system's code when it could not be started (`ENOENT` …)
 */

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [timeoutMs]
 * @property {AbortSignal | undefined} [signal] aborting kills the command and everything it started
 * @property {boolean} [inherit] output goes to the terminal instead of being kept
 * @property {boolean} [shell]
 * @property {(pid: number) => void} [onStart]
 * @property {((text: string) => void) | undefined} [onOutput] what it prints on either stream, as it comes
 */

const keptStdoutChars = 1_000_000
const keptTailChars = 16_000

/**
 * Runs a command in a process group of its own, so that stopping it also stops what it started.
 * Never throws: how it went is in the result.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<CommandResult>}
 */
export function runCommand(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', options.inherit ? 'inherit' : 'pipe', options.inherit ? 'inherit' : 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: options.shell ?? false,
    })
    let stdout = ''
    let tail = ''
    let timedOut = false
    /** @param {string} text */
    const keepTail = (text) => {
      tail = (tail + text).slice(-keptTailChars)
    }
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      if (stdout.length < keptStdoutChars) stdout += text
      keepTail(text)
    })
    child.stderr?.setEncoding('utf8').on('data', keepTail)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {string} */ text) => options.onOutput?.(text))
    const kill = () => killGroup(child.pid, 'SIGKILL')
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            kill()
          }, options.timeoutMs)
    options.signal?.addEventListener('abort', kill, { once: true })
    if (child.pid !== undefined) options.onStart?.(child.pid)

    /** @param {Partial<CommandResult>} end */
    const finish = (end) => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', kill)
      resolve({ ok: false, code: null, stdout, tail, timedOut, notStarted: undefined, ...end })
    }
    child.once('error', (error) =>
      finish({ notStarted: /** @type {NodeJS.ErrnoException} */ (error).code ?? 'ERROR' }),
    )
    child.once('close', (code) => finish({ ok: code === 0, code }))
    if (options.signal?.aborted) kill()
  })
}

/**
 * Signals a whole process group (POSIX) or the process (Windows). A group that is gone is no error.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function killGroup(pid, signal) {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // Already gone.
  }
}

/** The last lines of an output, indented for a report. @param {string} tail @param {number} [lines] */
export function indentedTail(tail, lines = 12) {
  return tail
    .trimEnd()
    .split(/\r?\n/)
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n')
}
