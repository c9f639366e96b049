import { defaultPaths } from '#contract/platform/assumptions.ts'
import { createTicketRequest, createTicketResponse } from '#contract/platform/live-view.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import type { MediaServerPort } from '../../live-view/media-server-port.ts'
import { signTicket } from '../../live-view/ticket.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { noSuchCamera, refuse } from '../refusal.ts'

export interface ParticipantsRouteOptions {
  readonly cameras: CameraStore
  readonly mediaServer: MediaServerPort
}

const mediaServerDown = 'Live view is not available: the media server is not running.'
/** The wall shows it on its tiles. */
const noMediaServer =
  'This site has no media server: run npm run setup -- --only livekit, and start the site again.'

/** Section 4.4. */
export function addParticipantsRoute(
  server: ApiServer,
  { cameras, mediaServer }: ParticipantsRouteOptions,
): void {
  server.post(
    defaultPaths.participants,
    {
      schema: {
        summary: 'Create a live view token',
        description:
          'A ticket to start watching one camera. expiresIn is in seconds; at most 180 take effect.',
        security: bearerSecurity,
        querystring: noQuery,
        body: createTicketRequest,
        response: {
          201: createTicketResponse,
          ...refusals(
            'missing_key',
            'unknown_camera',
            'media_server_down',
            'body_too_large',
            'unsupported_media_type',
          ),
        },
      },
    },
    async (request, reply) => {
      const { cameraId, expiresIn } = request.body
      if (!(await cameras.has(holderOf(request).orgId, cameraId))) {
        return refuse(reply, noSuchCamera)
      }
      if (mediaServer.state !== 'up') {
        return refuse(reply, {
          code: 'media_server_down',
          message: mediaServer.state === 'absent' ? noMediaServer : mediaServerDown,
          headers: { 'retry-after': '1' },
        })
      }
      const { token, expiresAtMs } = await signTicket(cameraId, expiresIn, mediaServer.credentials)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({
          token,
          url: mediaServer.liveViewUrl(request.socket.localAddress ?? ''),
          expiresAt: new Date(expiresAtMs).toISOString(),
        })
    },
  )
}
