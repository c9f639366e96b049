import { createPackageWithOptions } from '@electron/asar'
import { appendFile, chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { NOTICES } from '../build/third-party.mjs'
import { Stop } from '../lib/stop.mjs'
import { executableIn } from '../setup/electron.mjs'

export { listPackage } from '@electron/asar'

/**
 * Of the languages that the page speaks: Chromium writes what stands in its fields of dates, without a language of its
 * own as in the United States. All others would be 40 MB.
 */
export const keptLocales = ['de', 'en-GB', 'en-US', 'es', 'es-419']
/** What Electron's releases show when they are started without an application. */
const defaultApps = ['default_app.asar', 'app']

/** A system loads them from files only: they lie beside the archive. */
export const nativeModules = '**/*.node'

/** @typedef {{ name: string, productName: string, version: string, description: string, license: string }} Product */

/**
 * The folder that goes into the archive: the built wall and what Electron wants to know of it. Everything is
 * bundled, so there are no node_modules; the native module is that of the platform it is packed for.
 * @param {object} order
 * @param {string} order.root the checkout
 * @param {string} order.out
 * @param {Product} order.product
 * @param {NodeJS.Platform} order.platform
 * @param {string} order.folder
 */
export async function makeAppFolder({ root, out, product, platform, folder }) {
  if (!existsSync(join(out, 'main/index.js'))) throw new Stop('The wall is not built: run npm run build.')
  for (const part of ['main', 'preload', 'renderer'])
    await cp(join(out, part), join(folder, part), { recursive: true })
  const sqlite = join(folder, 'main/sqlite')
  const binding = `${platform}-${process.arch}.node`
  await rm(sqlite, { recursive: true, force: true })
  await cp(join(root, 'node_modules/better-sqlite3/prebuilds', binding), join(sqlite, binding))
  const { name, productName, version, description, license } = product
  // By its desktop name Wayland's compositors find icon and entry of a window.
  const manifest = { name, productName, desktopName: `${name}.desktop`, version, description, license }
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, type: 'module', main: 'main/index.js' })}\n`,
  )
}

/**
 * @param {string} dist Electron's release, unpacked
 * @param {NodeJS.Platform} [platform] that it is for
 * @returns {Promise<string>} its version
 */
export async function electronVersionOf(dist, platform = process.platform) {
  if (!existsSync(join(dist, executableIn(platform))) || !existsSync(join(dist, 'version'))) {
    throw new Stop(
      `There is no Electron in ${dist}. npm run electron:fetch brings it; --electron DIR names an unpacked release.`,
    )
  }
  return (await readFile(join(dist, 'version'), 'utf8')).trim().replace(/^v/, '')
}

/**
 * Electron's release with our application in it, under our name.
 * @param {object} order
 * @param {string} order.dist
 * @param {string} order.app the application's folder
 * @param {string} order.name of the executable
 * @param {string} order.folder where to; is made
 * @returns {Promise<string>} the executable
 */
export async function makeElectronApp({ dist, app, name, folder }) {
  await cp(dist, folder, { recursive: true, dereference: true })
  await rename(join(folder, 'electron'), join(folder, name))
  // Debian has one copyright file a package; this one is the runtime's.
  if (existsSync(join(folder, 'LICENSE')))
    await rename(join(folder, 'LICENSE'), join(folder, 'LICENSE.electron.txt'))
  const locales = join(folder, 'locales')
  for (const file of await readdir(locales))
    if (!keptLocales.includes(file.replace('.pak', ''))) await rm(join(locales, file))
  const resources = join(folder, 'resources')
  for (const one of defaultApps) await rm(join(resources, one), { recursive: true, force: true })
  await mkdir(resources, { recursive: true })
  await createPackageWithOptions(app, join(resources, 'app.asar'), { unpack: nativeModules })
  // In the archive nobody would find them.
  for (const part of ['main', 'renderer']) {
    const notices = join(app, part, NOTICES)
    if (existsSync(notices))
      await appendFile(join(folder, 'LICENSES.third-party.txt'), await readFile(notices))
  }
  const executable = join(folder, name)
  await chmod(executable, 0o755)
  return executable
}
