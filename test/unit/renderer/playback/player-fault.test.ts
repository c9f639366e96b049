// @vitest-environment happy-dom
import type { ErrorData } from 'hls.js'
import { describe, expect, it } from 'vitest'
import { playerFault } from '#renderer/playback/tile/player-fault.ts'

const networkError = { type: 'networkError', fatal: true }
const mediaError = { type: 'mediaError', fatal: true }

describe('playerFault', () => {
  const table: [string, object, string | undefined][] = [
    ['a list that cannot be read', { ...networkError, details: 'manifestParsingError' }, 'manifest'],
    ['a codec', { ...mediaError, details: 'bufferAddCodecError' }, 'unplayable'],
    ['a segment', { ...networkError, details: 'fragLoadError', frag: { start: 4 } }, 'segment'],
    [
      'a stall that hls.js works on',
      { ...mediaError, details: 'bufferStalledError', fatal: false },
      undefined,
    ],
    [
      'a media source that hls.js makes anew for one segment',
      { ...mediaError, details: 'mediaSourceRequiresReset', fatal: false, frag: { start: 4 } },
      'segment',
    ],
    [
      'a media source that it makes anew for another reason',
      { ...mediaError, details: 'mediaSourceRequiresReset', fatal: false },
      undefined,
    ],
    ['a stall that it has given up on', { ...mediaError, details: 'bufferStalledError' }, 'rebuild'],
  ]
  it.each(table)('tells what is to be done about %s', (_what, data, kind) => {
    expect(playerFault(data as ErrorData)?.kind).toBe(kind)
  })
})
