import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { MAX_PLAYBACK_RANGE_IN_MS } from '#contract/platform/limits.ts'
import { fail, ok } from '#contract/result.ts'
import type { CameraStore } from '../../cameras/camera-store.ts'
import { Semaphore } from '../../semaphore.ts'
import type { LocalLive } from '../../playback/live/local-live.ts'
import type { PlaybackPart } from '../../playback/playback-part.ts'
import { urlHost } from '../../url-host.ts'
import type { ApiServer } from '../api-server.ts'
import { addCall, done } from '../call-route.ts'
import { noSuchCamera } from '../refusal.ts'

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

  addCall(server, 'startPlayback', {
    summary: 'Start playback of a camera',
    description:
      `start and end: epoch milliseconds or ISO 8601, at most ${MAX_PLAYBACK_RANGE_IN_MS / 1_000} seconds apart. ` +
      'The manifest and what it names can be read without a key until 90 seconds pass without a request.',
    refusals: ['unknown_camera', 'no_recording', 'too_many_sessions'],
    answer: async ({ principal: { orgId }, query, request }) => {
      const { cameraId, start: startMs, end: endMs, smartStorage = false, sessionId } = query
      if (!(await cameras.has(orgId, cameraId))) return fail(noSuchCamera)
      const range = { startMs, endMs }
      const allowed = playback.checkRange(range)
      if (!allowed.ok) return allowed
      if (!(await playback.hasFootage(cameraId, range))) {
        const message = 'Nothing was recorded by this camera within the range.'
        return fail({ code: 'no_recording', message })
      }
      // Whoever has gone would never end its session, and it counts until 90 seconds have passed.
      if (request.raw.socket.destroyed) return undefined
      const started = playback.start({ orgId, cameraId, sessionId, range, isReduced: smartStorage })
      if (!started.ok) return started
      const { id } = started.value
      return ok({
        cameraId,
        sessionId: id,
        url: `${hostFor(request)}/session/${id}/camera/${encodeURIComponent(cameraId)}/manifest.m3u8`,
        currentSessions: playback.currentSessions(orgId),
      })
    },
  })
  addCall(server, 'stopPlayback', {
    summary: 'Stop a playback session',
    refusals: ['unknown_session'],
    answer: ({ principal, body: { sessionId, cameraId } }) =>
      playback.stop(principal.orgId, sessionId, cameraId)
        ? done
        : fail({
            code: 'unknown_session',
            message: 'The organization has no such session of this camera, or it has ended.',
            field: 'sessionId',
          }),
  })
  addCall(server, 'coverage', {
    summary: 'What is recorded',
    description: 'start and end: epoch milliseconds or ISO 8601, any length.',
    refusals: ['unknown_camera'],
    answer: async ({ principal, query: { cameraId, start: startMs, end: endMs }, request }) => {
      if (!(await cameras.has(principal.orgId, cameraId))) return fail(noSuchCamera)
      if (startMs >= endMs)
        return fail({ code: 'range_invalid', message: 'The range has to end after it begins.', field: 'end' })
      const ranges = await coverages.run(async () => {
        // The first turn of the event loop reads no more of a connection than the request, the second that it has ended.
        await setImmediate()
        await setImmediate()
        return request.raw.socket.destroyed ? undefined : playback.coverage(cameraId, { startMs, endMs })
      })
      return ranges && ok({ ranges: ranges.map((range): [number, number] => [range.startMs, range.endMs]) })
    },
  })
  addCall(server, 'localLive', {
    summary: 'Watch a camera live over HLS',
    description: 'The address can be read without a key until 90 seconds pass without a request.',
    refusals: ['unknown_camera', 'too_many_sessions', 'camera_silent'],
    answer: async ({ principal: { orgId }, query: { cameraId }, request }) => {
      if (!(await cameras.has(orgId, cameraId))) return fail(noSuchCamera)
      const started = await localLive.start(orgId, cameraId)
      return started.ok
        ? ok({ cameraId, url: `${hostFor(request)}${localLive.pathOf(started.value)}` })
        : started
    },
  })
}
