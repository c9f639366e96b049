import type { CameraHabits } from '#contract/process/launch.ts'
import type { Result } from '#contract/result.ts'
import type { FleetCamera, FleetStats, TappedPicture } from './camera-fleet.ts'
import type { MediaError } from './media-errors.ts'
import type { MediaServerAccess } from './publisher-token.ts'

/** What the publishing thread is started with. */
export interface FleetThreadData {
  readonly mediaServer: MediaServerAccess | undefined
  readonly cameras: readonly FleetCamera[]
  /** pino's name of the least level that is wanted. */
  readonly logLevel: string
  /** Cameras whose pictures are handed out from the beginning. */
  readonly tapped: readonly string[]
}

export type FleetCall =
  | { readonly call: 'freeze' | 'resume' | 'stop'; readonly cameraId: string }
  | { readonly call: 'setTapped'; readonly cameraId: string; readonly isTapped: boolean }
  | { readonly call: 'setHabits'; readonly cameraId: string; readonly habits: CameraHabits }
  | { readonly call: 'stats' | 'allPublished' | 'dispose' }

export interface FleetRequest {
  readonly id: number
  readonly call: FleetCall
}

export type FleetMessage =
  | { readonly type: 'created'; readonly result: Result<void, MediaError> }
  | { readonly type: 'answer'; readonly id: number; readonly stats?: FleetStats }
  | { readonly type: 'picture'; readonly picture: TappedPicture }
  /** One line of pino's. */
  | { readonly type: 'log'; readonly line: string }
