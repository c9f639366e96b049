import { type WallError, wallError, type WallErrorCode } from '#contract/errors.ts'

/** Errors of electron-updater and of the file system that are not simply the network. */
const codes: Readonly<Record<string, WallErrorCode>> = {
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
export function updateFailure(error: unknown): WallError {
  if (!(error instanceof Error)) return wallError('update_unreachable')
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return wallError(codes[code] ?? 'update_unreachable')
}
