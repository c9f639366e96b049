import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJson } from './read-json.mjs'

/**
 * How long the last whole runs took, in seconds; null before the first one.
 * @typedef {{ test: number | null, check: number | null }} Durations
 */

/** @param {string} root @returns {Durations} */
export function readDurations(root) {
  return { test: null, check: null, ...readJson(fileOf(root)) }
}

/** @param {string} root @param {keyof Durations} run @param {number} ms */
export function keepDuration(root, run, ms) {
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  const durations = { ...readDurations(root), [run]: Math.round(ms / 1000) }
  writeFileSync(fileOf(root), `${JSON.stringify(durations)}\n`)
}

/** Beside the checkout's other untracked files, because another checkout has other tests. */
const fileOf = (/** @type {string} */ root) => join(root, '.cache', 'durations.json')
