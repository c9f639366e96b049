import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { StreamSink } from '../../events/stream/event-stream.ts'
import type { EventStreams } from '../../events/stream/event-streams.ts'
import type { ApiServer } from '../api-server.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { refuse, retryAfter } from '../refusal.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Else some proxies gather what is meant to be read at once.
  'x-accel-buffering': 'no',
} as const

/** Assumption 30: server-sent events. */
export function addEventStreamRoute(server: ApiServer, streams: EventStreams): void {
  server.addHook('preClose', async () => streams.dispose())
  const call = callRoute('eventStream', {
    summary: 'Be told of events',
    description:
      'Server-sent events in the order of arrival: data is an event as a search shows it, id its id. ' +
      'With Last-Event-ID it goes on after that event. A comment comes every 15 seconds; a stream ends after an hour, ' +
      'with its key, and when its reader is half a minute behind.',
    refusals: ['too_many_streams'],
  })
  const headers = z.looseObject({
    'last-event-id': z
      .string()
      .regex(/^\d{1,15}$/, 'is the id of no event')
      .transform(Number)
      .optional(),
  })
  server.route({
    ...call,
    exposeHeadRoute: false,
    schema: { ...call.schema, headers },
    handler: async (request, reply) => {
      const { orgId, leftMs, revoked } = principalOf(request)
      const afterId = request.headers['last-event-id'] ?? streams.newestId
      if (afterId > streams.newestId) {
        return refuse(reply, {
          code: 'invalid_value',
          message: 'last-event-id: is the id of no event. Begin again without it.',
          field: 'last-event-id',
        })
      }
      if (streams.isFull(orgId)) {
        return refuse(reply, {
          code: 'too_many_streams',
          message: 'The organization has as many streams as it may have at once. End one first.',
          headers: retryAfter(10_000),
        })
      }
      reply.hijack()
      reply.raw.writeHead(200, streamHeaders)
      const stream = streams.open(orgId, afterId, leftMs, sinkOf(reply.raw))
      const end = () => stream.end()
      revoked.addEventListener('abort', end)
      reply.raw.on('close', () => {
        revoked.removeEventListener('abort', end)
        end()
      })
      // Between the gate and here.
      if (revoked.aborted) end()
      return reply
    },
  })
}

function sinkOf(response: ServerResponse): StreamSink {
  return {
    write: (text) => response.write(text),
    onDrain: (listener) => response.on('drain', listener),
    // A reader that takes nothing would never see a proper end.
    end: () => (response.writableNeedDrain ? response.destroy() : response.end()),
  }
}
