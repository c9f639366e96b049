import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Stop } from '../lib/stop.mjs'
import { keptLocales, nativeModules } from './electron-app.mjs'
import { setFuses } from './fuses.mjs'

/**
 * @typedef {object} BuilderOptions
 * @property {string} app the application's folder, see `makeAppFolder`
 * @property {string} resources electron-builder's build resources: `icons/SIZE.png`, `entitlements.plist`
 * @property {string} out
 * @property {string | undefined} dist an unpacked Electron of the target's platform; fetched when left out
 * @property {string} electronVersion
 * @property {import('./fuses.mjs').Profile} profile
 * @property {string | undefined} updateUrl where `latest*.yml` and the files beside it will be served
 * @property {boolean} perMachine Windows: for every user of the machine, which takes an administrator
 */

/**
 * What electron-builder makes of the wall: AppImage, a Windows installer, a macOS image.
 * @param {BuilderOptions} options
 * @returns {import('electron-builder').Configuration}
 */
export function builderConfig(options) {
  return {
    appId: 'org.tessera.wall',
    productName: 'Tessera',
    copyright: 'The Tessera contributors, Apache-2.0',
    directories: { output: options.out, buildResources: options.resources },
    electronVersion: options.electronVersion,
    ...(options.dist === undefined ? {} : { electronDist: options.dist }),
    electronLanguages: keptLocales,
    // Everything is bundled; there is nothing to rebuild and nothing to collect.
    npmRebuild: false,
    files: ['**/*', '!node_modules'],
    asar: true,
    asarUnpack: [nativeModules],
    // Without dots and blanks, so that an update server needs no rewriting of names.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    protocols: [{ name: 'Tessera', schemes: ['tessera'] }],
    publish: options.updateUrl === undefined ? null : [{ provider: 'generic', url: options.updateUrl }],
    afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources/app'), { recursive: true, force: true }),
    // Not by electron-builder's own list, so that every package has the same fuses; before anything is signed.
    afterPack: async (context) => void (await setFuses(executableOf(context), options.profile)),
    toolsets: { appimage: '1.0.3' },
    linux: {
      target: ['AppImage'],
      executableName: 'tessera',
      category: 'AudioVideo;Video',
      icon: 'icons',
      synopsis: 'A keyboard-driven video wall for control rooms',
      desktop: { entry: { StartupWMClass: 'tessera' } },
    },
    win: { target: ['nsis'], executableName: 'Tessera', icon: 'icons' },
    nsis: {
      oneClick: false,
      perMachine: options.perMachine,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.video',
      icon: 'icons',
      hardenedRuntime: true,
      entitlements: join(options.resources, 'entitlements.plist'),
      entitlementsInherit: join(options.resources, 'entitlements.plist'),
      extendInfo: {
        NSLocalNetworkUsageDescription: 'Cameras and their media server may be in the local network.',
      },
    },
  }
}

/** @param {import('electron-builder').AfterPackContext} context */
function executableOf({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, 'tessera')
}

/**
 * Where installed applications look for updates: https, or this machine itself in tests.
 * @param {string | undefined} text
 * @returns {string | undefined}
 */
export function updateUrlOf(text) {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHere = url?.hostname === '127.0.0.1'
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)
  if (!isSafe || url.username !== '' || url.password !== '') {
    throw new Stop('TESSERA_UPDATE_URL must be an https address without a name and password.', 2)
  }
  return url.href
}

/**
 * What this machine lacks to make it, as a sentence.
 * @param {import('./installers.mjs').InstallerKind} kind
 * @param {NodeJS.Platform} platform
 * @param {string} path
 * @returns {string | undefined}
 */
export function missingFor(kind, platform, path) {
  if (kind === 'mac' && platform !== 'darwin')
    return 'A macOS package can only be made on a Mac: its image and its signature need Apple’s own tools. Run npm run package -- mac there.'
  if (kind === 'appimage' && platform === 'win32')
    return 'An AppImage cannot be made on Windows: mksquashfs is missing. Run npm run package -- appimage on Linux.'
  const hasWine = path.split(':').some((folder) => existsSync(join(folder, 'wine')))
  if (kind === 'windows' && platform !== 'win32' && !hasWine)
    return 'A Windows installer needs wine on this machine, which runs its uninstaller once to take it out. Install wine, or run npm run package -- windows on Windows.'
  return undefined
}
