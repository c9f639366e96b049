import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'

/** Where newer versions of the installed application come from. Whatever it loads it has verified. */
export interface UpdateFeed {
  /** The version that is newer than the running one, if there is any. */
  check(): Promise<Result<string | undefined, WallError>>
  /** Loads what `check` found; nothing of the installation is touched. */
  download(): Promise<Result<undefined, WallError>>
  /** Replaces the installation and starts it again: on success this program is about to end. */
  install(): Promise<Result<undefined, WallError>>
}
