import { defaultPaths, MAX_BATCH_EVENTS } from '#contract/platform/assumptions.ts'
import { batchEventSchema, insertBatchRequest, insertBatchResponse } from '#contract/platform/events.ts'
import { siteDefaults } from '../../defaults.ts'
import type { EventPart } from '../../events/event-part.ts'
import type { ApiServer } from '../api-server.ts'
import { batchResults } from '../batch-results.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'

/** Assumption 34. */
export function addEventInsertBatchRoute(server: ApiServer, events: EventPart): void {
  server.post(
    defaultPaths.eventInsertBatch,
    {
      bodyLimit: siteDefaults.events.maxBatchBytes,
      schema: {
        summary: 'Insert several events',
        description:
          `Up to ${MAX_BATCH_EVENTS}, each as in a request of its own, with its idempotencyKey as a member. Each has a result, ` +
          'in the order of the events; those with success are on the disk. For the rate limit a batch is one request.',
        security: bearerSecurity,
        querystring: noQuery,
        body: insertBatchRequest,
        response: {
          200: insertBatchResponse,
          ...refusals('missing_key', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const parsed = request.body.events.map((event) => batchEventSchema.safeParse(event))
      const { orgId } = holderOf(request)
      const results = await batchResults(parsed, (accepted) =>
        events.insert(
          orgId,
          accepted.map(({ idempotencyKey, ...event }) => ({ event, idempotencyKey })),
        ),
      )
      return reply.send({ results })
    },
  )
}
