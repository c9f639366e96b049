import { useSyncExternalStore } from 'react'
import type { Zone } from '../timeline/axis/zone.ts'
import { useServices, useSession } from './services.ts'

/** The zone in which times are written; drawn again when another one is chosen. */
export function useZone(): Zone {
  const { zone } = useServices().time
  useSession(({ settings }) => settings.timeZone)
  return zone()
}

/** Today in that zone, in days since 1970; drawn again at midnight. */
export function useToday(): number {
  const { ticker } = useServices().time
  const zone = useZone()
  return useSyncExternalStore(ticker.subscribe, () => zone.dayAt(ticker.nowMs()))
}
