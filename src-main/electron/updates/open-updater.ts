import { closeSync, constants, copyFileSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { App } from 'electron'
import { AppImageUpdater, type AppUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import { type WallError, wallError } from '#contract/errors.ts'
import type { AreaLog } from '../../core/log/logger.ts'
import { sameArguments, sameStart } from '../single-instance.ts'
import { type Installer, UpdaterFeed } from './updater-feed.ts'

/** The new version starts under the name of this one and with what this one was started with: a kiosk stays a kiosk. */
class SameStartUpdater extends AppImageUpdater {
  /** The base removes the old file first, and calls the new one otherwise where the name of the old one has a version. */
  protected override doInstall(): boolean {
    const { installerPath } = this
    const appImage = process.env['APPIMAGE']
    if (installerPath === null || appImage === undefined) return false
    replaceProgram(appImage, installerPath)
    rmSync(installerPath, { force: true })
    void this.spawnLog(appImage, [], { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' })
    return true
  }

  protected override spawnLog(command: string, _args?: string[], env?: NodeJS.ProcessEnv): Promise<boolean> {
    return super.spawnLog(command, sameArguments(process.argv), env)
  }
}

export interface OpenUpdaterOptions {
  readonly app: Pick<App, 'once' | 'quit' | 'relaunch' | 'releaseSingleInstanceLock'>
  readonly platform: NodeJS.Platform
  /** Of the AppImage that is running. */
  readonly appImage: string | undefined
  /** Instead of the address that was packaged. */
  readonly url: string | undefined
  readonly log: AreaLog
}

/** The updater of this platform. Importing this file loads electron-updater. */
export function openUpdater({ app, platform, appImage, url, log }: OpenUpdaterOptions): UpdaterFeed {
  if (platform === 'darwin') {
    const updater = new MacUpdater()
    configure(updater, url, log)
    // Squirrel looks at the place of the installation itself, before it ends anything.
    return new UpdaterFeed(updater, {
      obstacle: async () => undefined,
      replace: () => updater.quitAndInstall(),
    })
  }
  const updater = platform === 'win32' ? new NsisUpdater() : new SameStartUpdater()
  configure(updater, url, log)
  const replace: Installer['replace'] = () => {
    // As the very last thing: the new one must find neither our lock nor files that are still being written.
    app.once('quit', () => {
      app.releaseSingleInstanceLock()
      if (!updater.install(true, true)) app.relaunch(sameStart(process.argv, appImage))
    })
    app.quit()
  }
  const obstacle: Installer['obstacle'] = async (downloaded) =>
    appImage === undefined ? undefined : obstacleFor(appImage, downloaded)
  return new UpdaterFeed(updater, { obstacle, replace })
}

export function configure(updater: AppUpdater, url: string | undefined, log: AreaLog): void {
  updater.logger = {
    debug: (message: string) => log.debug(message),
    info: (message: unknown) => log.debug(String(message)),
    warn: (message: unknown) => log.info(String(message)),
    error: (message: unknown) => log.info(String(message)),
  }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  // Whole files only: one way to load one, and one that is verified as a whole.
  updater.disableDifferentialDownload = true
  // An update server is told nothing by which it could tell one wall from another.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  if (url !== undefined) updater.setFeedURL({ provider: 'generic', url })
}

/**
 * In one step, and on the disk: a power cut leaves the old program or the new one. Throws what the file system throws.
 * Not awaited anywhere: a program that quits waits for nothing.
 */
export function replaceProgram(program: string, update: string): void {
  const copy = `${program}.new`
  try {
    copyFileSync(update, copy)
    syncNow(copy, 'r+')
    renameSync(copy, program)
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
  syncNow(dirname(program), 'r')
}

function syncNow(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Whether it can be replaced is found out before anything is ended for it. */
export async function obstacleFor(appImage: string, downloaded: string): Promise<WallError | undefined> {
  const folder = dirname(appImage)
  try {
    await access(folder, constants.W_OK)
    const [room, { size }] = await Promise.all([statfs(folder), stat(downloaded)])
    return room.bavail * room.bsize > size ? undefined : wallError('update_failed')
  } catch {
    return wallError('update_failed')
  }
}
