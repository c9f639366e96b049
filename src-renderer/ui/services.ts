import type { WallShell } from '#contract/wall/shell.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { AlarmServices } from '../alarms/open-alarms.ts'
import type { EventServices } from '../events/open-events.ts'
import type { ExportWatch } from '../evidence/export-watch.ts'
import type { KeyboardServices } from '../keyboard/open-keyboard.ts'
import type { OccupancyServices } from '../occupancy/open-occupancy.ts'
import type { Zone } from '../timeline/axis/zone.ts'
import type { PageOptions } from '../wall/area-options.ts'
import type { WallCommand } from '../wall/commands.ts'
import type { TileServices } from '../wall/open-tiles.ts'
import type { PlaybackState } from '../wall/playback-store.ts'
import type { SavedLayouts } from '../wall/saved-layouts.ts'
import type { Salvos } from '../wall/salvos.ts'
import type { SessionState } from '../wall/session-store.ts'
import type { WallState } from '../wall/wall-store.ts'
import type { SecondTicker } from './second-ticker.ts'

/** What components may use. */
export interface Services
  extends Pick<PageOptions, 'clock' | 'platformClock' | 'zone' | 'wall' | 'session'>,
    KeyboardServices,
    TileServices,
    EventServices,
    OccupancyServices,
    Pick<AlarmServices, 'alarms' | 'ruleSearches'> {
  readonly shell: Pick<WallShell, 'call' | 'subscribe'>
  readonly ticker: SecondTicker
  readonly salvos: Salvos
  readonly savedLayouts: SavedLayouts
  readonly exports: ExportWatch
  readonly run: (command: WallCommand) => void
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('rendered outside of ServicesContext')
  return services
}

/** A part of the wall: the component is drawn again only when what the selector returns is another value. */
export function useWall<Value>(selector: (state: WallState) => Value): Value {
  return useStore(useServices().wall, selector)
}

export function useSession<Value>(selector: (state: SessionState) => Value): Value {
  return useStore(useServices().session, selector)
}

export function usePlayback<Value>(selector: (state: PlaybackState) => Value): Value {
  return useStore(useServices().playback, selector)
}

const nobody = () => () => undefined

/** The time, drawn again each second while `isRunning`. */
export function useNowMs(isRunning = true): number {
  const { ticker } = useServices()
  return useSyncExternalStore(isRunning ? ticker.subscribe : nobody, ticker.nowMs)
}

/** The zone in which times are written; drawn again when another one is chosen. */
export function useZone(): Zone {
  const { zone } = useServices()
  useSession(({ settings }) => settings.timeZone)
  return zone()
}

/** Today in that zone by the platform's clock, in days since 1970; drawn again at midnight. */
export function useToday(): number {
  const { ticker, platformClock } = useServices()
  const zone = useZone()
  return useSyncExternalStore(ticker.subscribe, () => zone.dayAt(platformClock.ofComputer(ticker.nowMs())))
}
