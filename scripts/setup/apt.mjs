import { existsSync } from 'node:fs'
import { runCommand } from '../lib/run-command.mjs'
import { made, missing, there } from './part.mjs'

const timeoutMs = 5 * 60_000

/**
 * Why nothing can be installed from the distribution here, or undefined.
 * @returns {string | undefined}
 */
export function whyNoApt() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return 'no apt-get here'
  return process.getuid?.() === 0 ? undefined : 'apt-get needs root'
}

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {readonly string[]} words
 * @param {import('../lib/work-lock.mjs').WorkLock} [lock]
 */
export function aptGet(context, words, lock) {
  const env = { ...context.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  const onStart = lock === undefined ? {} : { onStart: lock.alsoHeldBy }
  return runCommand('apt-get', words, { env, timeoutMs, signal: context.signal, ...onStart })
}

/**
 * Installs packages of the distribution.
 * @param {import('./part.mjs').SetupContext} context
 * @param {import('../setup.mjs').PartName} part
 * @param {readonly string[]} packages or, with `satisfy`, a dependency line in Debian's syntax
 * @param {{ order?: 'install' | 'satisfy', lock?: import('../lib/work-lock.mjs').WorkLock | undefined }} [how]
 */
export async function aptInstall(context, part, packages, { order = 'install', lock } = {}) {
  context.progress(part, `installing ${packages.join(', ')} with apt-get`)
  const words = [order, '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', ...packages]
  let run = await aptGet(context, words, lock)
  if (!run.ok && !run.timedOut) {
    // A fresh machine has no package lists yet, an old one has stale ones.
    await aptGet(context, ['update'], lock)
    run = await aptGet(context, words, lock)
  }
  context.signal?.throwIfAborted()
  return run.ok
}

/**
 * A part that is the distribution's programs, for tests only.
 * @param {import('./part.mjs').SetupContext} context
 * @param {object} wanted
 * @param {import('../setup.mjs').PartName} wanted.part
 * @param {readonly string[]} wanted.packages
 * @param {'install' | 'satisfy'} [wanted.order]
 * @param {string} wanted.remedy
 * @param {() => Promise<string | undefined>} wanted.find what is there, in words
 * @param {() => string} [wanted.prepare] before they are installed; says what it has done
 * @param {import('../lib/work-lock.mjs').WorkLock} [wanted.lock]
 * @returns {Promise<import('./part.mjs').PartResult<true>>}
 */
export async function fromDistribution(
  context,
  { part, packages, order = 'install', remedy, find, prepare, lock },
) {
  const found = await find()
  if (found !== undefined) return there(found, true)
  const why = whyNoApt()
  if (why !== undefined) return missing(`not installed here, and ${why}: ${packages.join(', ')}`, remedy)
  const prepared = prepare === undefined ? '' : `; ${prepare()}`
  await aptInstall(context, part, packages, { order, lock })
  const installed = await find()
  return installed === undefined
    ? missing(`apt-get could not install ${packages.join(', ')}`, remedy)
    : made(`${installed}, installed just now${prepared}`, true)
}
