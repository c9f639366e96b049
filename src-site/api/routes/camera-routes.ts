import { fail, ok } from '#contract/result.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import type { MediaServerPort } from '../../live-view/media-server-port.ts'
import { signTicket } from '../../live-view/ticket.ts'
import type { ApiServer } from '../api-server.ts'
import { addCall } from '../call-route.ts'
import { noSuchCamera } from '../refusal.ts'

const mediaServerDown = 'Live view is not available: the media server is not running.'
/** The wall shows it on its tiles. */
const noMediaServer =
  'This site has no media server: run npm run setup -- --only livekit, and start the site again.'

/** The cameras (assumption 24), and tickets to watch them (section 4.4). */
export function addCameraRoutes(server: ApiServer, cameras: CameraStore, mediaServer: MediaServerPort): void {
  addCall(server, 'listCameras', {
    summary: 'List the cameras of the organization',
    answer: async ({ principal }) => ok({ items: await cameras.list(principal.orgId) }),
  })
  addCall(server, 'createTicket', {
    summary: 'Create a live view token',
    description: 'A ticket to start watching one camera. expiresIn is in seconds; at most 180 take effect.',
    refusals: ['unknown_camera', 'media_server_down'],
    answer: async ({ principal, body: { cameraId, expiresIn }, request }) => {
      if (!(await cameras.has(principal.orgId, cameraId))) return fail(noSuchCamera)
      if (mediaServer.state !== 'up') {
        return fail({
          code: 'media_server_down',
          message: mediaServer.state === 'absent' ? noMediaServer : mediaServerDown,
          headers: { 'retry-after': '1' },
        })
      }
      const { token, expiresAtMs } = await signTicket(cameraId, expiresIn, mediaServer.credentials)
      const url = mediaServer.liveViewUrl(request.socket.localAddress ?? '')
      return ok({ token, url, expiresAt: new Date(expiresAtMs).toISOString() })
    },
  })
}
