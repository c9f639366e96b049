import { existsSync } from 'node:fs'
import { dependsOnDebian } from '../package/depends.mjs'
import { runCommand } from '../lib/run-command.mjs'
import { made, missing, there } from './part.mjs'

/** What checks a package: its desktop entry, its manual, where its window is. */
const tools = ['desktop-file-utils', 'man-db', 'x11-utils']
const aptTimeoutMs = 3 * 60_000
const remedy = 'Only tests need it: that of the installed package is skipped.'

/**
 * What the `.deb` of the wall needs to be installed and looked at, from the distribution. For tests only.
 * @param {import('./part.mjs').SetupContext} context
 * @returns {Promise<import('./part.mjs').PartResult<true>>}
 */
export async function debTools(context) {
  if (!existsSync('/usr/bin/apt-get')) return missing('this system installs no .deb', remedy)
  const wanted = [...tools, ...dependsOnDebian].join(', ')
  const options = {
    env: { ...context.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    timeoutMs: aptTimeoutMs,
    signal: context.signal,
  }
  const order = ['satisfy', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', wanted]
  const plan = await runCommand('apt-get', ['--simulate', ...order], options)
  if (plan.ok && / 0 newly installed/.test(plan.stdout)) return there('all that a package test needs', true)
  if (process.getuid?.() !== 0) return missing('only root can install what a package test needs', remedy)
  context.progress('deb', 'installing what a package needs with apt-get')
  if (!(await runCommand('apt-get', order, options)).ok) {
    // A fresh machine has no package lists yet, an old one has stale ones.
    await runCommand('apt-get', ['update'], options)
    if (!(await runCommand('apt-get', order, options)).ok) {
      context.signal?.throwIfAborted()
      return missing('apt-get could not install what a package test needs', remedy)
    }
  }
  return made('installed from the distribution', true)
}
