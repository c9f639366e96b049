import { build, Platform } from 'electron-builder'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Stop } from '../lib/stop.mjs'
import { builderConfig, missingFor } from './builder-config.mjs'

/** @typedef {'appimage' | 'windows' | 'mac' | 'dir'} InstallerKind `dir`: of this platform, not packed into one file */

/** @type {readonly InstallerKind[]} */
export const installerKinds = ['appimage', 'windows', 'mac', 'dir']

/** @type {Record<InstallerKind, () => Map<Platform, Map<import('electron-builder').Arch, string[]>>>} */
const targetsOf = {
  appimage: () => Platform.LINUX.createTarget(),
  windows: () => Platform.WINDOWS.createTarget(),
  mac: () => Platform.MAC.createTarget(),
  dir: () => Platform.current().createTarget('dir'),
}

/** @type {Record<InstallerKind, NodeJS.Platform>} */
export const platformOf = { appimage: 'linux', windows: 'win32', mac: 'darwin', dir: process.platform }

/**
 * @param {InstallerKind} kind
 * @param {Omit<import('./builder-config.mjs').BuilderOptions, 'resources'> & { root: string, work: string }} order
 * @returns {Promise<string[]>} the files for an installer, and those for an update server
 * @throws {Stop} a sentence on what is missing or went wrong
 */
export async function makeInstaller(kind, { root, work, ...options }) {
  const missing = missingFor(kind, process.platform, process.env['PATH'] ?? '')
  if (missing !== undefined) throw new Stop(missing)
  const resources = await stageResources(root, work)
  const isOurs = platformOf[kind] === process.platform
  const config = builderConfig({ ...options, resources, dist: isOurs ? options.dist : undefined })
  try {
    const files = await build({
      targets: targetsOf[kind](),
      config,
      projectDir: options.app,
      publish: 'never',
    })
    return kind === 'dir' ? [options.out] : files
  } catch (error) {
    throw new Stop(builderFailure(error))
  }
}

/** electron-builder wants icons by their bare size. @param {string} root @param {string} work */
async function stageResources(root, work) {
  const resources = join(work, 'resources')
  await mkdir(join(resources, 'icons'), { recursive: true })
  const icons = join(root, 'resources/icons')
  for (const file of await readdir(icons)) {
    const size = /^icon-(\d+)\.png$/.exec(file)?.[1]
    if (size !== undefined) await copyFile(join(icons, file), join(resources, 'icons', `${size}.png`))
  }
  await copyFile(join(root, 'resources/mac/entitlements.plist'), join(resources, 'entitlements.plist'))
  return resources
}

const ways =
  'Give this machine a way there, or name a mirror by ELECTRON_BUILDER_BINARIES_MIRROR (tools) and ELECTRON_MIRROR (Electron).'

/**
 * electron-builder fetches its tools (squashfs, NSIS, icons) and other platforms' Electron when it needs them.
 * @param {unknown} error
 */
export function builderFailure(error) {
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  if (/checksum/i.test(message))
    return `What electron-builder fetched is not the tool that it expects, so it was not used. Check the mirror. (${message})`
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|Response code \d/.test(message))
    return `electron-builder could not fetch one of its tools. ${ways} (${message})`
  return `electron-builder could not make it: ${message}`
}
