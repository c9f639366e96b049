import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectPaths } from './paths.mjs'

/**
 * A registry mirror that does not carry the packages of other platforms makes npm write a lockfile without them,
 * and `npm ci` then refuses it everywhere. This adds what is missing: exact version (all of them are pinned by
 * what names them) and platform, so that only a machine of that platform ever asks for it. Run it after changing
 * packages behind such a mirror: `node scripts/complete-lockfile.mjs`.
 *
 * @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 */

/**
 * Optional dependencies that a locked package names and the lockfile does not hold.
 * @param {Record<string, Entry>} packages
 * @returns {{ name: string, version: string }[]}
 */
export function missingOptionalPackages(packages) {
  const found = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isLocked(packages, path, name)) found.set(name, version)
    }
  }
  return [...found].map(([name, version]) => ({ name, version }))
}

/**
 * Node's rule: the nearest node_modules upwards.
 * @param {Record<string, Entry>} packages
 * @param {string} from
 * @param {string} name
 */
function isLocked(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    if (packages[base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`] !== undefined)
      return true
    if (base === '') return false
  }
}

/**
 * What a package's name says about the platform it is for: `…-linux-x64-musl`, `…-win32-arm64-msvc`.
 * @param {string} name
 * @returns {Entry}
 */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) =>
    ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'win'].includes(word),
  )
  const cpu = words.find((word) =>
    ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'].includes(word),
  )
  if (os === undefined || cpu === undefined) throw new Error(`${name} does not say which platform it is for`)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return {
    os: [os === 'win' ? 'win32' : os],
    cpu: [cpu],
    ...(libc === undefined || os !== 'linux' ? {} : { libc: [libc] }),
  }
}

function main() {
  const file = join(projectPaths().root, 'package-lock.json')
  const lockfile = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingOptionalPackages(lockfile.packages)
  for (const { name, version } of missing) {
    if (!/^\d/.test(version)) throw new Error(`${name} is not pinned to one version (${version})`)
    lockfile.packages[`node_modules/${name}`] = { version, ...platformOf(name), optional: true }
  }
  // The root package has an empty path and so stays first.
  lockfile.packages = Object.fromEntries(
    Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  )
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`)
  process.stdout.write(`${missing.length} packages added\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
