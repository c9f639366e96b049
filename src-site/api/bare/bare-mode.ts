import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseJson } from '#contract/json.ts'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { errorBodySchema } from '#contract/platform/errors.ts'
import { createTicketResponse } from '#contract/platform/live-view.ts'
import { occupancyReportResponse } from '#contract/platform/occupancy.ts'
import type { ApiKeyStore } from '../../accounts/api-key-store.ts'
import type { ApiServer } from '../api-server.ts'
import { bearerOf } from '../bearer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Asked of the bare platform. */
    isBare: boolean
  }
}

/**
 * The site as a platform that has nothing but what the document describes: all else is not there, answers are short and
 * spelt otherwise, refusals are a line of text. Has to be added before anything that looks at a request. The
 * demonstration's own machines, which stand for what fills a real platform, still find the whole interface.
 * `status`: what it says of all else.
 */
export function addBareMode(server: ApiServer, keys: Pick<ApiKeyStore, 'isLent'>, status: number): void {
  server.decorateRequest('isBare', false)
  server.addHook('onRequest', async (request, reply) => {
    request.isBare = !keys.isLent(bearerOf(request.headers.authorization) ?? '')
    if (!request.isBare) return undefined
    // Idempotency is an extension of ours (assumption 33): here an event that is sent twice is stored twice.
    delete request.headers['idempotency-key']
    if (isMedia(request) || bareAnswers.has(routeOf(request))) return undefined
    return reply.code(status).type('text/plain; charset=utf-8').send(STATUS_CODES[status])
  })
  server.addHook('onSend', async (request, reply, payload) => {
    if (!request.isBare) return payload
    if (reply.statusCode >= 400) return asText(reply, payload)
    const rewrite = bareAnswers.get(routeOf(request))
    if (!rewrite) return payload
    reply.code(200)
    return JSON.stringify(rewrite(jsonOf(payload)))
  })
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`
}

/** `{playback_host}` and what its manifests name. */
function isMedia({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/session/') ?? false
}

function asText(reply: FastifyReply, payload: unknown): unknown {
  const { data: refusal } = errorBodySchema.safeParse(jsonOf(payload))
  if (!refusal) return payload
  reply.type('text/plain; charset=utf-8')
  return refusal.error.message
}

/** Undefined: no JSON. */
function jsonOf(payload: unknown): unknown {
  const text = payload instanceof Uint8Array ? new TextDecoder().decode(payload) : payload
  return typeof text === 'string' ? parseJson(text) : undefined
}

/** Of an answer of ours, what a platform makes of it that shares nothing with us but the document. */
type BareAnswer = (answer: unknown) => unknown

const dictionary = rewritten(z.object({ items: z.array(z.object({ id: z.string() })) }), ({ items }) =>
  items.map(({ id }) => ({ _id: id })),
)
const asDocumented: BareAnswer = (answer) => answer

/**
 * What section 4 of the document has, by method and route. Where it shows an answer, that one; where it does not, as
 * little as will do, in spellings that the wall has to read (assumptions 6, 7, 9, 11) and that are not ours.
 */
const bareAnswers: ReadonlyMap<string, BareAnswer> = new Map([
  [`POST ${defaultPaths.occupancyReport}`, rewritten(occupancyReportResponse, bareReport)],
  [`GET ${defaultPaths.dictionaryEntrances}`, dictionary],
  [`GET ${defaultPaths.dictionaryZones}`, dictionary],
  [`GET ${defaultPaths.dictionarySchedules}`, dictionary],
  [`POST ${defaultPaths.apiKey}`, rewritten(createApiKeyResponse, ({ key }) => ({ apiKey: key }))],
  [
    `POST ${defaultPaths.participants}`,
    rewritten(createTicketResponse, ({ token }) => ({ data: { accessToken: token } })),
  ],
  [`GET ${defaultPaths.playbackStart}`, asDocumented],
  [`POST ${defaultPaths.eventInsert}`, asDocumented],
])

function bareReport({ average, maximum }: z.infer<typeof occupancyReportResponse>) {
  return { data: { avg: average, max: maximum } }
}

function rewritten<Answer>(schema: z.ZodType<Answer>, write: (answer: Answer) => unknown): BareAnswer {
  return (answer) => write(schema.parse(answer))
}
