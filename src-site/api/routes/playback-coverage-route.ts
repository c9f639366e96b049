import { defaultPaths } from '#contract/platform/assumptions.ts'
import { coverageQuery, coverageResponse } from '#contract/platform/playback.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { noSuchCamera, refuse } from '../refusal.ts'
import type { PlaybackRouteOptions } from './playback-start-route.ts'

/** Assumption 25. */
export function addPlaybackCoverageRoute(
  server: ApiServer,
  { cameras, playback }: PlaybackRouteOptions,
): void {
  server.get(
    defaultPaths.playbackCoverage,
    {
      schema: {
        summary: 'What is recorded',
        description: 'start and end: epoch milliseconds or ISO 8601, any length.',
        security: bearerSecurity,
        querystring: coverageQuery,
        response: { 200: coverageResponse, ...refusals('missing_key', 'unknown_camera') },
      },
    },
    async (request, reply) => {
      const { cameraId, start: startMs, end: endMs } = request.query
      if (!(await cameras.has(holderOf(request).orgId, cameraId))) return refuse(reply, noSuchCamera)
      if (startMs >= endMs) {
        return refuse(reply, {
          code: 'range_invalid',
          message: 'The range has to end after it begins.',
          field: 'end',
        })
      }
      const ranges = await playback.coverage(cameraId, { startMs, endMs })
      return reply
        .header('cache-control', 'no-store')
        .send({ ranges: ranges.map((range): [number, number] => [range.startMs, range.endMs]) })
    },
  )
}
