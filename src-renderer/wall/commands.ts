import type { LayoutSize } from '#contract/wall/document.ts'
import type { ScreensMode } from '#contract/wall/monitors.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'
export type DialogName = 'help' | 'palette' | 'layout' | 'connection'

/** Everything that an operator can make the wall do: keys, the palette and the pointer speak only this. Tiles are indexes from 0. */
export type WallCommand =
  | { readonly kind: 'show-camera'; readonly tile: number; readonly cameraId: string }
  /** The rest of an entry, for the keyboard of another monitor. */
  | { readonly kind: 'enter-on-monitor'; readonly monitor: number; readonly entry: string }
  | { readonly kind: 'last-camera'; readonly tile: number }
  | { readonly kind: 'step-camera'; readonly by: 1 | -1 }
  | { readonly kind: 'select'; readonly tile: number }
  | { readonly kind: 'move-selection'; readonly direction: Direction }
  | { readonly kind: 'cycle-selection'; readonly by: 1 | -1 }
  | { readonly kind: 'toggle-large' }
  | { readonly kind: 'leave-large' }
  | { readonly kind: 'set-layout'; readonly layout: LayoutSize }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'toggle-dialog'; readonly dialog: DialogName }
  | { readonly kind: 'toggle-full-screen' }
  | { readonly kind: 'leave-full-screen' }
  | { readonly kind: 'toggle-engineer' }
  | { readonly kind: 'choose-screens'; readonly mode: ScreensMode }
  | { readonly kind: 'refresh-cameras' }
  | { readonly kind: 'check-updates' }
  | { readonly kind: 'install-update' }
  | { readonly kind: 'dismiss-notices' }
