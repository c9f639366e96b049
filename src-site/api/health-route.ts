import { type HealthResponse, healthResponse } from '#contract/platform/health.ts'
import type { ApiServer } from './api-server.ts'
import { noQuery } from './no-query.ts'
import { refusals } from './openapi.ts'

/** What the site knows about its own parts, right now. */
export interface SiteHealth {
  readonly isDatabaseReadable: boolean
  readonly mediaServer: HealthResponse['mediaServer']
  readonly cameras: HealthResponse['cameras']
}

export function addHealthRoute(server: ApiServer, look: () => Promise<SiteHealth>): void {
  server.get(
    '/healthz',
    {
      config: { open: true },
      schema: {
        operationId: 'health',
        summary: 'How the site is',
        querystring: noQuery,
        response: { ...refusals(), 200: healthResponse, 503: healthResponse },
      },
    },
    async (_request, reply) => {
      const { isDatabaseReadable, mediaServer, cameras } = await look()
      const isWhole = mediaServer === 'up' && cameras.publishing >= cameras.wanted
      const health: HealthResponse = {
        status: !isDatabaseReadable ? 'failing' : isWhole ? 'ok' : 'degraded',
        database: isDatabaseReadable ? 'ok' : 'failing',
        mediaServer,
        cameras,
      }
      return reply.code(isDatabaseReadable ? 200 : 503).send(health)
    },
  )
}
