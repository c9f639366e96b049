import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { PlatformAddress } from '#contract/wall/connection.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { StoredScreens } from './stored-screens.ts'

/** The last list that a platform gave, so that a wall starts while the platform is down. */
export interface KnownCameras {
  readonly platform: string
  readonly cameras: readonly KnownCamera[]
}
/** As the platform lists it; numbers are only its proposal. */
export type KnownCamera = Omit<WallCamera, 'number'> & { readonly number?: number | undefined }

export interface StoredState {
  readonly settings: WallSettings
  /** By monitor number; that of an unplugged display is kept. */
  readonly documents: Readonly<Record<number, WallDocument>>
  readonly screens: StoredScreens
  readonly address: PlatformAddress | undefined
  readonly knownCameras: KnownCameras | undefined
}

/** What a wall remembers between two runs, keys excepted. Reading is from memory and always works. */
export interface SettingsStore {
  readonly state: StoredState
  /** Sentences about what was found damaged at start. */
  readonly notices: readonly string[]
  /**
   * In memory at once, on the disk soon: several saves in a row are one write, and the result is that write's.
   * `storage_failed` is tried again until it works; nothing is lost while the program runs.
   */
  save(change: Partial<StoredState>): Promise<Result<undefined, WallError>>
  /** Writes what is pending and stops. */
  dispose(): Promise<void>
}
