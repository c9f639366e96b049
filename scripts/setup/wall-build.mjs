import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../lib/content-hash.mjs'
import { runCommand } from '../lib/run-command.mjs'
import { findOrMake, made, missing, missingAfterFailure, there } from './part.mjs'

/** What the built wall is made of; a change in any of it builds anew. */
const sources = [
  'src-contract',
  'src-main',
  'src-renderer',
  'resources',
  'scripts/build',
  'electron.vite.config.ts',
  'package-lock.json',
]
/** Without these the build is not whole, whatever the stamp says. */
const results = ['main/index.js', 'main/outbox-worker.js', 'main/evidence-worker.js', 'renderer/index.html']

/**
 * The wall, built into `out/`.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ nodeReady: Promise<string | undefined>, packagesReady: Promise<boolean> }} after
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the folder
 */
export async function wallBuild(context, after) {
  const { root, out } = context.paths
  const stamp = contentHash(root, sources)
  const find = async () => (!context.force && isBuilt(out, stamp) ? there('up to date', out) : undefined)
  return findOrMake(context, 'build', join(root, '.cache', 'build.lock'), find, async (lock) => {
    const node = await after.nodeReady
    if (node === undefined || !(await after.packagesReady)) {
      return missing('the wall cannot be built without Node 24 and the npm packages', 'See npm packages.')
    }
    rmSync(stampFile(out), { force: true })
    const bundler = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const run = await runCommand(node, [bundler, 'build'], {
      cwd: root,
      env: { ...context.env, TESSERA_OUT: out },
      signal: context.signal,
      onStart: lock.alsoHeldBy,
    })
    context.signal?.throwIfAborted()
    if (!run.ok || results.some((file) => !existsSync(join(out, file)))) {
      return missingAfterFailure('the wall could not be built', run.tail)
    }
    mkdirSync(out, { recursive: true })
    writeFileSync(stampFile(out), stamp)
    return made('built', out)
  })
}

/** @param {string} out @param {string} stamp */
function isBuilt(out, stamp) {
  try {
    return (
      readFileSync(stampFile(out), 'utf8') === stamp && results.every((file) => existsSync(join(out, file)))
    )
  } catch {
    return false
  }
}

/** @param {string} out */
function stampFile(out) {
  return join(out, '.stamp')
}
