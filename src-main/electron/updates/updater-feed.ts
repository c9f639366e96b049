import type { CancellationToken } from 'electron-updater'
import { type WallError, wallError, type WallErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { UpdateFeed } from '../../core/updates/updates.ts'

/** What is used of an electron-updater. */
export interface Updater {
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean
    readonly updateInfo: { readonly version: string }
    /** Ends the download of what was found. */
    readonly cancellationToken?: CancellationToken
  } | null>
  /** Verifies SHA-512, and on Windows and macOS the signature, before the file gets its name. */
  downloadUpdate(token?: CancellationToken): Promise<string[]>
  on(event: 'download-progress', listener: () => void): unknown
  off(event: 'download-progress', listener: () => void): unknown
}

/** A platform's way of replacing the installation. */
export interface Installer {
  /** Why it would fail, found before anything is ended for it. */
  obstacle(downloaded: string): Promise<WallError | undefined>
  /** Ends this program; the new version is started in its place. */
  replace(): void
}

/** electron-updater behind the port: its exceptions become values. */
export class UpdaterFeed implements UpdateFeed {
  readonly #updater: Updater
  readonly #installer: Installer
  #downloaded: string | undefined
  #token: CancellationToken | undefined

  constructor(updater: Updater, installer: Installer) {
    this.#updater = updater
    this.#installer = installer
  }

  async check(): Promise<Result<string | undefined, WallError>> {
    try {
      const found = await this.#updater.checkForUpdates()
      this.#token = found?.cancellationToken
      return ok(found?.isUpdateAvailable === true ? found.updateInfo.version : undefined)
    } catch (error) {
      return fail(updateFailure(error))
    }
  }

  async download(onProgress: () => void): Promise<Result<undefined, WallError>> {
    this.#updater.on('download-progress', onProgress)
    try {
      this.#downloaded = (await this.#updater.downloadUpdate(this.#token))[0]
      return ok(undefined)
    } catch (error) {
      return fail(updateFailure(error))
    } finally {
      this.#updater.off('download-progress', onProgress)
    }
  }

  giveUp(): void {
    this.#token?.cancel()
  }

  async install(): Promise<Result<undefined, WallError>> {
    if (this.#downloaded === undefined) return fail(wallError('update_not_ready'))
    const obstacle = await this.#installer.obstacle(this.#downloaded)
    if (obstacle !== undefined) return fail(obstacle)
    this.#installer.replace()
    return ok(undefined)
  }
}

/** Errors of electron-updater and of the file system that are not simply the network. */
const codes: Readonly<Record<string, WallErrorCode>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'update_unreadable',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'update_unreadable',
  ERR_UPDATER_INVALID_VERSION: 'update_unreadable',
  ERR_UPDATER_NO_FILES_PROVIDED: 'update_unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'update_unreadable',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'update_unreadable',
  ERR_CHECKSUM_MISMATCH: 'update_damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'update_unsigned',
  EACCES: 'update_failed',
  EPERM: 'update_failed',
  EROFS: 'update_failed',
  ENOSPC: 'update_failed',
  EDQUOT: 'update_failed',
}

/** What electron-updater threw, without its stacks, addresses and headers: those belong into the log. */
function updateFailure(error: unknown): WallError {
  return wallError(codes[codeOf(error)] ?? 'update_unreachable')
}
