import { defaultPaths } from '#contract/platform/assumptions.ts'
import { localLiveQuery, localLiveResponse } from '#contract/platform/playback.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import type { LocalLive } from '../../playback/live/local-live.ts'
import type { PlaybackPart } from '../../playback/playback-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { noSuchCamera, refuse } from '../refusal.ts'
import { startRefusal } from './playback-start-route.ts'

export interface LocalLiveRouteOptions {
  readonly cameras: CameraStore
  readonly playback: PlaybackPart
  readonly localLive: LocalLive
}

/** Assumption 12. */
export function addLocalLiveRoute(server: ApiServer, options: LocalLiveRouteOptions): void {
  const { cameras, playback, localLive } = options
  server.get(
    defaultPaths.localLive,
    {
      schema: {
        summary: 'Watch a camera live over HLS',
        description: 'The address can be read without a key until 90 seconds pass without a request.',
        security: bearerSecurity,
        querystring: localLiveQuery,
        response: {
          200: localLiveResponse,
          ...refusals('missing_key', 'unknown_camera', 'too_many_sessions', 'camera_silent'),
        },
      },
    },
    async (request, reply) => {
      const { cameraId } = request.query
      const { orgId } = holderOf(request)
      if (!(await cameras.has(orgId, cameraId))) return refuse(reply, noSuchCamera)
      const started = await localLive.start(orgId, cameraId)
      if (!started.ok) {
        const { error } = started
        if (error.code !== 'camera_silent') return refuse(reply, startRefusal(error))
        return refuse(reply, {
          code: error.code,
          message: 'The camera sends no picture at the moment.',
          headers: { 'retry-after': '2' },
        })
      }
      const { localAddress, localPort } = request.socket
      const host = playback.hostFor(`http://${localAddress}:${localPort}`)
      const url = `${host}${localLive.pathOf(started.value)}`
      return reply.header('cache-control', 'no-store').send({ cameraId, url })
    },
  )
}
