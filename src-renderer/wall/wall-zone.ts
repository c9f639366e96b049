import { machineZone } from '#contract/time/zone-clock.ts'
import type { TemporalNamespace } from '../timeline/axis/temporal.ts'
import { Zone } from '../timeline/axis/zone.ts'

/**
 * The zone in which this page writes and reads times: the one of the settings, otherwise the machine's. Presentation
 * only. Answers with the same object as long as the zone is the same.
 */
export function zoneReader(temporal: TemporalNamespace, chosen: () => string | undefined): () => Zone {
  let wanted: string | undefined
  let zone = Zone.utc(temporal)
  return () => {
    const name = chosen() ?? machineZone()
    if (name !== wanted) {
      wanted = name
      zone = Zone.named(temporal, name) ?? Zone.named(temporal, machineZone()) ?? Zone.utc(temporal)
    }
    return zone
  }
}
