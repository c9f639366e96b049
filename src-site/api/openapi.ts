import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBodySchema, type PlatformErrorCode, platformErrors } from '#contract/platform/errors.ts'
import { batchEventSchema, insertBatchRequest } from '#contract/platform/events.ts'
import { MAX_BATCH_EVENTS } from '#contract/platform/limits.ts'
import { occupancyEventSchema, occupancyEventsRequest } from '#contract/platform/occupancy.ts'
import { noQuery } from './no-query.ts'
import type { ApiServer } from './api-server.ts'

export const bearerSecurity = [{ apiKey: [] }]
/** Of routes that take a JSON web token, too (assumption 32). */
export const tokenSecurity = [...bearerSecurity, { jwt: [] }]

/** Codes that any request may be refused with. */
const common: readonly PlatformErrorCode[] = ['malformed', 'unknown_member', 'rate_limited', 'internal']

/** The part of a route's `response` that is refusals, one entry a status. */
export function refusals(...codes: PlatformErrorCode[]): Record<number, typeof errorBodySchema> {
  return Object.fromEntries([...common, ...codes].map((code) => [platformErrors[code], errorBodySchema]))
}

/** Of bodies whose events are judged one by one: what each of them has to be. */
const eventOf = new Map<unknown, z.ZodType>([
  [insertBatchRequest, batchEventSchema],
  [occupancyEventsRequest, occupancyEventSchema],
])

/** Has to be there before the first route: it listens to their being added. */
export async function addOpenApi(server: ApiServer): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tessera local site',
        version: '1',
        description: 'The video platform interface on one machine.',
      },
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer' },
          jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        },
      },
    },
    transform(route) {
      const event = 'schema' in route ? eventOf.get(route.schema.body) : undefined
      if (event === undefined) return jsonSchemaTransform(route)
      const body = z.strictObject({ events: z.array(event).min(1).max(MAX_BATCH_EVENTS) })
      return jsonSchemaTransform({ ...route, schema: { ...route.schema, body } })
    },
  })
  server.get(
    '/openapi.json',
    {
      config: { open: true },
      schema: {
        operationId: 'openapi',
        summary: 'This document',
        querystring: noQuery,
        response: { 200: z.looseObject({}), ...refusals() },
      },
    },
    async () => withoutClosedTuples({ ...server.swagger() }),
  )
}

/** `items: false` beside `prefixItems` says no more than `maxItems`; generators of clients fail on it. */
function withoutClosedTuples(document: Record<string, unknown>): Record<string, unknown> {
  return z.looseObject({}).parse(JSON.parse(JSON.stringify(document), withoutClosing))
}

function withoutClosing(name: string, value: unknown): unknown {
  return name === 'items' && value === false ? undefined : value
}
