import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { runCommand } from '../lib/run-command.mjs'
import { made, missing, there } from './part.mjs'

const aptTimeoutMs = 5 * 60_000
const remedy = 'Only tests need it: the one of a wall behind a strict firewall is skipped.'
const unit = '/etc/systemd/system/coturn.service'

/**
 * coturn and nft on the PATH. For tests only: a wall that reaches its media server through TURN alone.
 * @param {import('./part.mjs').SetupContext} context
 * @returns {Promise<import('./part.mjs').PartResult<true>>}
 */
export async function turn(context) {
  if (await areThere(context)) return there('coturn and nft', true)
  if (!existsSync('/usr/bin/apt-get')) return missing('coturn or nft is not on the PATH', remedy)
  if (process.getuid?.() !== 0) return missing('only root can install coturn and nft here', remedy)
  context.progress('turn', 'installing coturn and nft with apt-get')
  keepServiceFromStarting()
  const env = { ...context.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, timeoutMs: aptTimeoutMs, signal: context.signal }
  const order = [
    'install',
    '-y',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=60',
    'coturn',
    'nftables',
  ]
  if (!(await runCommand('apt-get', order, options)).ok) {
    // A fresh machine has no package lists yet, an old one has stale ones.
    await runCommand('apt-get', ['update'], options)
    await runCommand('apt-get', order, options)
    context.signal?.throwIfAborted()
  }
  return (await areThere(context))
    ? made('coturn and nft, installed just now; the service of coturn is masked', true)
    : missing('apt-get could not install coturn and nft', remedy)
}

/** The package would start a TURN server for everybody, now and at every boot. As `systemctl mask` does it. */
function keepServiceFromStarting() {
  if (existsSync(unit)) return
  mkdirSync('/etc/systemd/system', { recursive: true })
  symlinkSync('/dev/null', unit)
}

/** @param {import('./part.mjs').SetupContext} context */
async function areThere(context) {
  const runs = await Promise.all(
    ['turnserver', 'nft'].map((program) =>
      runCommand(program, ['--version'], { env: context.env, timeoutMs: 15_000 }),
    ),
  )
  return runs.every(({ ok }) => ok)
}
