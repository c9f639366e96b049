// @vitest-environment happy-dom
import type { ErrorData } from 'hls.js'
import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { MEDIA_PROBLEM_HEADER } from '#contract/wall/playback.ts'
import { t } from '#renderer/language/language.ts'
import { playerFault } from '#renderer/playback/tile/player-fault.ts'

const networkError = { type: 'networkError', fatal: true }
const network = (details: string, more: object = {}) => ({ ...networkError, details, ...more })
const media = (details: string, more: object = {}) => ({ type: 'mediaError', fatal: true, details, ...more })
const list = (details: string, data: string) => network(details, { response: { data } })

const empty = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n'
const footage = '#EXTM3U\n#EXTINF:4,\n1.ts\n'
const end = '#EXT-X-ENDLIST\n'
const isPassing = { fatal: false }
const frag = { start: 4 }

describe('playerFault', () => {
  const table: [string, object, string | undefined][] = [
    ['a list that cannot be read', network('manifestParsingError'), 'manifest'],
    ['a list without footage that has ended', list('levelEmptyError', empty + end), 'empty'],
    ['one without anything else', list('manifestParsingError', '#EXTM3U\n#EXT-X-ENDLIST'), 'empty'],
    ['a list that may still be filled', list('levelEmptyError', empty), 'manifest'],
    ['a list that has ended and cannot be read', list('levelParsingError', footage + end), 'manifest'],
    ['a codec', media('bufferAddCodecError'), 'unplayable'],
    ['a codec of sound', media('bufferAddCodecError', { sourceBufferName: 'audio' }), 'sound'],
    ['a segment of sound alone', network('fragLoadError', { frag: { type: 'audio' } }), 'sound'],
    ['a list of sound alone', network('audioTrackLoadError'), 'sound'],
    ['one that hls.js asks for again', network('audioTrackLoadError', isPassing), undefined],
    ['a segment', network('fragLoadError', { frag }), 'segment'],
    ['a stall that hls.js works on', media('bufferStalledError', isPassing), undefined],
    ['media made anew for one segment', media('mediaSourceRequiresReset', { ...isPassing, frag }), 'segment'],
    ['media made anew for another reason', media('mediaSourceRequiresReset', isPassing), undefined],
    ['a stall that it has given up on', media('bufferStalledError'), 'rebuild'],
  ]
  it.each(table)('tells what is to be done about %s', (_what, data, kind) => {
    expect(playerFault(data as ErrorData)?.kind).toBe(kind)
  })
})

/** A request that the gateway has answered without media. */
function answered(problem: string | null, response: unknown) {
  return Object.defineProperties(new XMLHttpRequest(), {
    getResponseHeader: { value: (name: string) => (name === MEDIA_PROBLEM_HEADER ? problem : null) },
    response: { value: response },
  })
}

function judged(data: object) {
  const whole: object = { ...networkError, details: 'fragLoadError', frag, ...data }
  return playerFault(whole as ErrorData)
}

describe('an answer of the gateway', () => {
  it.each([
    ['session-changed', 'rebuild'],
    ['unknown-playback', 'reopen'],
  ])('that says “%s” is acted upon at once, and not as a fault of a segment', (problem, kind) => {
    for (const fatal of [true, false])
      expect(judged({ fatal, networkDetails: answered(problem, '') })).toEqual({ kind })
  })

  const late = JSON.stringify(wallError('timeout', 'The platform is late.'))
  it.each([
    ['text', late],
    ['bytes', new TextEncoder().encode(late).buffer],
  ])('is why a segment or a list is missing, come as %s', (_as, response) => {
    const networkDetails = answered('timeout', response)
    expect(judged({ networkDetails })).toMatchObject({ kind: 'segment', reason: 'The platform is late.' })
    expect(judged({ networkDetails, details: 'levelLoadError', frag: undefined })).toEqual({
      kind: 'manifest',
      reason: 'The platform is late.',
    })
  })

  it.each([
    ['that is not one of its own', answered(null, late)],
    ['without words', answered('timeout', '')],
    ['in other words', answered('timeout', '{"code":"no_such_code","message":"Whatever."}')],
    ['that never came', undefined],
  ])('%s leaves the general words', (_what, networkDetails) => {
    expect(judged({ networkDetails })).toMatchObject({ reason: t('playback.fault.missing') })
    expect(judged({ networkDetails, details: 'levelLoadError', frag: undefined })).toMatchObject({
      reason: t('playback.fault.notReadable'),
    })
  })
})

describe('a segment that hls.js would try again', () => {
  it.each([
    [399, undefined],
    [400, 'segment'],
    [404, 'segment'],
    [429, undefined],
    [499, 'segment'],
    [500, undefined],
    [503, undefined],
    [0, undefined],
  ])('is given up where the gateway has had its last word: %i', (code, kind) => {
    expect(judged({ fatal: false, response: { code } })?.kind).toBe(kind)
  })

  it('is given up when it comes too slowly to be played', () => {
    expect(judged({ fatal: false, details: 'fragLoadTimeOut' })?.kind).toBe('segment')
    expect(judged({ fatal: false })).toBeUndefined()
  })

  it.each([
    ['fragParsingError', false],
    ['bufferAppendError', true],
    ['mediaSourceRequiresReset', true],
  ])('is damaged where it has come and cannot be read: %s', (details, needsPlayer) => {
    expect(judged({ type: 'mediaError', fatal: false, details })).toEqual({
      kind: 'segment',
      mediaStartSeconds: 4,
      needsPlayer,
      isPassing: false,
      reason: t('playback.fault.damaged'),
    })
  })
})
