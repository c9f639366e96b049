import { readFileSync } from 'node:fs'

/**
 * Undefined where there is no such file, or no JSON in it.
 * @param {string} file
 * @returns {any}
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
