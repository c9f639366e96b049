import { defaultPaths } from '#contract/platform/assumptions.ts'
import { entrancesResponse, schedulesResponse, zonesResponse } from '#contract/platform/dictionaries.ts'
import type { OccupancyPart } from '../../occupancy/occupancy-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { refusals, tokenSecurity } from '../openapi.ts'

/** Without them nobody who has a token knows what to ask a report about. */
const config = { takesToken: true }
const shared = { security: tokenSecurity, querystring: noQuery }

/** Section 4.2, assumption 7. */
export function addDictionaryRoutes(server: ApiServer, occupancy: OccupancyPart): void {
  server.get(
    defaultPaths.dictionaryEntrances,
    {
      config,
      schema: {
        ...shared,
        summary: 'List entrances and exits',
        description: 'cameraIds: the cameras that see it, the best one first.',
        response: { 200: entrancesResponse, ...refusals('missing_key', 'organization_not_allowed') },
      },
    },
    (request) => ({ items: [...occupancy.dictionariesOf(holderOf(request).orgId).entrances] }),
  )
  server.get(
    defaultPaths.dictionaryZones,
    {
      config,
      schema: {
        ...shared,
        summary: 'List counting zones',
        description: 'capacity: how many people it may hold. cameraIds: the cameras that see it.',
        response: { 200: zonesResponse, ...refusals('missing_key', 'organization_not_allowed') },
      },
    },
    (request) => ({ items: [...occupancy.dictionariesOf(holderOf(request).orgId).zones] }),
  )
  server.get(
    defaultPaths.dictionarySchedules,
    {
      config,
      schema: {
        ...shared,
        summary: 'List saved schedules',
        description:
          'Weekly hours, and hours of dates, which replace those of their weekday, on the clock of the schedule’s own ' +
          'timezone. As a reset schedule it resets at every boundary of its hours.',
        response: { 200: schedulesResponse, ...refusals('missing_key', 'organization_not_allowed') },
      },
    },
    (request) => ({ items: [...occupancy.dictionariesOf(holderOf(request).orgId).schedules] }),
  )
}
