import { ReadableStream as NodeStream } from 'node:stream/web'
import { type WallError, wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { MEDIA_PROBLEM_HEADER, type MediaProblem, mediaProblems } from '#contract/wall/playback.ts'
import { plainAnswer, securityHeaders } from '../../content-security-policy.ts'

export const manifestType = 'application/vnd.apple.mpegurl'

/** As platforms write it for a manifest. Anything else under a manifest's name has to begin like one. */
const manifestTypes: ReadonlySet<string> = new Set([
  manifestType,
  'application/x-mpegurl',
  'application/mpegurl',
  'audio/mpegurl',
  'audio/x-mpegurl',
])

/** All that a player is given beside video and audio; nothing in it can be a document or a script to a page. */
const mediaTypes: ReadonlySet<string> = new Set([
  'application/mp4',
  'text/vtt',
  'image/jpeg',
  'application/octet-stream',
  'binary/octet-stream',
])

/** What servers say of footage and keys that know files by their names alone: `.ts` is a translation to Debian's list. */
const untypedMedia: ReadonlySet<string> = new Set([
  'text/vnd.trolltech.linguist',
  'application/pgp-keys',
  'text/plain',
])

const passedOn = [
  'accept-ranges',
  'cache-control',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
] as const

/** What a player may say to the platform. */
export const askedHeaders = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const

const errors: Readonly<Record<MediaProblem, WallError>> = {
  'unknown-playback': wallError('platform_failed', exactMessage('footage_unknown_playback')),
  'session-refused': wallError('platform_failed', exactMessage('footage_session_refused')),
  'session-changed': wallError('platform_failed', exactMessage('footage_session_changed')),
  missing: wallError('platform_failed', exactMessage('footage_missing')),
  'bad-path': wallError('bad_answer', exactMessage('footage_bad_path')),
  'host-not-allowed': wallError('host_not_allowed', exactMessage('footage_host_not_allowed')),
  'not-media': wallError('bad_answer', exactMessage('footage_not_media')),
  'manifest-too-large': wallError('bad_answer', exactMessage('footage_list_too_long')),
  'rate-limited': wallError('rate_limited'),
  refused: wallError('refused', exactMessage('footage_refused')),
  'platform-failed': wallError('platform_failed'),
  unreachable: wallError('unreachable', exactMessage('footage_unreachable')),
  certificate: wallError('unreachable', exactMessage('footage_certificate')),
  timeout: wallError('timeout', exactMessage('footage_late')),
}

/** `error` where something more exact is known. */
export function problemAnswer(problem: MediaProblem, error = errors[problem]): Response {
  const { retryInMs } = error
  const wait = retryInMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryInMs / 1_000)) }
  const headers = { ...wait, [MEDIA_PROBLEM_HEADER]: problem }
  return plainAnswer(mediaProblems[problem], JSON.stringify(error), headers)
}

/** A session that could not be started (again), in the words that say why. */
export function refusal(error: WallError): Response {
  return problemAnswer('session-refused', error)
}

export function manifestAnswer(pieces: AsyncIterable<Uint8Array>): Response {
  // Node's type and the browser's differ in what nobody uses here.
  const body: unknown = NodeStream.from(pieces)
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: { ...securityHeaders, 'content-type': manifestType, 'cache-control': 'no-store' },
  })
}

/** Undefined when its kind is none that a player is given. */
export function segmentAnswer(
  answer: Response,
  body: ReadableStream<Uint8Array> | null,
): Response | undefined {
  const named = typeOf(answer) ?? 'application/octet-stream'
  const type = untypedMedia.has(named) || manifestTypes.has(named) ? 'application/octet-stream' : named
  const hasType = answer.status !== 304 && answer.status !== 416
  if (hasType && !mediaTypes.has(type) && !/^(?:video|audio)\/[\w.+-]+$/.test(type)) return undefined
  const headers = new Headers({ ...securityHeaders, 'cache-control': 'no-store' })
  if (hasType) headers.set('content-type', type)
  for (const name of passedOn) {
    const value = answer.headers.get(name)
    // Fetch has undone the encoding, which nobody had asked for: the length is another one now.
    const isStale = name === 'content-length' && (isEncoded(answer) || body === null)
    if (value !== null && !isStale) headers.set(name, value)
  }
  return new Response(body, { status: answer.status, headers })
}

export function isManifestType(answer: Response): boolean {
  return manifestTypes.has(typeOf(answer) ?? '')
}

export function lengthOf(answer: Response): number {
  return Number(answer.headers.get('content-length') ?? 0)
}

function isEncoded(answer: Response): boolean {
  return !['', 'identity'].includes(answer.headers.get('content-encoding') ?? '')
}

function typeOf(answer: Response): string | undefined {
  return answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
}
