import type { WallError } from '#contract/errors.ts'
import type { TileStateName } from '#contract/wall/tile-report.ts'

/** Desired state of one tile. Sizes are device pixels of the picture, so that the layer can follow them. */
export interface TileWish {
  readonly tile: number
  readonly cameraId: string | undefined
  readonly widthPx: number
  readonly heightPx: number
  /** The selected or large tile: connected first. */
  readonly urgent: boolean
  /** A hotspot or a tile whose camera has an alarm: limited after the ordinary tiles. */
  readonly important?: true
}

/** Observed state of one tile: what the last presented frames prove. Immutable; replaced when something changes. */
export interface TileObservation {
  readonly state: TileStateName
  /** Camera whose picture is on the tile now; lags behind the wish until the first frame of the new one is drawn. */
  readonly shownCameraId: string | undefined
  /** `performance.timeOrigin`-based epoch milliseconds of the last change of `state`. */
  readonly stateSinceMs: number
  /** Epoch milliseconds of the last presented frame. */
  readonly lastFrameAtMs: number | undefined
  /** Capture to presentation, where it can be known; otherwise arrival to presentation. */
  readonly delayMs: number | undefined
  /** The picture comes over HLS, because WebRTC finds no way; `state` is LATE then, or STALE. */
  readonly isLocal?: true
  /** What this computer can manage of it: the smallest layer, or nothing for now. */
  readonly limit?: 'reduced' | 'paused'
  /** Why there is no live picture, and when the next try is. */
  readonly error: WallError | undefined
  readonly nextTryAtMs: number | undefined
}

/** For the engineer overlay; sampled about once a second while somebody looks. */
export interface TileStatistics {
  readonly receivedFps: number
  readonly presentedFps: number
  readonly widthPx: number
  readonly heightPx: number
  readonly layer: 'low' | 'medium' | 'high' | 'only'
  readonly lossPercent: number
  readonly jitterBufferMs: number
  readonly decodeMs: number
  readonly bitsPerSecond: number
  readonly delayMs: number | undefined
  /** Newest last, at most 20. */
  readonly history: readonly { readonly atMs: number; readonly state: TileStateName; readonly why: string }[]
}

/** The camera that `Enter` would put on a tile, were it pressed now. */
export interface ExpectedCamera {
  readonly tile: number
  readonly cameraId: string
  /** No camera has a longer number that begins like this one. */
  readonly isUnambiguous: boolean
}

/** The live engine as the rest of the page sees it. Video elements belong to it; React only lends containers. */
export interface LiveWallPort {
  /** Replaces the desired state of all tiles. */
  show(wishes: readonly TileWish[]): void
  /** Cameras likely to be next, most likely first: joined and disabled. */
  standBy(cameraIds: readonly string[]): void
  /**
   * Receives, decodes and draws this camera behind its tile's picture until another one, or none, is expected. One that
   * is not connected is dialled only when it is unambiguous.
   */
  expect(expected: ExpectedCamera | undefined): void
  /** Puts the tile's video element into the container; returns the function that takes it out. */
  mount(tile: number, container: HTMLElement): () => void
  observe(tile: number): TileObservation
  /** The picture that is on the tile, in its own size; undefined where there is none. To be closed by whoever asked. */
  frame(tile: number): VideoFrame | undefined
  subscribe(tile: number, listener: () => void): () => void
  /** Receives the sound of this tile's camera only. */
  receiveSoundOf(tile: number | undefined): void
  /**
   * The sound of the camera on the tile, while it is received: a track, or the element that plays it with its picture.
   * `none`: it sends none. Undefined: not known yet.
   */
  sound(tile: number): MediaStreamTrack | HTMLVideoElement | 'none' | undefined
  /** Samples while subscribed. */
  watchStatistics(tile: number, listener: (statistics: TileStatistics) => void): () => void
  /** The machine goes to sleep: let go of everything. `resume` connects again, visible tiles first. */
  suspend(): void
  resume(): void
  dispose(): void
}
