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
import { fail, ok } from '#contract/result.ts'
import { siteDefaults } from '../../defaults.ts'
import type { EventPart } from '../../events/event-part.ts'
import { shownTag } from '../../events/tags/event-tag.ts'
import type { ApiServer } from '../api-server.ts'
import { batchResults } from '../batch-results.ts'
import { addCall, done } from '../call-route.ts'

const { maxEventBytes, maxBatchBytes } = siteDefaults.events

const idempotencyKey = 'idempotency-key'

/** Section 4.7, with assumptions 20 to 23, 33, 34 and 37. */
export function addEventRoutes(server: ApiServer, events: EventPart): void {
  addCall(server, 'eventTags', {
    summary: 'List the event tags of the organization',
    answer: ({ principal }) => ok({ items: events.tagsOf(principal.orgId).map(shownTag) }),
  })
  addCall(server, 'createEventTag', {
    summary: 'Create an event tag',
    description:
      `At most ${MAX_EVENT_TAGS} an organization, with at most ${MAX_EVENT_FIELDS} fields each. ` +
      'Names are unique without regard to case and accents.',
    refusals: ['invalid_value', 'too_many_event_tags'],
    answer: async ({ principal, body, request }) => {
      const created = await events.createTag(principal.orgId, body)
      if (!created.ok) return created
      request.log.info({ eventTypeId: created.value.id }, 'event tag created')
      return ok(shownTag(created.value))
    },
  })
  addCall(server, 'removeEventTag', {
    summary: 'Remove an event tag',
    description: 'One of which there are events stays: they could not be read without it.',
    refusals: ['unknown_event_tag', 'event_tag_in_use'],
    answer: async ({ principal, id, request }) => {
      const removed = await events.removeTag(principal.orgId, id)
      if (!removed.ok) return removed
      request.log.info({ eventTypeId: id }, 'event tag removed')
      return done
    },
  })
  addCall(server, 'insertEvent', {
    summary: 'Insert an event',
    description:
      'Success means that it is on the disk. timestamp is in epoch milliseconds, within the retention and at most ' +
      `${MAX_EVENT_LEAD_IN_MS / 3_600_000} hours ahead; a text has at most ${MAX_EVENT_TEXT_CHARS} characters. ` +
      'The same event under the same Idempotency-Key is stored once.',
    refusals: ['other_organization', 'idempotency_key_reused', 'storage_full'],
    maxBodyBytes: maxEventBytes,
    headers: z.looseObject({ [idempotencyKey]: idempotencyKeySchema.optional() }),
    answer: async ({ principal, body, request }) => {
      const wish = { event: body, idempotencyKey: request.headers[idempotencyKey]?.toString() }
      const [inserted] = await events.insert(principal.orgId, [wish])
      return inserted?.ok === false ? inserted : done
    },
  })
  addCall(server, 'insertEvents', {
    summary: 'Insert several events',
    description:
      `Up to ${MAX_BATCH_EVENTS}, each as in a request of its own, with its idempotencyKey as a member. Each has a result, ` +
      'in the order of the events; those with success are on the disk. For the rate limit a batch is one request.',
    maxBodyBytes: maxBatchBytes,
    answer: async ({ principal, body }) => {
      const insert = (accepted: readonly z.infer<typeof batchEventSchema>[]) =>
        events.insert(
          principal.orgId,
          accepted.map(({ idempotencyKey, ...event }) => ({ event, idempotencyKey })),
        )
      return ok({ results: await batchResults(batchEventSchema, body.events, insert) })
    },
  })
  addCall(server, 'searchEvents', {
    summary: 'Search events',
    description:
      'By event tag, camera, [start, end) in epoch milliseconds, and conditions on fields, which all have to hold. ' +
      'integer and decimal know eq, ne, lt, lte, gt, gte, between; text knows eq, ne, contains, startsWith, without ' +
      'regard to case and accents; boolean knows is. nextCursor goes on with the same question: events that arrive ' +
      'meanwhile make it neither skip nor repeat any.',
    refusals: ['invalid_cursor'],
    maxBodyBytes: maxEventBytes,
    answer: async ({ principal, body }) => {
      const question = events.resolve(principal.orgId, body)
      return question.ok ? events.search(question.value, body) : question
    },
  })
  addCall(server, 'eventHistogram', {
    summary: 'Count events',
    description:
      'The question of a search, in buckets of bucketMs, the first of which begins at start. ' +
      `At most ${MAX_EVENT_BUCKETS}; those without events are left out.`,
    refusals: ['too_many_buckets'],
    maxBodyBytes: maxEventBytes,
    answer: async ({ principal, body: { bucketMs, ...asked } }) => {
      const question = events.resolve(principal.orgId, asked)
      if (!question.ok) return question
      if ((asked.end - asked.start) / bucketMs > MAX_EVENT_BUCKETS) {
        return fail({
          code: 'too_many_buckets',
          message: `The range has more than ${MAX_EVENT_BUCKETS} buckets of this length.`,
          field: 'bucketMs',
        })
      }
      return ok(await events.histogram(question.value, bucketMs))
    },
  })
  addCall(server, 'removeEvent', {
    summary: 'Remove an event',
    description: 'For good. One that is wrong is removed and inserted anew.',
    refusals: ['unknown_event'],
    answer: async ({ principal, id, request }) => {
      const removed = await events.removeEvent(principal.orgId, id)
      if (!removed.ok) return removed
      request.log.info({ eventId: id }, 'event removed')
      return done
    },
  })
}
