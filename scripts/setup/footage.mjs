import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../lib/content-hash.mjs'
import { indentedTail, runCommand } from '../lib/run-command.mjs'
import { causeInOutput } from '../lib/stop.mjs'
import { withWorkLock } from '../lib/work-lock.mjs'
import { made, missing, there } from './part.mjs'

const doneMark = '.complete'
const makerTimeoutMs = 5 * 60_000
/** Footage of other versions of the maker is kept for a while: two checkouts may share a cache. */
const oldFootageKeptForMs = 14 * 24 * 60 * 60_000

/**
 * The demo cameras' clips, drawn and encoded by the browser. The folder's name carries a hash of what draws them,
 * so a changed scene makes new footage and nothing ever reads half of it.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ nodeReady: Promise<string | undefined>, chromiumReady: Promise<string | undefined> }} after
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the folder
 */
export async function footage(context, after) {
  const { root, cache } = context.paths
  const maker = join(root, 'src-site', 'footage', 'make.ts')
  const hash = contentHash(root, ['src-site/footage']).slice(0, 12)
  const folder = join(cache, 'footage', `${hash}-${context.cameras}`)
  if (existsSync(join(folder, doneMark))) return there(`${context.cameras} cameras`, folder)
  const [node, chromium] = await Promise.all([after.nodeReady, after.chromiumReady])
  if (node === undefined) return missing('the demo cameras cannot be drawn without Node 24', 'See above.')
  if (chromium === undefined) return missing('the demo cameras cannot be drawn without a Chromium', 'See above.')
  return withWorkLock(
    `${folder}.lock`,
    async (lock) => {
      if (existsSync(join(folder, doneMark))) return there(`${context.cameras} cameras, drawn by another set-up`, folder)
      context.progress('footage', `drawing ${context.cameras} demo cameras, about a minute`)
      mkdirSync(join(cache, 'footage'), { recursive: true })
      removeOldFootage(join(cache, 'footage'))
      const work = mkdtempSync(join(cache, 'footage', 'work-'))
      try {
        const run = await runCommand(node, [maker, '--out', work, '--cameras', String(context.cameras)], {
          cwd: root,
          env: { ...context.env, TESSERA_CHROMIUM: chromium },
          timeoutMs: makerTimeoutMs,
          signal: context.signal,
          onStart: lock.alsoHeldBy,
        })
        context.signal?.throwIfAborted()
        if (!run.ok) {
          const why = run.timedOut ? `it took longer than ${makerTimeoutMs / 60_000} minutes` : `\n${indentedTail(run.tail, 6)}`
          return missing(
            `the demo cameras could not be drawn: ${why}`,
            causeInOutput(run.tail) ?? 'Check that the Chromium above encodes H.264, or name another one with TESSERA_CHROMIUM.',
          )
        }
        writeFileSync(join(work, doneMark), '')
        rmSync(folder, { recursive: true, force: true })
        renameSync(work, folder)
        return made(`${context.cameras} cameras drawn`, folder)
      } finally {
        rmSync(work, { recursive: true, force: true })
      }
    },
    { signal: context.signal, onWait: (pid) => context.progress('footage', `waiting for another set-up (process ${pid})`) },
  )
}

/** @param {string} folder @param {number} [now] epoch ms */
function removeOldFootage(folder, now = Date.now()) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const ageMs = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
    // A work folder is left behind only by a set-up that was killed.
    const keptForMs = name.startsWith('work-') ? makerTimeoutMs * 2 : oldFootageKeptForMs
    if (ageMs > keptForMs) rmSync(path, { recursive: true, force: true })
  }
}
