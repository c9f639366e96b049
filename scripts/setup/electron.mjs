import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fetchPinned, refusalOf } from '../lib/pinned-release.mjs'
import { unzip } from '../lib/unpack.mjs'
import { withWorkFolder } from '../lib/work-lock.mjs'
import { findOrMake, made, missing, there } from './part.mjs'

const releases = 'https://github.com/electron/electron/releases/download/'

/**
 * Electron's executable. Everything works without it (the same wall opens in Chromium), so this part never ends
 * a set-up. Since 42 installing the package `electron` fetches no executable: the archive is fetched here and
 * checked against the checksums in that locked package.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ packagesReady: Promise<boolean> }} after
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the executable
 */
export async function electron(context, after) {
  const named = context.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (named) {
    const file = join(named, executableIn())
    if (existsSync(file)) return there('ELECTRON_OVERRIDE_DIST_PATH', file)
    return missing(
      `ELECTRON_OVERRIDE_DIST_PATH holds no ${executableIn()}`,
      'Correct the variable or remove it.',
    )
  }
  if (!(await after.packagesReady)) return missing('the npm packages are not there', 'See npm packages.')
  const packageFolder = join(context.paths.root, 'node_modules', 'electron')
  const version = String(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version)
  const installedByHand = join(packageFolder, 'dist', executableIn())
  if (existsSync(installedByHand)) return there(`v${version} (in node_modules)`, installedByHand)

  const folder = join(context.paths.cache, 'electron')
  const dist = join(folder, `v${version}-${process.platform}-${process.arch}`)
  const executable = join(dist, executableIn())

  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`
  const sha256 = JSON.parse(readFileSync(join(packageFolder, 'checksums.json'), 'utf8'))[name]
  if (typeof sha256 !== 'string')
    return missing(`there is no Electron ${version} for this platform`, 'None is needed.')
  const url = electronUrl(version, name, context.env)
  const remedy =
    'Not needed, the wall opens in Chromium. It is tried again later, or now by npm run electron:fetch (a mirror: ELECTRON_MIRROR).'
  const release = { url, sha256, memory: join(folder, 'refusal.json') }
  const find = async () =>
    !context.force && existsSync(executable) ? there(`v${version} (cached)`, executable) : undefined
  return findOrMake(context, 'electron', join(folder, 'setup.lock'), find, () =>
    withWorkFolder(folder, async (work) => {
      const zip = join(work, name)
      const refusal =
        refusalOf(context, release) ??
        (await fetchPinned(context, release, zip, (text) => context.progress('electron', text)))
      if (refusal !== undefined) return missing(refusal, remedy)
      unzip(zip, join(work, 'dist'))
      rmSync(dist, { recursive: true, force: true })
      renameSync(join(work, 'dist'), dist)
      return made(`v${version}, checksum verified`, executable)
    }),
  )
}

/**
 * The address by the rules of @electron/get: `ELECTRON_MIRROR` (with its slash), `ELECTRON_CUSTOM_DIR`,
 * `ELECTRON_CUSTOM_FILENAME`, each also as npm's `npm_config_electron_…`.
 * @param {string} version
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
export function electronUrl(version, name, env) {
  /** @param {string} option */
  const setting = (option) =>
    env[`npm_config_electron_${option}`] ||
    env[`NPM_CONFIG_ELECTRON_${option.toUpperCase()}`] ||
    env[`ELECTRON_${option.toUpperCase()}`]
  const folder = (setting('custom_dir') ?? `v${version}`).replace(/\{\{\s*version\s*\}\}/g, version)
  return `${setting('mirror') ?? releases}${folder}/${setting('custom_filename') ?? name}`
}

/**
 * Where the executable lies in an unpacked release.
 * @param {NodeJS.Platform} [platform]
 */
export function executableIn(platform = process.platform) {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * The unpacked release that an executable belongs to.
 * @param {string} executable
 * @param {NodeJS.Platform} [platform]
 */
export function distOf(executable, platform = process.platform) {
  const up = executableIn(platform)
    .split('/')
    .map(() => '..')
  return resolve(executable, ...up)
}
