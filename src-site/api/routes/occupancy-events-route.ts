import { defaultPaths, MAX_BATCH_EVENTS } from '#contract/platform/assumptions.ts'
import { insertBatchResponse } from '#contract/platform/events.ts'
import { occupancyEventSchema, occupancyEventsRequest } from '#contract/platform/occupancy.ts'
import { siteDefaults } from '../../defaults.ts'
import type { OccupancyPart } from '../../occupancy/occupancy-part.ts'
import type { ApiServer } from '../api-server.ts'
import { batchResults } from '../batch-results.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'

/** Assumption 35. */
export function addOccupancyEventsRoute(server: ApiServer, occupancy: OccupancyPart): void {
  server.post(
    defaultPaths.occupancyEvents,
    {
      bodyLimit: siteDefaults.events.maxEventBytes,
      schema: {
        summary: 'Insert entrances, exits and counts of zones',
        description:
          `Up to ${MAX_BATCH_EVENTS}: { type: ENTRANCE or EXIT, id of an entrance or exit, timestamp } is one person, ` +
          '{ type: COUNT, id of a zone, count, timestamp } how many are in it from then on; timestamp is in epoch ' +
          'milliseconds. Each has a result, in the order of the events; those with success are on the disk. The same ' +
          'event twice is stored once, and a count replaces one of the same millisecond, so a batch can be sent again.',
        security: bearerSecurity,
        querystring: noQuery,
        body: occupancyEventsRequest,
        response: {
          200: insertBatchResponse,
          ...refusals('missing_key', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const parsed = request.body.events.map((event) => occupancyEventSchema.safeParse(event))
      const { orgId } = holderOf(request)
      return reply.send({ results: await batchResults(parsed, (events) => occupancy.insert(orgId, events)) })
    },
  )
}
