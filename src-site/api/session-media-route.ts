import { z } from 'zod'
import { type MediaFile, type Rendition, renditions } from '../playback/recordings.ts'
import type { Result } from '#contract/result.ts'
import type { ApiServer } from './api-server.ts'
import {
  addPreflight,
  allowAnyOrigin,
  playlistType,
  segmentType,
  sendFile,
  sendPlaylist,
} from './media-answer.ts'
import { noQuery } from './no-query.ts'
import { refusals } from './openapi.ts'
import { type Refusal, refuse } from './refusal.ts'

/** What a session of some kind grants. */
export interface SessionMedia<Session> {
  /** First part of the path. */
  readonly kind: string
  readonly summary: string
  /** Looks a session up and counts as its use. */
  use(sessionId: string, cameraId: string): Result<Session, Refusal>
  master(session: Session): Promise<string> | string
  /** Undefined when the session has no such playlist, or no such file. */
  playlist(
    session: Session,
    rendition: Rendition,
    name: string,
  ): Promise<string | undefined> | string | undefined
  file(
    session: Session,
    rendition: Rendition,
    name: string,
  ): Promise<MediaFile | undefined> | MediaFile | undefined
}

const config = { open: true, isMedia: true } as const
const inSession = { sessionId: z.string(), cameraId: z.string() }
const playlistAnswer = {
  description: 'An HLS playlist',
  content: { [playlistType]: { schema: z.string() } },
}

const unknownFile: Refusal = { code: 'unknown_path', message: 'The session has no such file.' }

/** `{playback_host}`: a session's manifest and all below it. Its id in the path is the permission: there is no key. */
export function addSessionMediaRoute<Session>(server: ApiServer, media: SessionMedia<Session>): void {
  const manifest = `/${media.kind}/:sessionId/camera/:cameraId/manifest.m3u8`
  const file = `/${media.kind}/:sessionId/camera/:cameraId/:rendition/:file`
  addPreflight(server, manifest)
  addPreflight(server, file)
  server.get(
    manifest,
    {
      config,
      onRequest: allowAnyOrigin,
      schema: {
        operationId: `${media.kind}Manifest`,
        summary: `Manifest of ${media.summary}`,
        params: z.strictObject(inSession),
        querystring: noQuery,
        response: { 200: playlistAnswer, ...refusals('unknown_session', 'session_ended') },
      },
    },
    async (request, reply) => {
      const { sessionId, cameraId } = request.params
      const used = media.use(sessionId, cameraId)
      if (!used.ok) return refuse(reply, used.error)
      return sendPlaylist(reply, await media.master(used.value))
    },
  )
  server.get(
    file,
    {
      config,
      onRequest: allowAnyOrigin,
      schema: {
        operationId: `${media.kind}File`,
        summary: `Playlist or segment of ${media.summary}`,
        description: 'Segments never change; one byte range is answered with 206.',
        params: z.strictObject({ ...inSession, rendition: z.enum(renditions), file: z.string() }),
        querystring: noQuery,
        response: {
          200: {
            description: 'A playlist or a segment',
            content: { ...playlistAnswer.content, [segmentType]: { schema: z.any() } },
          },
          206: { description: 'A part of a segment', content: { [segmentType]: { schema: z.any() } } },
          304: z.null().describe('Not changed'),
          ...refusals('unknown_session', 'session_ended', 'range_not_satisfiable'),
        },
      },
    },
    async (request, reply) => {
      const { sessionId, cameraId, rendition, file: name } = request.params
      const used = media.use(sessionId, cameraId)
      if (!used.ok) return refuse(reply, used.error)
      const playlist = await media.playlist(used.value, rendition, name)
      if (playlist !== undefined) return sendPlaylist(reply, playlist)
      const found = await media.file(used.value, rendition, name)
      return found ? sendFile(request, reply, found) : refuse(reply, unknownFile)
    },
  )
}
