import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Long enough that a machine without access does not wait at every start, short enough that a repaired network is noticed. */
const rememberedForMs = 24 * 60 * 60_000

/**
 * A download address that could not be had, and why; undefined when there is nothing to remember.
 * @param {string} file
 * @param {string} url a refusal of another address does not count
 * @param {number} [now] epoch ms
 * @returns {string | undefined}
 */
export function rememberedRefusal(file, url, now = Date.now()) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'))
    const ageMs = now - value.atMs
    if (value.url === url && ageMs >= 0 && ageMs < rememberedForMs) return String(value.reason)
  } catch {
    // None, or unreadable: then it is simply tried again.
  }
  return undefined
}

/** @param {string} file @param {string} url @param {string} reason @param {number} [now] epoch ms */
export function rememberRefusal(file, url, reason, now = Date.now()) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ url, reason, atMs: now }))
}

/** @param {string} file */
export function forgetRefusal(file) {
  rmSync(file, { force: true })
}
