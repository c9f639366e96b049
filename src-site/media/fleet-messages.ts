import type { Result } from '#contract/result.ts'
import type { Fleet, FleetOptions, FleetStats, TappedPicture, TappedSound } from './camera-fleet.ts'
import type { MediaError } from './media-errors.ts'

/** What the publishing thread is started with. */
export interface FleetThreadData extends Pick<FleetOptions, 'mediaServer' | 'cameras' | 'tapped'> {
  /** pino's name of the least level that is wanted. */
  readonly logLevel: string
}

/** One method of the fleet, and what it is given. */
export interface FleetRequest {
  readonly id: number
  readonly method: keyof Fleet
  readonly given: readonly unknown[]
}

export type FleetMessage =
  | { readonly type: 'created'; readonly result: Result<void, MediaError> }
  | { readonly type: 'answer'; readonly id: number; readonly stats?: FleetStats }
  | { readonly type: 'picture'; readonly picture: TappedPicture }
  | { readonly type: 'sound'; readonly sound: TappedSound }
  /** One line of pino's. */
  | { readonly type: 'log'; readonly line: string }
