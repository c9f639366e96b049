import { defaultPaths } from '#contract/platform/assumptions.ts'
import { occupancyReportRequest, occupancyReportResponse } from '#contract/platform/occupancy.ts'
import { siteDefaults } from '../../defaults.ts'
import type { OccupancyPart } from '../../occupancy/occupancy-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { refusals, tokenSecurity } from '../openapi.ts'
import { refuse } from '../refusal.ts'

/** Section 4.1, assumptions 1 to 6. */
export function addOccupancyReportRoute(server: ApiServer, occupancy: OccupancyPart): void {
  server.post(
    defaultPaths.occupancyReport,
    {
      bodyLimit: siteDefaults.occupancy.maxReportBytes,
      config: { takesToken: true },
      schema: {
        summary: 'Occupancy flex report',
        description:
          'Average (weighted by time) and maximum occupancy of entrances, exits and counting zones over [start, end) in ' +
          'epoch milliseconds, up to 366 days. An entrance adds one, an exit takes one away, never below zero; a zone ' +
          'adds what it counts. The counter is reset by time (resetInterval, resetTime, and for WEEK resetDay, on the ' +
          'clock of timezone) or by a schedule, to resetToValue or to what the zones of resetZoneIds count. The range ' +
          'begins with what the counter has come to since the last reset before it; it ends now at the latest.',
        security: tokenSecurity,
        querystring: noQuery,
        body: occupancyReportRequest,
        response: {
          200: occupancyReportResponse,
          ...refusals('missing_key', 'organization_not_allowed', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const report = await occupancy.report(holderOf(request).orgId, request.body)
      return report.ok ? reply.send(report.value) : refuse(reply, report.error)
    },
  )
}
