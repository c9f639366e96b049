import { z } from 'zod'
import type { PlaybackPart } from '../../playback/playback-part.ts'
import { renditions } from '../../playback/recordings.ts'
import type { ApiServer } from '../api-server.ts'
import {
  addPreflight,
  allowAnyOrigin,
  playlistType,
  segmentType,
  sendFile,
  sendPlaylist,
} from '../media-answer.ts'
import { noQuery } from '../no-query.ts'
import { refusals } from '../openapi.ts'
import { refuse } from '../refusal.ts'
import { mediaRefusals } from '../media-refusals.ts'

const folder = '/session/:sessionId/camera/:cameraId'
const config = { open: true, isMedia: true } as const
const session = { sessionId: z.string(), cameraId: z.string() }

/** `{playback_host}`: what a playback session grants. Its id in the path is the permission, so there is no key. */
export function addSessionMediaRoute(server: ApiServer, playback: PlaybackPart): void {
  addPreflight(server, `${folder}/manifest.m3u8`)
  addPreflight(server, `${folder}/:rendition/:file`)
  server.get(
    `${folder}/manifest.m3u8`,
    {
      config,
      onRequest: allowAnyOrigin,
      schema: {
        summary: 'Manifest of a playback session',
        description: 'Lists the renditions of the window that the session was started for last.',
        params: z.strictObject(session),
        querystring: noQuery,
        response: {
          200: { description: 'HLS', content: { [playlistType]: { schema: z.string() } } },
          ...refusals('unknown_session', 'session_ended'),
        },
      },
    },
    async (request, reply) => {
      const { sessionId, cameraId } = request.params
      const used = playback.use(sessionId, cameraId)
      if (!used.ok) return refuse(reply, mediaRefusals[used.error])
      return sendPlaylist(reply, await playback.master(used.value))
    },
  )
  server.get(
    `${folder}/:rendition/:file`,
    {
      config,
      onRequest: allowAnyOrigin,
      schema: {
        summary: 'Playlist or segment of a playback session',
        description: 'Segments never change; one byte range is answered with 206.',
        params: z.strictObject({ ...session, rendition: z.enum(renditions), file: z.string() }),
        querystring: noQuery,
        response: {
          200: {
            description: 'A playlist or a segment',
            content: { [playlistType]: { schema: z.string() }, [segmentType]: { schema: z.any() } },
          },
          206: { description: 'A part', content: { [segmentType]: { schema: z.any() } } },
          304: z.null().describe('Not changed'),
          ...refusals('unknown_session', 'session_ended', 'range_not_satisfiable'),
        },
      },
    },
    async (request, reply) => {
      const { sessionId, cameraId, rendition, file } = request.params
      const used = playback.use(sessionId, cameraId)
      if (!used.ok) return refuse(reply, mediaRefusals[used.error])
      const playlist = await playback.playlist(used.value, rendition, file)
      if (playlist !== undefined) return sendPlaylist(reply, playlist)
      const found = await playback.file(used.value, rendition, file)
      return found ? sendFile(request, reply, found) : refuse(reply, mediaRefusals.unknown_file)
    },
  )
}
