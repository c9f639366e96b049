import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { download } from './download.mjs'

/** Long enough that a machine without access does not wait at every start, short enough that a repaired network is noticed. */
const rememberedForMs = 24 * 60 * 60_000

/** @typedef {{ url: string, sha256: string, memory: string }} PinnedRelease `memory`: the file that remembers a refusal */
/** @typedef {Pick<import('../setup/part.mjs').SetupContext, 'force' | 'signal'>} Context */

/**
 * Why a release could not be had the last time; undefined when it is worth asking for.
 * @param {Context} context
 * @param {PinnedRelease} release a refusal of another address does not count
 * @returns {string | undefined}
 */
export function refusalOf({ force }, { memory, url }) {
  if (force) return undefined
  try {
    const value = JSON.parse(readFileSync(memory, 'utf8'))
    const ageMs = Date.now() - value.atMs
    if (value.url === url && ageMs >= 0 && ageMs < rememberedForMs) return String(value.reason)
  } catch {
    // None, or unreadable: then it is simply tried again.
  }
  return undefined
}

/**
 * Fetches a release and checks it; what will be the same tomorrow is remembered for a day.
 * @param {Context} context
 * @param {PinnedRelease} release
 * @param {string} file
 * @param {(text: string) => void} [printLine] receives a line every quarter
 * @returns {Promise<string | undefined>} why not, or undefined when it went well
 */
export async function fetchPinned({ signal }, { url, sha256, memory }, file, printLine = () => undefined) {
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
    mkdirSync(dirname(memory), { recursive: true })
    writeFileSync(memory, JSON.stringify({ url, reason: result.reason, atMs: Date.now() }))
  }
  return result.reason
}
