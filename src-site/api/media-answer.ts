import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MediaFile } from '../playback/recordings.ts'
import type { ApiServer } from './api-server.ts'
import { refuse } from './refusal.ts'

export const playlistType = 'application/vnd.apple.mpegurl'
export const segmentType = 'video/mp4'

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag, retry-after',
  'cross-origin-resource-policy': 'cross-origin',
  // The address is the permission: it must not travel on in a Referer.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

const preflight = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range, if-none-match, if-range',
  'access-control-max-age': '86400',
} as const

/** Answers of any kind, refusals too, may be read by a player in a page of any origin. */
export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(crossOrigin)
}

/** A page asks before it sends headers of its own (Fetch standard, CORS-preflight). */
export function addPreflight(server: ApiServer, url: string): void {
  server.options(
    url,
    { config: { open: true, isMedia: true }, onRequest: allowAnyOrigin, schema: { hide: true } },
    (_request, reply) => reply.code(204).headers(preflight).send(),
  )
}

/** A playlist changes with the minute, the retention and its session. */
export function sendPlaylist(reply: FastifyReply, playlist: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type(playlistType)
    .serializer((text: string) => text)
    .send(playlist)
}

/** A file that never changes: whole, a part of it (one range, RFC 9110 §14.2), or "you have it already". */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: MediaFile): FastifyReply {
  const { bytes, etag } = file
  reply.headers({
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
    etag,
  })
  if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(segmentType)
  const condition = request.headers['if-range']
  // Ranges are for GET; one that was asked of another version of the file means the whole of this one.
  const asksRange = request.method === 'GET' && (condition === undefined || condition === etag)
  const range = asksRange ? byteRange(request.headers.range, bytes.length) : 'whole'
  if (range === 'whole') return reply.send(bytes)
  if (range === 'unsatisfiable') {
    return refuse(reply, {
      code: 'range_not_satisfiable',
      message: `The file has ${bytes.length} bytes.`,
      headers: { 'content-range': `bytes */${bytes.length}`, 'cache-control': 'no-store' },
    })
  }
  return reply
    .code(206)
    .header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`)
    .send(bytes.subarray(range.first, range.last + 1))
}

function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

interface ByteRange {
  readonly first: number
  /** Inclusive. */
  readonly last: number
}

/**
 * What a `Range` header asks of a file (RFC 9110 §14.1.2). Another unit, several ranges, or what cannot be read means
 * the whole file, as a server may answer each of them.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'unsatisfiable' : { first, last }
}
