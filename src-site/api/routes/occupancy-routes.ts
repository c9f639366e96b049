import { MAX_BATCH_EVENTS } from '#contract/platform/limits.ts'
import { type OccupancyEvent, occupancyEventSchema } from '#contract/platform/occupancy.ts'
import { ok } from '#contract/result.ts'
import { siteDefaults } from '../../defaults.ts'
import type { OccupancyPart } from '../../occupancy/occupancy-part.ts'
import type { ApiServer } from '../api-server.ts'
import { batchResults } from '../batch-results.ts'
import { addCall } from '../call-route.ts'

/** Sections 4.1 and 4.2, assumptions 1 to 7, and what is counted: assumption 35. */
export function addOccupancyRoutes(server: ApiServer, occupancy: OccupancyPart): void {
  addCall(server, 'dictionaryEntrances', {
    summary: 'List entrances and exits',
    description: 'cameraIds: the cameras that see it, the best one first.',
    answer: ({ principal }) => ok({ items: [...occupancy.dictionariesOf(principal.orgId).entrances] }),
  })
  addCall(server, 'dictionaryZones', {
    summary: 'List counting zones',
    description: 'capacity: how many people it may hold. cameraIds: the cameras that see it.',
    answer: ({ principal }) => ok({ items: [...occupancy.dictionariesOf(principal.orgId).zones] }),
  })
  addCall(server, 'dictionarySchedules', {
    summary: 'List saved schedules',
    description:
      'Weekly hours, and hours of dates, which replace those of their weekday, on the clock of the schedule’s own ' +
      'timezone. As a reset schedule it resets at every boundary of its hours.',
    answer: ({ principal }) => ok({ items: [...occupancy.dictionariesOf(principal.orgId).schedules] }),
  })
  addCall(server, 'occupancyReport', {
    summary: 'Occupancy flex report',
    description:
      'Average (weighted by time) and maximum occupancy of entrances, exits and counting zones over [start, end) in ' +
      'epoch milliseconds, up to 366 days. An entrance adds one, an exit takes one away, never below zero; a zone ' +
      'adds what it counts. The counter is reset by time (resetInterval, resetTime, and for WEEK resetDay, on the ' +
      'clock of timezone) or by a schedule, to resetToValue or to what the zones of resetZoneIds count. The range ' +
      'begins with what the counter has come to since the last reset before it; it ends now at the latest.',
    maxBodyBytes: siteDefaults.occupancy.maxReportBytes,
    answer: ({ principal, body }) => occupancy.report(principal.orgId, body),
  })
  addCall(server, 'occupancyEvents', {
    summary: 'Insert entrances, exits and counts of zones',
    description:
      `Up to ${MAX_BATCH_EVENTS}: { type: ENTRANCE or EXIT, id of an entrance or exit, count, timestamp } is how many ` +
      'passed at that instant, one when count is left out, { type: COUNT, id of a zone, count, timestamp } how many are ' +
      'in it from then on; timestamp is in epoch milliseconds. Each has a result, in the order of the events; those ' +
      'with success are on the disk. The same event twice is stored once, and a count replaces one of the same ' +
      'millisecond, so a batch can be sent again; twice in one batch, an entrance or exit is refused.',
    maxBodyBytes: siteDefaults.events.maxEventBytes,
    answer: async ({ principal, body }) => {
      const insert = (events: readonly OccupancyEvent[]) => occupancy.insert(principal.orgId, events)
      return ok({ results: await batchResults(occupancyEventSchema, body.events, insert) })
    },
  })
}
