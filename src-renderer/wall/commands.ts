import type { TileContent, TileReceipt } from '#contract/wall/document.ts'
import type { Language } from '#contract/wall/language.ts'
import type { Layout, LayoutName } from '#contract/wall/layout.ts'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import type { TimelineCommand } from '../timeline/input/timeline-keys.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'
export type DialogName =
  | 'help'
  | 'keymap'
  | 'palette'
  | 'layout'
  | 'grid'
  | 'connection'
  | 'key'
  | 'receipts'
  | 'mark'
  | 'outbox'
  | 'occupancy'
  | 'save-salvo'
  | 'salvos'
  | 'content'
  | 'sequence'
  | 'text'
  | 'export'
  | 'alarms'
  | 'acknowledge'
  | 'alarm-rules'
  | 'sign-on'
  | 'masks'

/** Everything that an operator can make the wall do: keys, the palette and the pointer speak only this. Tiles are indexes from 0. */
export type WallCommand =
  | { readonly kind: 'show-camera'; readonly tile: number; readonly cameraId: string }
  /** The rest of an entry, for the keyboard of another monitor. */
  | { readonly kind: 'enter-on-monitor'; readonly monitor: number; readonly entry: string }
  /** Keys go to that monitor from now on. */
  | { readonly kind: 'focus-monitor'; readonly monitor: number }
  | { readonly kind: 'last-camera'; readonly tile: number }
  /** Gives the keys to the entries of the selected tile's feed. */
  | { readonly kind: 'enter-feed' }
  /** A saved report on its page, with its answer. */
  | { readonly kind: 'open-report'; readonly reportId: string }
  /** The cameras of the selected tile's report, at its maximum. */
  | { readonly kind: 'play-maximum' }
  /** Events over the picture of the selected tile. */
  | { readonly kind: 'toggle-receipts' }
  | { readonly kind: 'set-receipts'; readonly change: Partial<TileReceipt> }
  /** The picture that the selected tile shows now. */
  | { readonly kind: 'mark' }
  /** In the selected tile, without one. */
  | { readonly kind: 'show-content'; readonly content: TileContent; readonly tile?: number }
  /** What the selected tile showed before. */
  | { readonly kind: 'earlier-content' }
  /** The picture in its own size, into a file. */
  | { readonly kind: 'save-snapshot'; readonly which: 'selected' | 'all' }
  /** An end of what is to be exported, where the wall stands in the past. */
  | { readonly kind: 'mark-range'; readonly end: 'start' | 'end' }
  | { readonly kind: 'clear-range' }
  /** Asks for it in the system's window. */
  | { readonly kind: 'choose-evidence-folder' }
  | { readonly kind: 'step-camera'; readonly by: 1 | -1 }
  | { readonly kind: 'select'; readonly tile: number }
  | { readonly kind: 'move-selection'; readonly direction: Direction }
  | { readonly kind: 'cycle-selection'; readonly by: 1 | -1 }
  /** Closer or further away; what lies at this place of the tile stays there. The selected tile's middle without one. */
  | {
      readonly kind: 'zoom-picture'
      readonly factor: number
      readonly tile?: number
      readonly at?: { readonly x: number; readonly y: number }
    }
  /** By parts of the tile: positive to the right and down. */
  | { readonly kind: 'pan-picture'; readonly x: number; readonly y: number; readonly tile?: number }
  | { readonly kind: 'whole-picture' }
  /** Of the selected tile's camera: whole, filling the tile, stretched. */
  | { readonly kind: 'next-picture-fit' }
  /** Plays the sound of the selected tile, or of none. */
  | { readonly kind: 'toggle-sound' }
  | { readonly kind: 'toggle-large' }
  | { readonly kind: 'leave-large' }
  | { readonly kind: 'set-layout'; readonly layout: LayoutName | Layout }
  | { readonly kind: 'recall-salvo'; readonly number: number }
  /** Asks for a name; without a number, the first free one. */
  | { readonly kind: 'save-salvo'; readonly number?: number }
  /** What was there before the last salvo. */
  | { readonly kind: 'leave-salvo' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  /** The last 30 s once more; the selected tile without one. */
  | { readonly kind: 'replay'; readonly tile?: number }
  | { readonly kind: 'go-live'; readonly tile?: number }
  | { readonly kind: 'go-live-all' }
  | { readonly kind: 'play-pause' }
  | { readonly kind: 'step-frame'; readonly by: 1 | -1 }
  /** Slower and backwards, pause, faster. */
  | { readonly kind: 'shuttle'; readonly by: -1 | 0 | 1 }
  | { readonly kind: 'jump'; readonly byMs: number }
  /** All visible tiles to this moment; again: all but the selected one live. */
  | { readonly kind: 'play-together' }
  /** Epoch milliseconds. */
  | { readonly kind: 'go-to'; readonly atMs: number }
  /** To where footage of the selected camera begins again after a gap, forwards or backwards. */
  | { readonly kind: 'jump-gap'; readonly by: 1 | -1 }
  | { readonly kind: 'toggle-timeline' }
  /** The panel beside the wall, and the keys in it. */
  | { readonly kind: 'search-events' }
  /** As if nothing had been searched for. */
  | { readonly kind: 'end-search' }
  /** A search that is kept. */
  | { readonly kind: 'run-search'; readonly text: string }
  /** The next or previous event of the search, or of the cameras that are seen, in the selected tile. */
  | { readonly kind: 'step-event'; readonly by: 1 | -1 }
  /** On the timeline. */
  | { readonly kind: 'toggle-event-tag'; readonly tagId: string }
  | { readonly kind: 'timeline'; readonly command: TimelineCommand }
  /** The oldest of the most urgent. */
  | { readonly kind: 'acknowledge-alarm' }
  | { readonly kind: 'export-alarms'; readonly format: 'csv' | 'ndjson' }
  | { readonly kind: 'verify-alarms' }
  | { readonly kind: 'toggle-alarm-sound' }
  | { readonly kind: 'toggle-dialog'; readonly dialog: DialogName }
  | { readonly kind: 'toggle-full-screen' }
  | { readonly kind: 'leave-full-screen' }
  | { readonly kind: 'toggle-engineer' }
  /** Of the list of this workstation. */
  | { readonly kind: 'use-platform'; readonly platform: string }
  | { readonly kind: 'choose-screens'; readonly mode: ScreensMode }
  /** IANA name; without one that of this machine. */
  | { readonly kind: 'choose-time-zone'; readonly timeZone?: string }
  /** Without one that of this computer. */
  | { readonly kind: 'choose-language'; readonly language?: Language }
  /** More contrast than the system asks for, or as much. */
  | { readonly kind: 'toggle-contrast' }
  | { readonly kind: 'refresh-cameras' }
  | { readonly kind: 'check-updates' }
  | { readonly kind: 'install-update' }
  /** One file for whoever looks for a fault. */
  | { readonly kind: 'save-support-bundle' }
  /** The one with this text, or all; on the other monitors, too. */
  | { readonly kind: 'dismiss-notices'; readonly text?: string }
