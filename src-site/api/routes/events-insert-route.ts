import { z } from 'zod'
import { defaultPaths, MAX_EVENT_LEAD_IN_MS, MAX_EVENT_TEXT_CHARS } from '#contract/platform/assumptions.ts'
import { idempotencyKeySchema, insertEventRequest, insertEventResponse } from '#contract/platform/events.ts'
import { siteDefaults } from '../../defaults.ts'
import type { EventPart } from '../../events/event-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { sendJson } from '../json-answer.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { refuse } from '../refusal.ts'

const success = new TextEncoder().encode(JSON.stringify({ success: true }))

/** Section 4.7, with assumption 33. */
export function addEventInsertRoute(server: ApiServer, events: EventPart): void {
  server.post(
    defaultPaths.eventInsert,
    {
      bodyLimit: siteDefaults.events.maxEventBytes,
      schema: {
        summary: 'Insert an event',
        description:
          'Success means that it is on the disk. timestamp is in epoch milliseconds, within the retention and at most ' +
          `${MAX_EVENT_LEAD_IN_MS / 3_600_000} hours ahead; a text has at most ${MAX_EVENT_TEXT_CHARS} characters. ` +
          'The same event under the same Idempotency-Key is stored once.',
        security: bearerSecurity,
        querystring: noQuery,
        headers: z.looseObject({ 'idempotency-key': idempotencyKeySchema.optional() }),
        body: insertEventRequest,
        response: {
          200: insertEventResponse,
          ...refusals(
            'other_organization',
            'missing_key',
            'body_too_large',
            'unsupported_media_type',
            'idempotency_key_reused',
            'storage_full',
          ),
        },
      },
    },
    async (request, reply) => {
      const wish = { event: request.body, idempotencyKey: request.headers['idempotency-key'] }
      const [inserted] = await events.insert(holderOf(request).orgId, [wish])
      return inserted?.ok === false ? refuse(reply, inserted.error) : sendJson(reply, success)
    },
  )
}
