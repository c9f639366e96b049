import { defaultPaths } from '#contract/platform/assumptions.ts'
import { stopPlaybackRequest, stopPlaybackResponse } from '#contract/platform/playback.ts'
import type { PlaybackPart } from '../../playback/playback-part.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { noQuery } from '../no-query.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { refuse } from '../refusal.ts'

/** Assumption 16. */
export function addPlaybackStopRoute(server: ApiServer, playback: PlaybackPart): void {
  server.post(
    defaultPaths.playbackStop,
    {
      schema: {
        summary: 'Stop a playback session',
        security: bearerSecurity,
        querystring: noQuery,
        body: stopPlaybackRequest,
        response: {
          200: stopPlaybackResponse,
          ...refusals('missing_key', 'unknown_session', 'body_too_large', 'unsupported_media_type'),
        },
      },
    },
    async (request, reply) => {
      const { sessionId, cameraId } = request.body
      if (!playback.stop(holderOf(request).orgId, sessionId, cameraId)) {
        return refuse(reply, {
          code: 'unknown_session',
          message: 'The organization has no such session of this camera, or it has ended.',
          field: 'sessionId',
        })
      }
      return reply.send({ success: true })
    },
  )
}
