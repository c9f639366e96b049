import { takenByNpm } from './npm-options.mjs'

/** An expected end of a script: what the user reads, and the exit code. It is never shown with a stack. */
export class Stop extends Error {
  /** @param {string} sentence @param {number} [exitCode] */
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.name = 'Stop'
    this.exitCode = exitCode
  }
}

/** The terminal signals npm and the script, and npm passes its signal on: two within this time count as one. */
export const sameStopMs = 500
const parentPid = process.ppid
const parentAskedEveryMs = 1_000

/** Operating-system errors that a user can do something about, in words. */
const wordsByCode = /** @type {Record<string, string>} */ ({
  ENOSPC: 'The disk is full: free some space and run this again; what was half done is repaired then.',
  EDQUOT:
    'The disk quota is used up: free some space and run this again; what was half done is repaired then.',
  EROFS: 'The file system is read-only: set TESSERA_CACHE and TESSERA_DATA to folders that can be written.',
  EACCES: 'Permission denied: set TESSERA_CACHE and TESSERA_DATA to folders that this user can write.',
  EPERM: 'Permission denied: set TESSERA_CACHE and TESSERA_DATA to folders that this user can write.',
  EADDRINUSE: 'The port is taken by another program: stop that program or choose another port.',
  ENOTDIR: 'A file stands where a folder is needed: set TESSERA_CACHE and TESSERA_DATA to folders.',
  EMFILE: 'Too many open files: raise the limit (ulimit -n) and run this again.',
  ENFILE: 'Too many open files on this machine: close some programs and run this again.',
})

/**
 * One sentence for anything thrown.
 * @param {unknown} error
 * @returns {string}
 */
export function sentenceOf(error) {
  if (error instanceof Stop) return error.message
  const code = codeOf(error)
  const words = code === undefined ? undefined : wordsByCode[code]
  if (words !== undefined) {
    const path = fieldOf(error, 'path')
    return typeof path === 'string' ? `${words} (${path})` : words
  }
  const message = error instanceof Error ? error.message : String(error)
  return `Something unexpected went wrong: ${firstLine(message)} (TESSERA_DEBUG=1 shows where.)`
}

/**
 * A sentence for the end of a tool's output, when it names a cause that a user can act on.
 * @param {string} tail
 * @returns {string | undefined}
 */
export function causeInOutput(tail) {
  if (/ENOSPC|no space left on device/i.test(tail)) return wordsByCode['ENOSPC']
  if (/EDQUOT|disk quota exceeded/i.test(tail)) return wordsByCode['EDQUOT']
  if (/EROFS|read-only file system/i.test(tail)) return wordsByCode['EROFS']
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|no such host|could not resolve|connection refused|network is unreachable|i\/o timeout/i.test(
      tail,
    )
  ) {
    return 'There is no connection to the server it comes from: check the network or the proxy and run this again.'
  }
  return undefined
}

/**
 * Runs a script's body; whatever goes wrong ends as a sentence on standard error and an exit code.
 * @param {() => Promise<number>} body resolves to the exit code
 */
export async function runMain(body) {
  // A reader that goes away (`| head`) must not end a wall; only the rest of the output is lost.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    const taken = takenByNpm(process.env)
    if (taken !== undefined) throw new Stop(taken, 2)
    process.exitCode = await body()
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    if (process.env['TESSERA_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    process.exitCode = error instanceof Stop ? error.exitCode : 1
  }
}

/**
 * Calls `stop` for Ctrl-C, SIGTERM, a closed terminal and the end of npm; `again` once `sameStopMs` have passed.
 * @param {(exitCode: number, again: boolean) => void} stop
 * @param {Pick<NodeJS.EventEmitter, 'on'>} [source]
 */
export function onUserStop(stop, source = process) {
  let again = false
  const exitCodes = /** @type {const} */ ({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })
  for (const [signal, exitCode] of Object.entries(exitCodes)) {
    source.on(signal, () => {
      stop(exitCode, again)
      setTimeout(() => (again = true), sameStopMs).unref()
    })
  }
  onNpmEnd(() => stop(exitCodes.SIGTERM, false))
}

/**
 * npm sends SIGTERM to the shell between it and a script. Debian's ends without passing it on: the parent changes.
 * @param {() => void} stop called once
 */
export function onNpmEnd(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const watch = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(watch)
    stop()
  }, parentAskedEveryMs)
  watch.unref()
}

/** @param {unknown} error @returns {string | undefined} */
export function codeOf(error) {
  const code = fieldOf(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** @param {unknown} value @param {string} name @returns {unknown} */
function fieldOf(value, name) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0] ?? ''
}
