import { defaultPaths } from '#contract/platform/assumptions.ts'
import { searchEventsRequest, searchEventsResponse } from '#contract/platform/events.ts'
import { siteDefaults } from '../../defaults.ts'
import type { EventPart } from '../../events/event-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { sendJson } from '../json-answer.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { refuse } from '../refusal.ts'

/** Assumptions 20 and 21. */
export function addEventSearchRoute(server: ApiServer, events: EventPart): void {
  server.post(
    defaultPaths.eventSearch,
    {
      bodyLimit: siteDefaults.events.maxEventBytes,
      schema: {
        summary: 'Search events',
        description:
          'By event tag, camera, [start, end) in epoch milliseconds, and conditions on fields, which all have to hold. ' +
          'integer and decimal know eq, ne, lt, lte, gt, gte, between; text knows eq, ne, contains, startsWith, without ' +
          'regard to case and accents; boolean knows is. nextCursor goes on with the same question: events that arrive ' +
          'meanwhile make it neither skip nor repeat any.',
        security: bearerSecurity,
        querystring: noQuery,
        body: searchEventsRequest,
        response: {
          200: searchEventsResponse,
          ...refusals('invalid_cursor', 'missing_key', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const { order, limit, cursor, ...asked } = request.body
      const question = events.resolve(holderOf(request).orgId, asked)
      if (!question.ok) return refuse(reply, question.error)
      const found = await events.search(question.value, { order, limit, cursor })
      return found.ok ? sendJson(reply, found.value) : refuse(reply, found.error)
    },
  )
}
