import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { download } from './download.mjs'
import { readJson } from './read-json.mjs'

/** Short enough that a repaired network is noticed; twice as long each time, so that a machine without one seldom waits for it. */
const firstRememberedForMs = 10 * 60_000
const rememberedForAtMostMs = 24 * 60 * 60_000

/** @typedef {{ url: string, sha256: string, memory: string }} PinnedRelease `memory`: the file that remembers a refusal */
/** @typedef {Pick<import('../setup/part.mjs').SetupContext, 'force' | 'asksAgain' | 'signal'>} Context */

/**
 * Why a release could not be had the last time; undefined when it is worth asking for.
 * @param {Context} context
 * @param {PinnedRelease} release a refusal of another address does not count
 * @returns {string | undefined}
 */
export function refusalOf({ force, asksAgain }, release) {
  const last = lastRefusalOf(release)
  if (force || asksAgain || last === undefined) return undefined
  const ageMs = Date.now() - last.atMs
  return ageMs >= 0 && ageMs < last.forMs ? String(last.reason) : undefined
}

/** @param {PinnedRelease} release @returns {{ reason: unknown, atMs: number, forMs: number } | undefined} */
function lastRefusalOf({ memory, url }) {
  const value = readJson(memory)
  return value?.url === url ? value : undefined
}

/**
 * Fetches a release and checks it; a refusal is remembered for a while.
 * @param {Context} context
 * @param {PinnedRelease} release
 * @param {string} file
 * @param {(text: string) => void} [printLine] receives a line every quarter
 * @returns {Promise<string | undefined>} why not, or undefined when it went well
 */
export async function fetchPinned({ signal }, release, file, printLine = () => undefined) {
  const { url, sha256, memory } = release
  let quarter = 0
  /** A download of 100 MB takes a few lines. @param {number} share */
  const onProgress = (share) => {
    if (share * 4 < quarter + 1 || share >= 1) return
    quarter = Math.floor(share * 4)
    printLine(`${quarter * 25} % of the archive`)
  }
  const result = await download(url, file, { sha256, signal, onProgress })
  if (result.ok) {
    rmSync(memory, { force: true })
    return undefined
  }
  if (result.lasting) {
    const twiceMs = 2 * Number(lastRefusalOf(release)?.forMs)
    const forMs = Math.min(twiceMs || firstRememberedForMs, rememberedForAtMostMs)
    mkdirSync(dirname(memory), { recursive: true })
    writeFileSync(memory, JSON.stringify({ url, reason: result.reason, atMs: Date.now(), forMs }))
  }
  return result.reason
}
