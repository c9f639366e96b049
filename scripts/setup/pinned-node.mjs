import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../lib/run-command.mjs'
import { made, missing, there } from './part.mjs'

const oldestUsableMajor = 24

/**
 * The Node that every script runs on: the one pinned as an optional dependency, else the system's if it is new enough.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ packagesReady: Promise<boolean> }} after
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the executable
 */
export async function pinnedNode(context, after) {
  const { root } = context.paths
  const pinned = pinnedNodeFile(root)
  let why = `there is no pinned Node for ${process.platform}-${process.arch}`
  if (existsSync(pinned)) {
    const version = await versionOf(pinned)
    if (version !== undefined) return there(version, pinned)
    why = 'the pinned Node does not run on this system'
  }
  if (majorOf(process.version) >= oldestUsableMajor) {
    return made(`the system’s ${process.version}, because ${why}`, process.execPath)
  }
  if (!(await after.packagesReady)) {
    return missing(
      `it comes with the npm packages, and the system’s is ${process.version}`,
      'See npm packages.',
    )
  }
  return missing(
    `${why}, and the system’s is ${process.version}`,
    `Install Node ${oldestUsableMajor} or newer, or let npm install optional packages (npm ci --include=optional).`,
  )
}

/** @param {string} root @param {{ platform: NodeJS.Platform, arch: string }} [machine] */
function pinnedNodeFile(root, machine = process) {
  const platform = machine.platform === 'win32' ? 'win' : machine.platform
  const name = machine.platform === 'win32' ? 'node.exe' : 'node'
  return join(root, 'node_modules', `node-${platform}-${machine.arch}`, 'bin', name)
}

/** @param {string} node */
async function versionOf(node) {
  const run = await runCommand(node, ['--version'], { timeoutMs: 10_000 })
  return run.ok ? run.stdout.trim() : undefined
}

/** @param {string} version `v24.1.0` */
function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
}
