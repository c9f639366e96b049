import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { runCommand } from '../lib/run-command.mjs'
import { dependsOnDebian } from '../package/depends.mjs'
import { aptGet, fromDistribution } from './apt.mjs'

/** What only tests need, from the distribution: the wall and the site do without. */

/**
 * What the `.deb` of the wall needs to be installed and looked at: its desktop entry, its manual, where its window is.
 * @param {import('./part.mjs').SetupContext} context
 */
export function debTools(context) {
  const packages = [['desktop-file-utils', 'man-db', 'x11-utils', ...dependsOnDebian].join(', ')]
  return fromDistribution(context, {
    part: 'deb',
    packages,
    order: 'satisfy',
    remedy: 'Only tests need it: that of the installed package is skipped.',
    find: async () => {
      const plan = await aptGet(context, [
        '--simulate',
        'satisfy',
        '-y',
        '--no-install-recommends',
        ...packages,
      ])
      return plan.ok && / 0 newly installed/.test(plan.stdout) ? 'all that a package test needs' : undefined
    },
  })
}

/**
 * ffmpeg and ffprobe on the PATH, as players that nobody here wrote.
 * @param {import('./part.mjs').SetupContext} context
 */
export function ffmpeg(context) {
  return fromDistribution(context, {
    part: 'ffmpeg',
    packages: ['ffmpeg'],
    remedy: 'Only tests need it: those that play recordings with ffmpeg are skipped.',
    find: async () => {
      const version = await outputOfAll(context, ['ffmpeg', 'ffprobe'], '-version')
      return version?.split('\n')[0]?.split(' Copyright')[0]
    },
  })
}

/**
 * coturn and nft on the PATH: a wall that reaches its media server through TURN alone.
 * @param {import('./part.mjs').SetupContext} context
 */
export function turn(context) {
  return fromDistribution(context, {
    part: 'turn',
    packages: ['coturn', 'nftables'],
    remedy: 'Only tests need it: the one of a wall behind a strict firewall is skipped.',
    find: async () =>
      (await outputOfAll(context, ['turnserver', 'nft'], '--version')) === undefined
        ? undefined
        : 'coturn and nft',
    prepare: keepTurnFromStarting,
  })
}

/** The package would start a TURN server for everybody, now and at every boot. As `systemctl mask` does it. */
function keepTurnFromStarting() {
  const unit = '/etc/systemd/system/coturn.service'
  if (!existsSync(unit)) {
    mkdirSync('/etc/systemd/system', { recursive: true })
    symlinkSync('/dev/null', unit)
  }
  return 'the service of coturn is masked'
}

/**
 * The output of the first of these programs; undefined unless all of them run.
 * @param {import('./part.mjs').SetupContext} context
 * @param {readonly string[]} programs
 * @param {string} option
 */
async function outputOfAll({ env }, programs, option) {
  const runs = await Promise.all(
    programs.map((program) => runCommand(program, [option], { env, timeoutMs: 15_000 })),
  )
  return runs.every(({ ok }) => ok) ? runs[0]?.stdout : undefined
}
