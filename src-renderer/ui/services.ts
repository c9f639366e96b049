import type { WallShell } from '#contract/wall/shell.ts'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { AlarmController } from '../alarms/alarm-controller.ts'
import type { RuleSearches } from '../alarms/rule-searches.ts'
import type { Clock } from '../clock.ts'
import type { EventController } from '../events/event-controller.ts'
import type { ExportWatch } from '../evidence/export-watch.ts'
import type { FeedController } from '../events/feed/feed-controller.ts'
import type { MarkController } from '../events/mark/mark-controller.ts'
import type { OutboxWatch } from '../events/mark/outbox-watch.ts'
import type { ReceiptController } from '../events/receipts/receipt-controller.ts'
import type { ShownTagsStore } from '../events/marks/shown-tags.ts'
import type { EventSteps } from '../events/search/event-steps.ts'
import type { SavedSearches } from '../events/search/saved-searches.ts'
import type { SearchController } from '../events/search/search-controller.ts'
import type { SearchExport } from '../events/search/search-export.ts'
import type { KeyboardContext } from '../keyboard/context.ts'
import type { Keymap } from '../keyboard/keymap.ts'
import type { KeyboardStore } from '../keyboard/keyboard-store.ts'
import type { LiveWallPort } from '../live/live-wall-port.ts'
import type { OccupancyController } from '../occupancy/occupancy-controller.ts'
import type { ReportController } from '../occupancy/report/report-controller.ts'
import type { SavedReports } from '../occupancy/report/saved-reports.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { WallCommand } from '../wall/commands.ts'
import type { MaskedThumbnails } from '../wall/masked-thumbnails.ts'
import type { PlaybackState, PlaybackStore } from '../wall/playback-store.ts'
import type { SavedLayouts } from '../wall/saved-layouts.ts'
import type { Salvos } from '../wall/salvos.ts'
import type { SessionState, SessionStore } from '../wall/session-store.ts'
import type { TileSound } from '../wall/tile-sound.ts'
import type { TileSizes } from '../wall/tile-sizes.ts'
import type { WallPlayback } from '../wall/wall-playback.ts'
import type { WallState, WallStore } from '../wall/wall-store.ts'
import type { SecondTicker } from './second-ticker.ts'

/** What components may use; made once in `main.tsx`. */
export interface Services {
  readonly shell: Pick<WallShell, 'call' | 'subscribe'>
  readonly wall: WallStore
  readonly session: SessionStore
  readonly playback: PlaybackStore
  readonly keyboard: KeyboardStore
  readonly keymap: () => Keymap
  readonly context: () => KeyboardContext
  readonly live: LiveWallPort
  readonly wallPlayback: WallPlayback
  readonly sound: Pick<TileSound, 'store' | 'level'>
  readonly thumbnails: MaskedThumbnails
  readonly events: EventController
  readonly receipts: ReceiptController
  readonly feeds: FeedController
  readonly occupancy: OccupancyController
  readonly salvos: Salvos
  readonly savedLayouts: SavedLayouts
  readonly marks: MarkController
  readonly alarms: AlarmController
  readonly ruleSearches: RuleSearches
  readonly outbox: OutboxWatch
  readonly exports: ExportWatch
  readonly search: SearchController
  readonly savedSearches: SavedSearches
  readonly searchExport: SearchExport
  readonly eventSteps: EventSteps
  readonly report: ReportController
  readonly savedReports: SavedReports
  readonly shownTags: ShownTagsStore
  readonly sizes: Pick<TileSizes, 'watch'>
  readonly clock: Clock
  /** For instants of pictures and events. */
  readonly platformClock: Clock
  /** In which times are written. */
  readonly zone: () => Zone
  readonly ticker: SecondTicker
  readonly run: (command: WallCommand) => void
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('rendered outside of ServicesContext')
  return services
}

/** A narrow look at the wall: the component is drawn again only when what the selector returns is another value. */
export function useWall<Value>(selector: (state: WallState) => Value): Value {
  return useStore(useServices().wall, selector)
}

export function useSession<Value>(selector: (state: SessionState) => Value): Value {
  return useStore(useServices().session, selector)
}

export function usePlayback<Value>(selector: (state: PlaybackState) => Value): Value {
  return useStore(useServices().playback, selector)
}
