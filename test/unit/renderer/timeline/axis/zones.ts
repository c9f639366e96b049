import { loadTemporal } from '#renderer/timeline/axis/temporal.ts'
import { Zone } from '#renderer/timeline/axis/zone.ts'

export const temporal = await loadTemporal()

export function zone(name: string): Zone {
  const found = Zone.named(temporal, name)
  if (!found) throw new Error(`no zone ${name}`)
  return found
}

/** Whole hours, half and quarter hours, either side of UTC, changes by an hour, by half of one, at midnight, none. */
export const zoneNames = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'UTC',
] as const

/** Years in which Temporal's rules and the world's agree; Sao Paulo still skipped midnights until 2018. */
export const earliestMs = Date.UTC(2012, 0, 1)
export const latestMs = Date.UTC(2034, 0, 1)
