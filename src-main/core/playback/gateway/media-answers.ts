import type { WallError } from '#contract/errors.ts'
import { MEDIA_PROBLEM_HEADER, type MediaProblem, mediaProblems } from '#contract/wall/playback.ts'
import { securityHeaders } from '../../content-security-policy.ts'

export const manifestType = 'application/vnd.apple.mpegurl'

/** As platforms write it for a manifest. Anything else under a manifest's name has to begin like one. */
const manifestTypes: ReadonlySet<string> = new Set([
  manifestType,
  'application/x-mpegurl',
  'application/mpegurl',
  'audio/mpegurl',
  'audio/x-mpegurl',
])

/** All that a player is given; nothing in it can be a document or a script to a page. */
const mediaTypes: ReadonlySet<string> = new Set([
  'video/mp4',
  'audio/mp4',
  'application/mp4',
  'video/iso.segment',
  'audio/iso.segment',
  'video/mp2t',
  'audio/mp2t',
  'audio/aac',
  'audio/mpeg',
  'text/vtt',
  'image/jpeg',
  'application/octet-stream',
  'binary/octet-stream',
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

const sentences: Readonly<Record<MediaProblem, string>> = {
  'unknown-playback': 'This playback has ended. Open it again.',
  'session-refused': 'The platform does not go on with this playback.',
  'session-changed': 'The platform has begun another recording session. The player starts anew.',
  missing: 'The platform has no such footage any more.',
  'bad-path': 'This is no address of footage.',
  'host-not-allowed': 'The footage lies at a host or an address that this platform may not lead the wall to.',
  'not-media': 'The platform sent something that is no footage.',
  'manifest-too-large': 'The list of footage that the platform sent is too long to be right.',
  'rate-limited': 'The platform asks to slow down. Trying again shortly.',
  refused: 'The platform refused the footage.',
  'platform-failed': 'The platform reports a fault of its own. Trying again.',
  unreachable: 'The platform cannot be reached for footage. Check the network; trying again.',
  timeout: 'The platform did not send footage in time. Trying again.',
}

/** `sentence` where something more exact is known. */
export function problemAnswer(
  problem: MediaProblem,
  sentence = sentences[problem],
  retryInMs?: number,
): Response {
  const wait = retryInMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryInMs / 1_000)) }
  return new Response(sentence, {
    status: mediaProblems[problem],
    headers: {
      ...securityHeaders,
      ...wait,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      [MEDIA_PROBLEM_HEADER]: problem,
    },
  })
}

/** A session that could not be started (again), in the words that say why. */
export function refusal({ message, retryInMs }: WallError): Response {
  return problemAnswer('session-refused', message, retryInMs)
}

export function manifestAnswer(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: { ...securityHeaders, 'content-type': manifestType, 'cache-control': 'no-store' },
  })
}

/** Undefined when its kind is none that a player is given. */
export function segmentAnswer(
  answer: Response,
  body: ReadableStream<Uint8Array> | null,
): Response | undefined {
  const type = typeOf(answer) ?? 'application/octet-stream'
  const hasType = answer.status !== 304 && answer.status !== 416
  if (hasType && !mediaTypes.has(type)) return undefined
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
