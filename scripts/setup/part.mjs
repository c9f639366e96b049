/**
 * @typedef {object} SetupContext what every part is given
 * @property {import('../paths.mjs').ProjectPaths} paths
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} force try again what a remembered refusal or a stamp would skip
 * @property {number} cameras demo cameras that need footage
 * @property {AbortSignal | undefined} signal aborted when the user stops the set-up
 * @property {(part: import('../setup.mjs').PartName, text: string) => void} progress something that takes long has begun
 */

/**
 * What a part ends with. `there`: nothing to do; `made`: fetched, installed or built just now;
 * `missing`: cannot be had here, `text` says why and `remedy` what to do about it.
 * @template T
 * @typedef {{ state: 'there' | 'made', text: string, value: T } | { state: 'missing', text: string, remedy: string }} PartResult
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
 * @returns {{ state: 'missing', text: string, remedy: string }}
 */
export function missing(text, remedy) {
  return { state: 'missing', text, remedy }
}
