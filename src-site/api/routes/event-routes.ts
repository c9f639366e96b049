import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { batchEventSchema, idempotencyKeySchema } from '#contract/platform/events.ts'
import {
  MAX_BATCH_EVENTS,
  MAX_EVENT_BUCKETS,
  MAX_EVENT_FIELDS,
  MAX_EVENT_LEAD_IN_MS,
  MAX_EVENT_TAGS,
  MAX_EVENT_TEXT_CHARS,
} from '#contract/platform/limits.ts'
import { siteDefaults } from '../../defaults.ts'
import type { EventPart } from '../../events/event-part.ts'
import { shownTag } from '../../events/tags/event-tag.ts'
import type { ApiServer } from '../api-server.ts'
import { batchResults } from '../batch-results.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { refuse } from '../refusal.ts'

const { maxEventBytes, maxBatchBytes } = siteDefaults.events

/** Event tags: assumption 23. */
export function addEventTagRoutes(server: ApiServer, events: EventPart): void {
  server.route({
    ...callRoute('eventTags', { summary: 'List the event tags of the organization' }),
    handler: (request) => ({ items: events.tagsOf(principalOf(request).orgId).map(shownTag) }),
  })
  server.route({
    ...callRoute('createEventTag', {
      summary: 'Create an event tag',
      description:
        `At most ${MAX_EVENT_TAGS} an organization, with at most ${MAX_EVENT_FIELDS} fields each. ` +
        'Names are unique without regard to case and accents.',
      refusals: ['invalid_value', 'too_many_event_tags'],
    }),
    handler: async (request, reply) => {
      const created = await events.createTag(principalOf(request).orgId, request.body)
      if (!created.ok) return refuse(reply, created.error)
      request.log.info({ eventTypeId: created.value.id }, 'event tag created')
      return reply.code(201).send(shownTag(created.value))
    },
  })
  server.route({
    ...callRoute('removeEventTag', {
      summary: 'Remove an event tag',
      description: 'One of which there are events stays: they could not be read without it.',
      refusals: ['unknown_event_tag', 'event_tag_in_use'],
    }),
    handler: async (request, reply) => {
      const { id } = request.params
      const removed = await events.removeTag(principalOf(request).orgId, id)
      if (!removed.ok) return refuse(reply, removed.error)
      request.log.info({ eventTypeId: id }, 'event tag removed')
      return reply.send({ success: true })
    },
  })
}

const success = new TextEncoder().encode(JSON.stringify({ success: true }))

/** Section 4.7, with assumptions 33 and 34. */
export function addEventInsertRoutes(server: ApiServer, events: EventPart): void {
  const insert = callRoute('insertEvent', {
    summary: 'Insert an event',
    description:
      'Success means that it is on the disk. timestamp is in epoch milliseconds, within the retention and at most ' +
      `${MAX_EVENT_LEAD_IN_MS / 3_600_000} hours ahead; a text has at most ${MAX_EVENT_TEXT_CHARS} characters. ` +
      'The same event under the same Idempotency-Key is stored once.',
    refusals: ['other_organization', 'idempotency_key_reused', 'storage_full'],
    maxBodyBytes: maxEventBytes,
  })
  const headers = z.looseObject({ 'idempotency-key': idempotencyKeySchema.optional() })
  server.route({
    ...insert,
    schema: { ...insert.schema, headers },
    handler: async (request, reply) => {
      const wish = { event: request.body, idempotencyKey: request.headers['idempotency-key'] }
      const [inserted] = await events.insert(principalOf(request).orgId, [wish])
      return inserted?.ok === false ? refuse(reply, inserted.error) : sendJson(reply, success)
    },
  })
  server.route({
    ...callRoute('insertEvents', {
      summary: 'Insert several events',
      description:
        `Up to ${MAX_BATCH_EVENTS}, each as in a request of its own, with its idempotencyKey as a member. Each has a result, ` +
        'in the order of the events; those with success are on the disk. For the rate limit a batch is one request.',
      maxBodyBytes: maxBatchBytes,
    }),
    handler: async (request, reply) => {
      const parsed = request.body.events.map((event) => batchEventSchema.safeParse(event))
      const { orgId } = principalOf(request)
      const results = await batchResults(parsed, (accepted) =>
        events.insert(
          orgId,
          accepted.map(({ idempotencyKey, ...event }) => ({ event, idempotencyKey })),
        ),
      )
      return reply.send({ results })
    },
  })
}

/** Assumptions 20 to 22, and 37. */
export function addEventSearchRoutes(server: ApiServer, events: EventPart): void {
  server.route({
    ...callRoute('searchEvents', {
      summary: 'Search events',
      description:
        'By event tag, camera, [start, end) in epoch milliseconds, and conditions on fields, which all have to hold. ' +
        'integer and decimal know eq, ne, lt, lte, gt, gte, between; text knows eq, ne, contains, startsWith, without ' +
        'regard to case and accents; boolean knows is. nextCursor goes on with the same question: events that arrive ' +
        'meanwhile make it neither skip nor repeat any.',
      refusals: ['invalid_cursor'],
      maxBodyBytes: maxEventBytes,
    }),
    handler: async (request, reply) => {
      const question = events.resolve(principalOf(request).orgId, request.body)
      if (!question.ok) return refuse(reply, question.error)
      const found = await events.search(question.value, request.body)
      return found.ok ? sendJson(reply, found.value) : refuse(reply, found.error)
    },
  })
  server.route({
    ...callRoute('eventHistogram', {
      summary: 'Count events',
      description:
        'The question of a search, in buckets of bucketMs, the first of which begins at start. ' +
        `At most ${MAX_EVENT_BUCKETS}; those without events are left out.`,
      refusals: ['too_many_buckets'],
      maxBodyBytes: maxEventBytes,
    }),
    handler: async (request, reply) => {
      const { bucketMs, ...asked } = request.body
      const question = events.resolve(principalOf(request).orgId, asked)
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
  })
  server.route({
    ...callRoute('removeEvent', {
      summary: 'Remove an event',
      description: 'For good. One that is wrong is removed and inserted anew.',
      refusals: ['unknown_event'],
    }),
    handler: async (request, reply) => {
      const { id } = request.params
      const removed = await events.removeEvent(principalOf(request).orgId, id)
      if (!removed.ok) return refuse(reply, removed.error)
      request.log.info({ eventId: id }, 'event removed')
      return reply.send({ success: true })
    },
  })
}

/** An answer that is JSON already. */
function sendJson(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(bytes)
}
