import type { WallShell } from '#contract/wall/shell.ts'
import type { Clock } from '../clock.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { PlatformClock } from './platform-clock.ts'
import type { PlaybackPictures } from './playback-pictures.ts'
import type { PlaybackStore } from './playback-store.ts'
import type { SessionStore } from './session-store.ts'
import type { TileSize } from './tile-sizes.ts'
import type { WallPlayback } from './wall-playback.ts'
import type { WallStore } from './wall-store.ts'

/** What all areas of the page are made of. */
export interface PageOptions {
  /** Disposes of it when the page ends, before what was made earlier. */
  readonly own: <Made extends { dispose(): void }>(made: Made) => Made
  readonly shell: WallShell
  readonly wall: WallStore
  readonly session: SessionStore
  readonly clock: Clock
  /** For instants of pictures and events. */
  readonly platformClock: PlatformClock
  /** In which times are written. */
  readonly zone: () => Zone
  /** The whole window, in device pixels. */
  readonly viewport: () => TileSize
  readonly isVisible: () => boolean
  /** Opens an address of this page as a download. */
  readonly download: (address: string, fileName: string) => void
}

/** The same, for areas that show or use the pictures of the tiles. */
export interface AreaOptions extends PageOptions {
  readonly live: LiveWallPort
  readonly playback: PlaybackStore
  readonly wallPlayback: WallPlayback
  readonly pictures: PlaybackPictures
}
