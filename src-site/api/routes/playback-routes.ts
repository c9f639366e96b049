import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { MAX_PLAYBACK_RANGE_IN_MS } from '#contract/platform/limits.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import { Semaphore } from '../../semaphore.ts'
import type { LocalLive } from '../../playback/live/local-live.ts'
import type { PlaybackPart } from '../../playback/playback-part.ts'
import { urlHost } from '../../url-host.ts'
import type { ApiServer } from '../api-server.ts'
import { callRoute, principalOf } from '../call-route.ts'
import { noSuchCamera, refuse } from '../refusal.ts'

/** Section 4.6, with the answers of assumptions 12 to 19 and 25. */
export function addPlaybackRoutes(
  server: ApiServer,
  cameras: CameraStore,
  playback: PlaybackPart,
  localLive: LocalLive,
): void {
  const hostFor = ({ socket: { localAddress, localPort } }: FastifyRequest) =>
    playback.hostFor(`http://${urlHost(localAddress ?? '')}:${localPort}`)
  /** That of a month takes SQLite a second or two, in which nobody is answered: others come between two of them. */
  const coverages = new Semaphore(1)

  server.route({
    ...callRoute('startPlayback', {
      summary: 'Start playback of a camera',
      description:
        `start and end: epoch milliseconds or ISO 8601, at most ${MAX_PLAYBACK_RANGE_IN_MS / 1_000} seconds apart. ` +
        'The manifest and what it names can be read without a key until 90 seconds pass without a request.',
      refusals: ['unknown_camera', 'no_recording', 'too_many_sessions'],
    }),
    handler: async (request, reply) => {
      const { cameraId, start: startMs, end: endMs, smartStorage = false, sessionId } = request.query
      const { orgId } = principalOf(request)
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
      // Whoever has gone would never end its session, and it counts until 90 seconds have passed.
      if (request.raw.socket.destroyed) return reply.hijack()
      const started = playback.start({ orgId, cameraId, sessionId, range, isReduced: smartStorage })
      if (!started.ok) return refuse(reply, started.error)
      const { id } = started.value
      return reply.header('cache-control', 'no-store').send({
        cameraId,
        sessionId: id,
        url: `${hostFor(request)}/session/${id}/camera/${encodeURIComponent(cameraId)}/manifest.m3u8`,
        currentSessions: playback.currentSessions(orgId),
      })
    },
  })
  server.route({
    ...callRoute('stopPlayback', { summary: 'Stop a playback session', refusals: ['unknown_session'] }),
    handler: async (request, reply) => {
      const { sessionId, cameraId } = request.body
      if (!playback.stop(principalOf(request).orgId, sessionId, cameraId)) {
        return refuse(reply, {
          code: 'unknown_session',
          message: 'The organization has no such session of this camera, or it has ended.',
          field: 'sessionId',
        })
      }
      return reply.send({ success: true })
    },
  })
  server.route({
    ...callRoute('coverage', {
      summary: 'What is recorded',
      description: 'start and end: epoch milliseconds or ISO 8601, any length.',
      refusals: ['unknown_camera'],
    }),
    handler: async (request, reply) => {
      const { cameraId, start: startMs, end: endMs } = request.query
      if (!(await cameras.has(principalOf(request).orgId, cameraId))) return refuse(reply, noSuchCamera)
      if (startMs >= endMs) {
        return refuse(reply, {
          code: 'range_invalid',
          message: 'The range has to end after it begins.',
          field: 'end',
        })
      }
      const ranges = await coverages.run(async () => {
        // The first turn of the event loop reads no more of a connection than the request, the second that it has ended.
        await setImmediate()
        await setImmediate()
        return request.raw.socket.destroyed ? undefined : playback.coverage(cameraId, { startMs, endMs })
      })
      if (!ranges) return reply.hijack()
      return reply
        .header('cache-control', 'no-store')
        .send({ ranges: ranges.map((range): [number, number] => [range.startMs, range.endMs]) })
    },
  })
  server.route({
    ...callRoute('localLive', {
      summary: 'Watch a camera live over HLS',
      description: 'The address can be read without a key until 90 seconds pass without a request.',
      refusals: ['unknown_camera', 'too_many_sessions', 'camera_silent'],
    }),
    handler: async (request, reply) => {
      const { cameraId } = request.query
      const { orgId } = principalOf(request)
      if (!(await cameras.has(orgId, cameraId))) return refuse(reply, noSuchCamera)
      const started = await localLive.start(orgId, cameraId)
      if (!started.ok) return refuse(reply, started.error)
      const url = `${hostFor(request)}${localLive.pathOf(started.value)}`
      return reply.header('cache-control', 'no-store').send({ cameraId, url })
    },
  })
}
