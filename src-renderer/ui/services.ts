import type { WallShell } from '#contract/wall/shell.ts'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { AlarmServices } from '../alarms/open-alarms.ts'
import type { EventServices } from '../events/open-events.ts'
import type { ExportWatch } from '../evidence/export-watch.ts'
import type { KeyboardServices } from '../keyboard/open-keyboard.ts'
import type { OccupancyServices } from '../occupancy/open-occupancy.ts'
import type { PageOptions } from '../wall/area-options.ts'
import type { WallCommand } from '../wall/commands.ts'
import type { TileServices } from '../wall/open-tiles.ts'
import type { PlaybackState } from '../wall/playback-store.ts'
import type { SavedLayouts } from '../wall/saved-layouts.ts'
import type { Salvos } from '../wall/salvos.ts'
import type { SessionState } from '../wall/session-store.ts'
import type { WallState } from '../wall/wall-store.ts'
import type { SecondTicker } from './second-ticker.ts'

/** What components may use, by area: `const { search } = useServices().events`. */
export interface Services {
  readonly shell: Pick<WallShell, 'call' | 'subscribe'>
  readonly time: Pick<PageOptions, 'clock' | 'platformClock' | 'zone'> & { readonly ticker: SecondTicker }
  readonly wall: Pick<PageOptions, 'wall' | 'session'> & {
    readonly salvos: Salvos
    readonly savedLayouts: SavedLayouts
    readonly run: (command: WallCommand) => void
  }
  readonly keyboard: KeyboardServices
  readonly tiles: TileServices
  readonly events: EventServices
  readonly occupancy: OccupancyServices
  readonly alarms: Pick<AlarmServices, 'alarms' | 'ruleSearches'>
  readonly evidence: { readonly exports: ExportWatch }
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('rendered outside of ServicesContext')
  return services
}

/** A part of the wall: the component is drawn again only when what the selector returns is another value. */
export function useWall<Value>(selector: (state: WallState) => Value): Value {
  return useStore(useServices().wall.wall, selector)
}

export function useSession<Value>(selector: (state: SessionState) => Value): Value {
  return useStore(useServices().wall.session, selector)
}

export function usePlayback<Value>(selector: (state: PlaybackState) => Value): Value {
  return useStore(useServices().tiles.playback, selector)
}
