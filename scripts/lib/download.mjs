import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codeOf } from './stop.mjs'

/**
 * @typedef {{ ok: true, bytes: number } | { ok: false, lasting: boolean, reason: string }} DownloadResult
 * `lasting`: worth remembering (no way to the server, refused, wrong content); a line cut midway is not
 */

const connectTimeoutMs = 5_000
/** A server that sends nothing for this long has gone. */
const stallTimeoutMs = 30_000

/**
 * Fetches a file, checks its SHA-256 and only then gives it its name. Never throws for what the network does.
 * @param {string} url
 * @param {string} file
 * @param {{ sha256: string, signal?: AbortSignal | undefined, onProgress?: (share: number) => void }} options
 * @returns {Promise<DownloadResult>}
 */
export async function download(url, file, options) {
  const partial = `${file}.part-${process.pid}`
  const stopper = new AbortController()
  const stop = () => stopper.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  let timer = setTimeout(stop, connectTimeoutMs)
  let connected = false
  try {
    const response = await fetch(url, { redirect: 'follow', signal: stopper.signal })
    connected = true
    clearTimeout(timer)
    timer = setTimeout(stop, stallTimeoutMs)
    if (!response.ok || response.body === null) {
      return {
        ok: false,
        lasting: response.status < 500,
        reason: `${hostOf(url)} answered ${response.status}`,
      }
    }
    mkdirSync(dirname(file), { recursive: true })
    const total = Number(response.headers.get('content-length')) || 0
    const hash = createHash('sha256')
    let bytes = 0
    const measured = async function* (/** @type {AsyncIterable<Uint8Array>} */ chunks) {
      for await (const chunk of chunks) {
        timer.refresh()
        hash.update(chunk)
        bytes += chunk.length
        if (total > 0) options.onProgress?.(bytes / total)
        yield chunk
      }
    }
    // Opened first: a stream that opens its file itself may do so after the pipeline has failed and `partial` was removed.
    const handle = await open(partial, 'w', 0o600)
    await pipeline(response.body, measured, handle.createWriteStream())
    const actual = hash.digest('hex')
    if (actual !== options.sha256) {
      return {
        ok: false,
        lasting: true,
        reason: `what ${hostOf(url)} sent is not the pinned release (SHA-256 ${actual.slice(0, 12)}…, expected ${options.sha256.slice(0, 12)}…)`,
      }
    }
    renameSync(partial, file)
    return { ok: true, bytes }
  } catch (error) {
    const systemCode = codeOf(error)
    if (
      systemCode === 'ENOSPC' ||
      systemCode === 'EDQUOT' ||
      systemCode === 'EACCES' ||
      systemCode === 'EROFS'
    )
      throw error
    options.signal?.throwIfAborted()
    if (!connected)
      return {
        ok: false,
        lasting: true,
        reason: `${hostOf(url)} could not be reached${causeOf(error)}${proxyRemark()}`,
      }
    return { ok: false, lasting: false, reason: `the connection to ${hostOf(url)} broke off` }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
    // An answer that is not read to its end would keep the process alive.
    stopper.abort()
    rmSync(partial, { force: true })
  }
}

/** @param {unknown} error */
function causeOf(error) {
  if (error instanceof Error && error.name === 'AbortError') return ` within ${connectTimeoutMs / 1000} s`
  const code = codeOf(error instanceof Error ? error.cause : undefined)
  return code === undefined ? '' : ` (${code})`
}

/** npm and Go go through the proxy that is set; Node's fetch does so only when it is told to. */
function proxyRemark({ HTTPS_PROXY, https_proxy, NODE_USE_ENV_PROXY } = process.env) {
  if (!(HTTPS_PROXY || https_proxy) || NODE_USE_ENV_PROXY === '1') return ''
  return ', past the proxy of HTTPS_PROXY (through it, on Node 24: NODE_USE_ENV_PROXY=1 npm run setup -- --only PART)'
}

/** @param {string} url */
function hostOf(url) {
  return URL.canParse(url) ? new URL(url).host : url
}
