import { describe, expect, it, test } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { mediaProblems, type MediaProblem } from '#contract/wall/playback.ts'
import {
  isManifestType,
  lengthOf,
  problemAnswer,
  refusal,
  segmentAnswer,
} from '#main/core/playback/gateway/media-answers.ts'

const body = () => new Response('x').body
const answerOf = (headers: Record<string, string>, status = 200) =>
  new Response(status === 304 ? null : 'x', { status, headers })

const given = (headers: Record<string, string>) =>
  segmentAnswer(answerOf({ 'content-type': 'video/mp4', ...headers }), body())?.headers.get('cache-control')

describe('footage', () => {
  test.for([
    ['video/mp4', 'video/mp4'],
    ['Video/MP4 ; codecs="avc1"', 'video/mp4'],
    ['image/jpeg', 'image/jpeg'],
    ['video/vnd.dlna.mpeg-tts', 'video/vnd.dlna.mpeg-tts'],
    ['audio/aac', 'audio/aac'],
    ['text/vnd.trolltech.linguist', 'application/octet-stream'],
    ['text/plain; charset=utf-8', 'application/octet-stream'],
    ['application/pgp-keys', 'application/octet-stream'],
    ['text/html', undefined],
    ['image/svg+xml', undefined],
    ['application/json', undefined],
    ['', undefined],
  ] as const)('of type %j is given as %s', ([type, given]) => {
    expect(segmentAnswer(answerOf({ 'content-type': type }), body())?.headers.get('content-type')).toBe(given)
  })

  it('of no type is given as bytes', () => {
    const untyped = new Response(Uint8Array.of(1))
    expect(segmentAnswer(untyped, body())?.headers.get('content-type')).toBe('application/octet-stream')
  })

  it.each([304, 416])('that is answered %i has no type, and needs none', (status) => {
    const given = segmentAnswer(answerOf({ 'content-type': 'text/html', etag: 'a' }, status), null)
    expect([given?.status, given?.headers.get('content-type'), given?.headers.get('etag')]).toEqual([
      status,
      null,
      'a',
    ])
  })

  test.for([
    [{}, true, '7'],
    [{ 'content-encoding': 'identity' }, true, '7'],
    [{ 'content-encoding': '' }, true, '7'],
    [{ 'content-encoding': 'gzip' }, true, null],
    [{}, false, null],
  ] as const)('that came with %j, body: %s, is %s long', ([headers, hasBody, length]) => {
    const answer = answerOf({ 'content-type': 'video/mp4', 'content-length': '7', ...headers })
    expect(segmentAnswer(answer, hasBody ? body() : null)?.headers.get('content-length')).toBe(length)
  })

  it('has the platform’s word on how long it may be kept, or none', () => {
    expect([given({ 'cache-control': 'max-age=5' }), given({})]).toEqual(['max-age=5', 'no-store'])
  })
})

describe('a problem', () => {
  it.each(Object.keys(mediaProblems) as MediaProblem[])(
    '%s is a whole error for the page',
    async (problem) => {
      const answer = problemAnswer(problem)
      expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual(
        [mediaProblems[problem], 'no-store', null],
      )
      expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    },
  )

  it('says in whole seconds when to ask again', () => {
    expect(
      problemAnswer('rate-limited', wallError('rate_limited', undefined, 1_001)).headers.get('retry-after'),
    ).toBe('2')
    const refused = refusal(wallError('too_many_sessions', undefined, 3_000))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3'])
  })
})

test.for([
  ['application/vnd.apple.mpegurl', true],
  ['Audio/X-MPEGURL; charset=utf-8', true],
  ['video/mp4', false],
  ['', false],
] as const)('%j is the type of a manifest: %s', ([type, is]) => {
  expect(isManifestType(answerOf({ 'content-type': type }))).toBe(is)
})

it('a length that is not said is none', () => {
  expect([lengthOf(answerOf({ 'content-length': '9' })), lengthOf(answerOf({}))]).toEqual([9, 0])
})
