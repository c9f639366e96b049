import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../lib/content-hash.mjs'
import { runCommand } from '../lib/run-command.mjs'
import { withWorkLock } from '../lib/work-lock.mjs'
import { made, missing, missingAfterFailure, there } from './part.mjs'

/** Generous: a slow machine may take minutes, and the maker itself gives up on a browser that says nothing. */
const makerTimeoutMs = 20 * 60_000

/**
 * The demo cameras' clips, drawn and encoded by the browser. The maker itself keeps what is there and writes by
 * rename; the stamp only spares starting it when nothing it is made of has changed since.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ nodeReady: Promise<string | undefined>, chromiumReady: Promise<string | undefined> }} after
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the folder
 */
export async function footage(context, after) {
  const { root, cache } = context.paths
  const named = context.env['TESSERA_FOOTAGE']
  if (named) {
    if (existsSync(join(named, 'manifest.json'))) return there('TESSERA_FOOTAGE', named)
    return missing(
      `TESSERA_FOOTAGE names ${named}, which holds no footage`,
      'Correct the variable or remove it.',
    )
  }
  const folder = join(cache, 'footage')
  const hash = contentHash(root, ['src-site/footage'])
  if (isDrawn(folder, hash, context.cameras)) return there(`${context.cameras} cameras`, folder)
  const [node, chromium] = await Promise.all([after.nodeReady, after.chromiumReady])
  if (node === undefined)
    return missing('the demo cameras cannot be drawn without Node 24', 'See the parts it needs.')
  if (chromium === undefined)
    return missing('the demo cameras cannot be drawn without a Chromium', 'See the parts it needs.')
  return withWorkLock(
    join(cache, 'footage.lock'),
    async (lock) => {
      if (isDrawn(folder, hash, context.cameras))
        return there(`${context.cameras} cameras, drawn by another set-up`, folder)
      context.progress('footage', `drawing ${context.cameras} demo cameras, once`)
      mkdirSync(folder, { recursive: true })
      const maker = join(root, 'src-site', 'footage', 'make.ts')
      const run = await runCommand(node, [maker, '--out', folder, '--cameras', String(context.cameras)], {
        cwd: root,
        env: { ...context.env, TESSERA_CHROMIUM: chromium },
        timeoutMs: makerTimeoutMs,
        signal: context.signal,
        onStart: lock.alsoHeldBy,
        onOutput: progressInQuarters((text) => context.progress('footage', text)),
      })
      context.signal?.throwIfAborted()
      if (!run.ok) {
        const why = run.timedOut ? ` within ${makerTimeoutMs / 60_000} minutes` : ''
        return missingAfterFailure(
          `the demo cameras could not be drawn${why}`,
          run.tail,
          'Check that the Chromium above encodes H.264, or name another one with TESSERA_CHROMIUM.',
        )
      }
      writeFileSync(stampFile(folder), JSON.stringify({ hash, cameras: context.cameras }))
      return made(`${context.cameras} cameras drawn`, folder)
    },
    {
      signal: context.signal,
      onWait: (pid) => context.progress('footage', `waiting for another set-up (process ${pid})`),
    },
  )
}

/** The maker prints `3/16 name` after each camera. @param {(text: string) => void} tell */
function progressInQuarters(tell) {
  let quarter = 0
  /** @param {string} text */
  return (text) => {
    const [, done, total] = /(\d+)\/(\d+) [^\n]*\s*$/.exec(text) ?? []
    const reached = Math.floor((Number(done) * 4) / Number(total))
    if (!(reached > quarter) || reached === 4) return
    quarter = reached
    tell(`${done} of ${total} cameras`)
  }
}

/** @param {string} folder @param {string} hash @param {number} cameras */
function isDrawn(folder, hash, cameras) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile(folder), 'utf8'))
    return stamp.hash === hash && stamp.cameras >= cameras && existsSync(join(folder, 'manifest.json'))
  } catch {
    return false
  }
}

/** @param {string} folder */
function stampFile(folder) {
  return join(folder, '.stamp')
}
