import { defaultPaths, MAX_PLAYBACK_RANGE_IN_MS } from '#contract/platform/assumptions.ts'
import { startPlaybackQuery, startPlaybackResponse } from '#contract/platform/playback.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import type { PlaybackPart } from '../../playback/playback-part.ts'
import type { StartFailure } from '../../playback/sessions/session-registry.ts'
import type { ApiServer } from '../api-server.ts'
import { holderOf } from '../holder.ts'
import { bearerSecurity, refusals } from '../openapi.ts'
import { noSuchCamera, type Refusal, refuse, retryAfter } from '../refusal.ts'

export interface PlaybackRouteOptions {
  readonly cameras: CameraStore
  readonly playback: PlaybackPart
}

/** Section 4.6, with the answers of assumptions 13 to 19. */
export function addPlaybackStartRoute(server: ApiServer, { cameras, playback }: PlaybackRouteOptions): void {
  server.get(
    defaultPaths.playbackStart,
    {
      schema: {
        summary: 'Start playback of a camera',
        description:
          `start and end: epoch milliseconds or ISO 8601, at most ${MAX_PLAYBACK_RANGE_IN_MS / 1_000} seconds apart. ` +
          'The manifest and what it names can be read without a key until 90 seconds pass without a request.',
        security: bearerSecurity,
        querystring: startPlaybackQuery,
        response: {
          200: startPlaybackResponse,
          ...refusals('missing_key', 'unknown_camera', 'no_recording', 'too_many_sessions'),
        },
      },
    },
    async (request, reply) => {
      const { cameraId, start: startMs, end: endMs, smartStorage = false, sessionId } = request.query
      const { orgId } = holderOf(request)
      if (!(await cameras.has(orgId, cameraId))) return refuse(reply, noSuchCamera)
      const range = { startMs, endMs }
      const allowed = playback.checkRange(range)
      if (!allowed.ok) return refuse(reply, allowed.error)
      if (!(await playback.hasFootage(cameraId, range))) {
        return refuse(reply, {
          code: 'no_recording',
          message: 'Nothing was recorded by this camera within the range.',
        })
      }
      const started = playback.start({ orgId, cameraId, sessionId, range, isReduced: smartStorage })
      if (!started.ok) return refuse(reply, startRefusal(started.error))
      const { localAddress, localPort } = request.socket
      const host = playback.hostFor(`http://${localAddress}:${localPort}`)
      return reply.header('cache-control', 'no-store').send({
        cameraId,
        sessionId: started.value.id,
        url: `${host}/session/${started.value.id}/camera/${encodeURIComponent(cameraId)}/manifest.m3u8`,
        currentSessions: playback.currentSessions(orgId),
      })
    },
  )
}

export function startRefusal(failure: StartFailure): Refusal {
  if (failure.code === 'session_of_other_camera') {
    const message = 'This session belongs to another camera. Leave sessionId out to begin a new one.'
    return { code: failure.code, message, field: 'sessionId' }
  }
  return {
    code: failure.code,
    message: 'The organization has as many sessions as it may have at once. Stop one first.',
    headers: retryAfter(failure.retryInMs),
  }
}
