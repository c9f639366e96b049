import { indentedTail } from '../lib/run-command.mjs'
import { causeInOutput } from '../lib/stop.mjs'
import { withWorkLock } from '../lib/work-lock.mjs'

/**
 * @typedef {object} SetupContext what every part is given
 * @property {import('../paths.mjs').ProjectPaths} paths
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} force try again what a remembered refusal or a stamp would skip
 * @property {boolean} [asksAgain] try again what only a remembered refusal would skip
 * @property {AbortSignal | undefined} signal aborted when the user stops the set-up
 * @property {(part: import('../setup.mjs').PartName, text: string) => void} progress something that takes long has begun
 */

/**
 * What a part ends with. `there`: nothing to do; `made`: fetched, installed or built just now;
 * `missing`: cannot be had here, `text` says why and `remedy` what to do about it; `details` are a tool's last words.
 * @template T
 * @typedef {{ state: 'there' | 'made', text: string, value: T } | { state: 'missing', text: string, remedy: string, details?: string }} PartResult
 */

/**
 * @template T
 * @param {string} text
 * @param {T} value
 * @returns {PartResult<T>}
 */
export function there(text, value) {
  return { state: 'there', text, value }
}

/**
 * @template T
 * @param {string} text
 * @param {T} value
 * @returns {PartResult<T>}
 */
export function made(text, value) {
  return { state: 'made', text, value }
}

/**
 * @param {string} text
 * @param {string} remedy
 * @param {string} [details]
 * @returns {{ state: 'missing', text: string, remedy: string, details?: string }}
 */
export function missing(text, remedy, details) {
  return { state: 'missing', text, remedy, ...(details === undefined ? {} : { details }) }
}

/**
 * What is found, or else what is made under a lock: another set-up may have made it meanwhile.
 * @template T
 * @param {SetupContext} context
 * @param {import('../setup.mjs').PartName} part
 * @param {string} lockFile
 * @param {() => Promise<PartResult<T> | undefined>} find
 * @param {(lock: import('../lib/work-lock.mjs').WorkLock) => Promise<PartResult<T>>} make
 */
export async function findOrMake({ signal, progress }, part, lockFile, find, make) {
  /** @param {number} pid */
  const onWait = (pid) => progress(part, `waiting for another set-up (process ${pid})`)
  const found = await find()
  if (found !== undefined) return found
  return withWorkLock(lockFile, async (lock) => (await find()) ?? make(lock), { signal, onWait })
}

/**
 * What a tool that failed is reported with: the cause when it is a known one, else the tool's own last words.
 * @param {string} text
 * @param {string} tail
 * @param {string} [remedy] when the cause is not known
 */
export function missingAfterFailure(text, tail, remedy = 'Its own words are below.') {
  const cause = causeInOutput(tail)
  return cause === undefined ? missing(text, remedy, indentedTail(tail)) : missing(text, cause)
}
