import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { contentHash } from '../lib/content-hash.mjs'
import { readJson } from '../lib/read-json.mjs'
import { runCommand } from '../lib/run-command.mjs'
import { findOrMake, made, missing, missingAfterFailure, there } from './part.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

const npmOptions = [
  // NODE_ENV=production and npm's own `omit` leave these out.
  '--include=dev',
  '--include=optional',
  '--include=peer',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefer-offline',
  '--fetch-retry-maxtimeout=15000',
]

/** Packages of packaging and benches: a first start does without them. */
const toolFolders = [
  'scripts/package',
  'test/bench/baselines/components-react',
  'test/bench/baselines/vis-timeline',
]

/**
 * The packages that only `npm run package`, benches and their tests need, each beside what uses it.
 * @param {import('./part.mjs').SetupContext} context
 * @returns {Promise<import('./part.mjs').PartResult<true>>}
 */
export async function toolPackages(context) {
  /** @type {import('./part.mjs').PartResult<true>} */
  let last = there('none', true)
  for (const folder of toolFolders) {
    const result = await packagesOf(context, 'tools', join(context.paths.root, folder))
    if (result.state === 'missing') return result
    if (last.state !== 'made') last = result
  }
  return last
}

/**
 * What only `npm run mutation` needs.
 * @param {import('./part.mjs').SetupContext} context
 */
export function mutationPackages(context) {
  return packagesOf(context, 'mutation', join(context.paths.root, 'tools/mutation'))
}

/**
 * The packages of the wall, the site and their tests.
 * @param {import('./part.mjs').SetupContext} context
 */
export function npmPackages(context) {
  return packagesOf(context, 'packages', context.paths.root)
}

/**
 * The packages of a lockfile. What is installed is compared with the lockfile itself, so a tree that the user
 * installed by hand counts, and one that was cut off midway does not.
 * @param {import('./part.mjs').SetupContext} context
 * @param {'packages' | 'tools' | 'mutation'} part
 * @param {string} root the folder of the lockfile
 * @returns {Promise<import('./part.mjs').PartResult<true>>}
 */
async function packagesOf(context, part, root) {
  const lockFile = join(context.paths.root, '.cache', `npm-${part}.lock`)
  /** @returns {Promise<import('./part.mjs').PartResult<true> | undefined>} */
  const find = async () =>
    unmetPackages(root).length === 0
      ? there(`${countOf(root)} packages, as in the lockfile`, true)
      : undefined
  return findOrMake(context, part, lockFile, find, async (lock) => {
    context.progress(part, `installing ${countOf(root)} packages with npm`)
    const npm = npmCommand(context.env)
    const run = await runCommand(npm.command, [...npm.args, 'ci', ...npmOptions], {
      cwd: root,
      env: withoutNpmScriptVariables(context.env),
      shell: npm.shell,
      signal: context.signal,
      onStart: lock.alsoHeldBy,
    })
    context.signal?.throwIfAborted()
    if (run.notStarted !== undefined) {
      return missing('npm could not be started', 'Install npm (it comes with Node) and run this again.')
    }
    if (!run.ok) {
      return missingAfterFailure('npm could not install the packages', withoutNoise(run.tail))
    }
    writeFileSync(stampFile(root), stampOf(root))
    const left = unmetPackages(root)
    if (left.length > 0) {
      return missing(
        `npm left out ${left.slice(0, 3).join(', ')}`,
        'Remove the folder node_modules and run this again.',
      )
    }
    return made(`${countOf(root)} packages installed from the lockfile`, true)
  })
}

/**
 * Paths of locked packages that are not installed as locked. An optional package that npm has already decided
 * to leave out for this very lockfile is not asked for again.
 * @param {string} root
 * @param {{ platform: NodeJS.Platform, arch: string }} [machine]
 * @returns {string[]}
 */
export function unmetPackages(root, machine = process) {
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (locked === undefined) return []
  const tried = readStamp(root) === stampOf(root)
  const unmet = []
  for (const [path, wanted] of Object.entries(locked)) {
    if (path === '') continue
    const present = installed?.[path]
    if (wanted.optional && (!isBinaryFor(wanted, machine) || (tried && present === undefined))) continue
    const asLocked =
      present !== undefined &&
      present.version === wanted.version &&
      (present.integrity === undefined ||
        wanted.integrity === undefined ||
        present.integrity === wanted.integrity) &&
      existsSync(join(root, path, 'package.json'))
    if (!asLocked) unmet.push(path)
  }
  return unmet
}

/**
 * Of the optional packages only this platform's binaries matter; the rest is what other platforms' binaries need.
 * @param {LockedPackage} locked
 * @param {{ platform: NodeJS.Platform, arch: string }} machine
 */
function isBinaryFor(locked, machine) {
  return (locked.os !== undefined || locked.cpu !== undefined) && isForMachine(locked, machine)
}

/** @param {LockedPackage} locked @param {{ platform: NodeJS.Platform, arch: string }} machine */
function isForMachine(locked, machine) {
  return (
    allows(locked.os, machine.platform) &&
    allows(locked.cpu, machine.arch) &&
    allows(locked.libc, libcOfThisMachine())
  )
}

/**
 * npm's rule: a name or a list of names that are allowed, or with `!` that are not.
 * @param {string | string[] | undefined} names
 * @param {string | undefined} value
 */
function allows(names, value) {
  if (names === undefined || value === undefined) return true
  const list = [names].flat()
  if (list.includes(`!${value}`)) return false
  const named = list.filter((entry) => !entry.startsWith('!'))
  return named.length === 0 || named.includes(value) || named.includes('any')
}

function libcOfThisMachine() {
  if (process.platform !== 'linux') return undefined
  return existsSync('/etc/alpine-release') ? 'musl' : 'glibc'
}

/** @param {string} file @returns {LockedPackages | undefined} */
function readPackages(file) {
  return readJson(file)?.packages
}

/** @param {string} root */
function countOf(root) {
  const locked = readPackages(join(root, 'package-lock.json')) ?? {}
  return Object.entries(locked).filter(
    ([path, wanted]) => path !== '' && (!wanted.optional || isBinaryFor(wanted, process)),
  ).length
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.tessera-stamp')
}

/** @param {string} root */
function stampOf(root) {
  return contentHash(root, ['package-lock.json'], [process.platform, process.arch])
}

/** @param {string} root */
function readStamp(root) {
  try {
    return readFileSync(stampFile(root), 'utf8')
  } catch {
    return undefined
  }
}

/**
 * The npm that started this script when there is one: it is sure to exist and needs no shell on Windows.
 * @param {NodeJS.ProcessEnv} env
 */
function npmCommand(env) {
  const cli = env['npm_execpath']
  if (cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli)) {
    return { command: process.execPath, args: [cli], shell: false }
  }
  return process.platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false }
}

/**
 * npm hands its own state to scripts as variables; passing them on would make an inner npm believe that it runs
 * inside the outer one's command.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutNpmScriptVariables(env) {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(command|lifecycle|package|config_local_prefix)/.test(name),
    ),
  )
}

/**
 * Under an older Node npm warns about every package's engine; after an error it shows its stack or explains its
 * options at length. None of that says why it failed.
 * @param {string} tail
 */
function withoutNoise(tail) {
  const lines = tail.split('\n').filter((line) => !/^npm (warn |error\s*$|error\s+at )/i.test(line))
  const help = lines.findIndex((line) => /^npm error (Usage:|Clean install a project)/i.test(line))
  return (help === -1 ? lines : lines.slice(0, help)).slice(0, 12).join('\n')
}
