import { defaultPaths, MAX_EVENT_FIELDS, MAX_EVENT_TAGS } from '#contract/platform/assumptions.ts'
import { createEventTagRequest, eventTagSchema, eventTagsResponse } from '#contract/platform/events.ts'
import type { EventPart } from '../../events/event-part.ts'
import { shownTag } from '../../events/tags/event-tag.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { refuse } from '../refusal.ts'

/** Assumption 23. */
export function addEventTagsRoutes(server: ApiServer, events: EventPart): void {
  server.get(
    defaultPaths.eventTags,
    {
      schema: {
        summary: 'List the event tags of the organization',
        security: bearerSecurity,
        querystring: noQuery,
        response: { 200: eventTagsResponse, ...refusals('missing_key') },
      },
    },
    (request) => ({ items: events.tagsOf(holderOf(request).orgId).map(shownTag) }),
  )
  server.post(
    defaultPaths.eventTags,
    {
      schema: {
        summary: 'Create an event tag',
        description:
          `At most ${MAX_EVENT_TAGS} an organization, with at most ${MAX_EVENT_FIELDS} fields each. ` +
          'Names are unique without regard to case and accents.',
        security: bearerSecurity,
        querystring: noQuery,
        body: createEventTagRequest,
        response: {
          201: eventTagSchema,
          ...refusals(
            'invalid_value',
            'missing_key',
            'too_many_event_tags',
            'body_too_large',
            'unsupported_media_type',
          ),
        },
      },
    },
    async (request, reply) => {
      const created = await events.createTag(holderOf(request).orgId, request.body)
      if (!created.ok) return refuse(reply, created.error)
      request.log.info({ eventTypeId: created.value.id }, 'event tag created')
      return reply.code(201).send(shownTag(created.value))
    },
  )
}
