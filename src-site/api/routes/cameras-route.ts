import { defaultPaths } from '#contract/platform/assumptions.ts'
import { camerasResponse } from '#contract/platform/cameras.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'

/** Assumption 24. */
export function addCamerasRoute(server: ApiServer, cameras: CameraStore): void {
  server.get(
    defaultPaths.cameras,
    {
      schema: {
        summary: 'List the cameras of the organization',
        security: bearerSecurity,
        querystring: noQuery,
        response: { 200: camerasResponse, ...refusals('missing_key') },
      },
    },
    (request) => cameras.list(holderOf(request).orgId).then((items) => ({ items })),
  )
}
