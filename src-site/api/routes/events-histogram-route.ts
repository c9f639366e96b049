import { defaultPaths, MAX_EVENT_BUCKETS } from '#contract/platform/assumptions.ts'
import { eventHistogramRequest, eventHistogramResponse } from '#contract/platform/events.ts'
import { siteDefaults } from '../../defaults.ts'
import type { EventPart } from '../../events/event-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { sendJson } from '../json-answer.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { refuse } from '../refusal.ts'

/** Assumption 22. */
export function addEventHistogramRoute(server: ApiServer, events: EventPart): void {
  server.post(
    defaultPaths.eventHistogram,
    {
      bodyLimit: siteDefaults.events.maxEventBytes,
      schema: {
        summary: 'Count events',
        description:
          'The question of a search, in buckets of bucketMs, the first of which begins at start. ' +
          `At most ${MAX_EVENT_BUCKETS}; those without events are left out.`,
        security: bearerSecurity,
        querystring: noQuery,
        body: eventHistogramRequest,
        response: {
          200: eventHistogramResponse,
          ...refusals('too_many_buckets', 'missing_key', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const { bucketMs, ...asked } = request.body
      const question = events.resolve(holderOf(request).orgId, asked)
      if (!question.ok) return refuse(reply, question.error)
      if ((asked.end - asked.start) / bucketMs > MAX_EVENT_BUCKETS) {
        return refuse(reply, {
          code: 'too_many_buckets',
          message: `The range has more than ${MAX_EVENT_BUCKETS} buckets of this length.`,
          field: 'bucketMs',
        })
      }
      return sendJson(reply, await events.histogram(question.value, bucketMs))
    },
  )
}
