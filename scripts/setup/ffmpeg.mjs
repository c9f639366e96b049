import { existsSync } from 'node:fs'
import { runCommand } from '../lib/run-command.mjs'
import { made, missing, there } from './part.mjs'

const aptTimeoutMs = 5 * 60_000
const remedy = 'Only tests need it: those that play recordings with ffmpeg are skipped.'

/**
 * ffmpeg and ffprobe on the PATH, as players that nobody here wrote. For tests only: the wall and the site do without.
 * @param {import('./part.mjs').SetupContext} context
 * @returns {Promise<import('./part.mjs').PartResult<true>>}
 */
export async function ffmpeg(context) {
  const found = await versionOf(context)
  if (found !== undefined) return there(found, true)
  if (!existsSync('/usr/bin/apt-get')) return missing('there is no ffmpeg on the PATH', remedy)
  if (process.getuid?.() !== 0) return missing('only root can install ffmpeg here', remedy)
  context.progress('ffmpeg', 'installing ffmpeg with apt-get')
  const env = { ...context.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, timeoutMs: aptTimeoutMs, signal: context.signal }
  const order = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60', 'ffmpeg']
  if (!(await runCommand('apt-get', order, options)).ok) {
    // A fresh machine has no package lists yet, an old one has stale ones.
    await runCommand('apt-get', ['update'], options)
    await runCommand('apt-get', order, options)
    context.signal?.throwIfAborted()
  }
  const installed = await versionOf(context)
  return installed === undefined
    ? missing('apt-get could not install ffmpeg', remedy)
    : made(`${installed}, installed just now`, true)
}

/** @param {import('./part.mjs').SetupContext} context */
async function versionOf(context) {
  const runs = await Promise.all(
    ['ffmpeg', 'ffprobe'].map((program) =>
      runCommand(program, ['-version'], { env: context.env, timeoutMs: 15_000 }),
    ),
  )
  if (!runs.every(({ ok }) => ok)) return undefined
  return runs[0]?.stdout.split('\n')[0]?.split(' Copyright')[0]
}
