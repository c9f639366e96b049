import type { CameraStore } from '../../cameras/camera-store.ts'
import type { MediaServerPort } from '../../live-view/media-server-port.ts'
import { signTicket } from '../../live-view/ticket.ts'
import type { ApiServer } from '../api-server.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { noSuchCamera, refuse } from '../refusal.ts'

const mediaServerDown = 'Live view is not available: the media server is not running.'
/** The wall shows it on its tiles. */
const noMediaServer =
  'This site has no media server: run npm run setup -- --only livekit, and start the site again.'

/** The cameras (assumption 24), and tickets to watch them (section 4.4). */
export function addCameraRoutes(server: ApiServer, cameras: CameraStore, mediaServer: MediaServerPort): void {
  server.route({
    ...callRoute('listCameras', { summary: 'List the cameras of the organization' }),
    handler: (request) => cameras.list(principalOf(request).orgId).then((items) => ({ items })),
  })
  server.route({
    ...callRoute('createTicket', {
      summary: 'Create a live view token',
      description: 'A ticket to start watching one camera. expiresIn is in seconds; at most 180 take effect.',
      refusals: ['unknown_camera', 'media_server_down'],
    }),
    handler: async (request, reply) => {
      const { cameraId, expiresIn } = request.body
      if (!(await cameras.has(principalOf(request).orgId, cameraId))) return refuse(reply, noSuchCamera)
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
  })
}
