import type { ExactMessage } from '#contract/exact-words.ts'
import type { WallError } from '#contract/errors.ts'
import type { Result } from '#contract/result.ts'
import type { WallCamera } from '#contract/wall/camera.ts'
import type { ListedCamera } from '#contract/wall/camera-list.ts'
import type { WallDocument } from '#contract/wall/document.ts'
import type { WallSettings } from '#contract/wall/settings.ts'
import type { Shelves, StoredPlatform } from './stored-platforms.ts'
import type { StoredScreens } from './stored-schema.ts'

/** The last list that a platform gave, so that a wall starts while the platform is down. */
export interface KnownCameras {
  readonly platform: string
  readonly cameras: readonly KnownCamera[]
  /** Every camera that has a number on this wall, those that have left the list included. */
  readonly numbered: readonly WallCamera[]
}
/** As the platform lists it; numbers are only its proposal. */
export type KnownCamera = Omit<WallCamera, 'number'> & { readonly number?: number | undefined }

export interface StoredState {
  readonly settings: WallSettings
  /** By monitor number; that of an unplugged display is kept. */
  readonly documents: Readonly<Record<number, WallDocument>>
  /** Of this workstation, in the order in which they were added. */
  readonly platforms: readonly StoredPlatform[]
  /** The one that the operator chose: the next start shows it. */
  readonly chosen: string | undefined
  /** Whose `documents` these are, and what in `settings` is a platform's own; undefined where that was never known. */
  readonly shown: string | undefined
  /** What is put aside of the others. */
  readonly shelves: Shelves
  readonly screens: StoredScreens
  /** Where pictures and exports go, where an operator has chosen that. Absolute. */
  readonly evidenceFolder: string | undefined
  /** A list for each platform. */
  readonly knownCameras: readonly KnownCameras[]
  /** By platform: what the operators say of its cameras, and those that it does not list. */
  readonly cameraLists: Readonly<Record<string, readonly ListedCamera[]>>
}

/** What a wall remembers between two runs, keys excepted. Reading is from memory and always works. */
export interface SettingsStore {
  readonly state: StoredState
  /** About what was found damaged at start. */
  readonly notices: readonly ExactMessage[]
  /**
   * In memory at once, on the disk soon: several saves in a row are one write, and the result is that write's.
   * `storage_failed` is tried again until it works; nothing is lost while the program runs.
   */
  save(change: Partial<StoredState>): Promise<Result<undefined, WallError>>
  /** Keeps a text beside the settings, under the name that is the answer. */
  keepCopy(text: string): Result<string, WallError>
  /** Writes what is pending and stops. */
  dispose(): Promise<void>
}
