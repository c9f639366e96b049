import { SignalResponse } from '@livekit/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestRendition } from '#main/core/evidence/footage/playlist.ts'
import { StagedFootage, UnreadableFootage } from '#main/core/evidence/footage/staged-footage.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { rewrittenLine } from '#main/core/playback/gateway/manifest-lines.ts'
import { inspectSignal } from '#main/core/relay/signal-inspector.ts'
import { parseSignallingTarget, signallingUrl } from '#main/core/relay/signalling-target.ts'
import { readSettingsFile } from '#main/core/settings/portable-files.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/**
 * Texts from outside on which a pattern that looks again and again takes minutes, by the square of the length. What
 * is linear takes milliseconds: the runner's own time limit tells them apart.
 */
const LENGTH = 512 * 1_024
const fill = (piece: string) => piece.repeat(LENGTH / piece.length)

const context = {
  manifest: new URL('https://p.example/s/1/manifest.m3u8'),
  isMoved: false,
  lease: { url: new URL('https://p.example/s/1/manifest.m3u8'), sessionId: undefined, generation: 1 },
  hidden: [],
  hosts: new Set(['https://p.example']),
  playbackId: 'p'.repeat(20),
}

describe('a text of half a megabyte', () => {
  it('of a media server, that begins like a token all along, is forwarded as it is', () => {
    const message = new SignalResponse({ message: { case: 'leave', value: {} } }).toBinary()
    const text = Buffer.from(fill('eyJ'))
    // Field 31 of 2 bytes of tag: no message that we know.
    const length = [(text.length & 0x7f) | 0x80, ((text.length >> 7) & 0x7f) | 0x80, text.length >> 14]
    const whole = Buffer.concat([message, Buffer.from([0xfa, 0x01, ...length]), text])
    expect(inspectSignal(whole).forward).toBe(whole)
  })

  it.each(['eyJ', 'eyJ01234567.', ' ', 'Bearer ', 'token='])('full of “%s” is redacted', (piece) => {
    expect(new Redactor().redact(fill(piece)).length).toBeGreaterThan(0)
  })

  it('of a manifest, a name without end, is passed on', () => {
    const line = `#${fill('A-')}URI="init.mp4"`
    expect(rewrittenLine(line, context)).toBe(line)
  })

  it('of a ticket’s address, slashes all along, is dialled as it is', () => {
    const target = parseSignallingTarget('/rtc')
    const ticket = { token: 't', url: `wss://p.example/${fill('/')}x` }
    const url = target && signallingUrl(target, ticket, ['p.example:443'])
    expect(url?.ok === true && url.value.pathname.endsWith('/x/rtc')).toBe(true)
  })
})

it('a file of settings whose platform has an address of slashes is refused', () => {
  const address = { baseUrl: `https://p.example/${fill('/')}x` }
  const file = { format: 'tessera-settings', platforms: [{ id: 'https://p.example', address }] }
  expect(readSettingsFile(JSON.stringify(file)).ok).toBe(false)
})

it('a playlist that describes 200 000 renditions and names none has none', () => {
  expect(bestRendition('#EXT-X-STREAM-INF:\n'.repeat(200_000), '/media/list.m3u8')).toBeUndefined()
})

it.each([-1, 0])(
  'segments of which each begins %i ms after the one before are in as many takes',
  async (stepMs) => {
    const staged = await StagedFootage.open(tempDir(), Buffer.of())
    const listed = Array.from({ length: 100_000 }, (_, at) => ({ startMs: at * stepMs, endMs: 1_000 }))
    const takes = () => staged.inTakes(listed).map(({ take }) => take)
    if (stepMs < 0) expect(takes().at(-1)).toBe(listed.length)
    else expect(takes).toThrow(UnreadableFootage)
  },
)

it('a bearer’s token is masked exactly where the pattern before masked it', () => {
  const before = /(?<=\bBearer\s+)[\w\-.~+/=]{4,}/gi
  const piece = fc.constantFrom('Bearer', 'bearer', ' ', '\n', '\t', 'abcd', 'abc', '=', ':', 'é', ' ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(new Redactor().redact(text)).toBe(text.replace(before, '[redacted]'))
    }),
    { seed: 1, numRuns: 3_000 },
  )
})

it('an address in a manifest is rewritten wherever the pattern before found it', () => {
  const before = /\b((?:[A-Z\d-]+-)?URI)="([^"]*)"/g
  const piece = fc.constantFrom('URI', 'URI="/x"', 'URI="', '-', 'A', 'X-', ',', '"', '=', 'a', '7')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `#${pieces.join('')}`
      const found = [...text.matchAll(before)].map(([, , address]) => address)
      const rewritten = rewrittenLine(text.replaceAll('/x', 'https://other.example/'), context)
      expect(rewritten.match(/~\/refused/g) ?? []).toHaveLength(
        found.filter((address) => address?.includes('/x')).length,
      )
    }),
    { seed: 1, numRuns: 3_000 },
  )
})
