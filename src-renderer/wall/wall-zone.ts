import type { TemporalNamespace } from '../timeline/axis/temporal.ts'
import { Zone } from '../timeline/axis/zone.ts'

/** IANA name of this machine's zone. */
export const machineTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The zone in which this page writes and reads times: the one of the settings, otherwise the machine's. Presentation
 * only. Answers with the same object as long as the zone is the same.
 */
export function zoneReader(temporal: TemporalNamespace, chosen: () => string | undefined): () => Zone {
  let wanted: string | undefined
  let zone = Zone.utc(temporal)
  return () => {
    const name = chosen() ?? machineTimeZone()
    if (name !== wanted) {
      wanted = name
      zone = Zone.named(temporal, name) ?? Zone.named(temporal, machineTimeZone()) ?? Zone.utc(temporal)
    }
    return zone
  }
}
