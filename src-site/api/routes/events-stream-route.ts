import { addAbortListener } from 'node:events'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { fail } from '#contract/result.ts'
import type { StreamSink } from '../../events/stream/event-stream.ts'
import type { EventStreams } from '../../events/stream/event-streams.ts'
import type { ApiServer } from '../api-server.ts'
import { addCall } from '../call-route.ts'
import { retryAfter } from '../refusal.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Else some proxies gather what is meant to be read at once.
  'x-accel-buffering': 'no',
} as const

const lastEventId = 'last-event-id'
const noEvent = 'is the id of no event'

/** Assumption 30: server-sent events. */
export function addEventStreamRoute(server: ApiServer, streams: EventStreams): void {
  server.addHook('preClose', async () => streams.dispose())
  addCall(server, 'eventStream', {
    summary: 'Be told of events',
    description:
      'Server-sent events in the order of arrival: data is an event as a search shows it, id its id. ' +
      'With Last-Event-ID it goes on after that event. A comment comes every 15 seconds; a stream ends after an hour, ' +
      'with its key, and when its reader is half a minute behind.',
    refusals: ['too_many_streams'],
    headers: z.looseObject({
      [lastEventId]: z
        .string()
        .regex(/^\d{1,15}$/, noEvent)
        .optional(),
    }),
    answer: ({ principal: { orgId, leftMs, revoked }, request, response }) => {
      const afterId = Number(request.headers[lastEventId] ?? streams.newestId)
      if (afterId > streams.newestId) {
        const message = `${lastEventId}: ${noEvent}. Begin again without it.`
        return fail({ code: 'invalid_value', message, field: lastEventId })
      }
      if (streams.isFull(orgId)) {
        return fail({
          code: 'too_many_streams',
          message: 'The organization has as many streams as it may have at once. End one first.',
          headers: retryAfter(10_000),
        })
      }
      response.writeHead(200, streamHeaders)
      const stream = streams.open(orgId, afterId, leftMs, sinkOf(response))
      const revocation = addAbortListener(revoked, () => stream.end())
      response.on('close', () => {
        revocation[Symbol.dispose]()
        stream.end()
      })
      return undefined
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
