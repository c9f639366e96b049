import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MANIFEST_START,
  ManifestFault,
  manifestLines,
  rewrittenLine,
} from '#main/core/playback/gateway/manifest-lines.ts'
import { addressOfRest, hiddenIn, parseMediaPath } from '#main/core/playback/gateway/media-path.ts'
import { fuzzRuns } from '#test/stand/run-seed.ts'

const limits = { maxManifestBytes: 400, maxLineChars: 60 }

/** What came of bytes in these pieces: the lines, or that they are no manifest. */
async function read(chunks: readonly Uint8Array[]): Promise<readonly string[] | 'fault'> {
  const lines: string[] = []
  try {
    for await (const line of manifestLines(arriving(chunks), limits)) lines.push(line)
  } catch (error) {
    if (error instanceof ManifestFault) return 'fault'
    throw error
  }
  return lines
}

async function* arriving(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

const scraps = fc.constantFrom(
  MANIFEST_START,
  '#EXTINF:2,',
  '#EXT-X-MAP:URI="init.mp4"',
  'seg-1.m4s',
  '\n',
  '\n',
  '\r\n',
  '\r',
  'ü',
  '😀',
  'x'.repeat(50),
)
const text = fc
  .array(fc.oneof(scraps, fc.string({ maxLength: 8 })), { maxLength: 30 })
  .map((all) => all.join(''))

describe('a manifest of any text', () => {
  it('reads the same in whatever pieces it comes', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(text, sizes, async (whole, pieces) => {
        const bytes = Buffer.from(whole)
        const chunks: Uint8Array[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = pieces[turn % pieces.length] ?? 1
          chunks.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(await read(chunks)).toEqual(await read([bytes]))
      }),
      fuzzRuns,
    )
  })

  it('gives no line that is longer than one may be, and not more than it may hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text), async (pieces) => {
        const lines = await read(pieces.map((piece) => Buffer.from(piece)))
        if (lines === 'fault') return
        expect(lines.filter(({ length }) => length > limits.maxLineChars)).toEqual([])
        expect(Buffer.byteLength(pieces.join(''))).toBeLessThanOrEqual(limits.maxManifestBytes)
      }),
      fuzzRuns,
    )
  })
})

describe('an address of a manifest', () => {
  const lease = {
    url: new URL('https://video.example/session/s-1/manifest.m3u8?key=~/https/evil.example/a.m4s'),
    sessionId: 's-1',
    generation: 1,
  }
  const hosts = new Set(['https://video.example'])
  const playbackId = 'p'.repeat(20)
  const scrap = fc.constantFrom(
    'https://',
    'http:',
    '//',
    '/',
    '\\',
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%zz',
    '%',
    '~',
    '?',
    '#',
    '"',
    '@',
    'video.example',
    'evil.example',
    ':443',
    's-1',
    '~session~',
    '~query~key~',
    'refused',
    'a.m4s',
    'javascript:',
    ' ',
  )
  const address = fc.array(scrap, { maxLength: 8 }).map((parts) => parts.join(''))

  it('leads through the gateway or below the session’s folder, and from there to its hosts alone', () => {
    fc.assert(
      fc.property(address, fc.boolean(), fc.boolean(), (named, isMoved, isAttribute) => {
        const hidden = hiddenIn(lease)
        const context = { manifest: lease.url, isMoved, lease, hidden, hosts, playbackId }
        const line = rewrittenLine(isAttribute ? `#EXT-X-MAP:URI="${named}"` : named, context)
        const written = isAttribute ? /URI="([^"]*)"/.exec(line)?.[1] : line.startsWith('#') ? '' : line
        if (written === undefined || written.trim() === '') return
        const url = new URL(written, `http://wall.example/media/${playbackId}/manifest.m3u8`)
        expect(url.origin).toBe('http://wall.example')
        expect(url.pathname.startsWith(`/media/${playbackId}/`)).toBe(true)
      }),
      fuzzRuns,
    )
  })

  it('that a page asks for leads to the session’s hosts, or nowhere', () => {
    fc.assert(
      fc.property(
        address,
        fc.constantFrom('', '~/https/', '~/https/video.example?', '~/'),
        (named, below) => {
          const path = parseMediaPath(`/media/${playbackId}/${below}${named}`)
          if (path === undefined) return
          const url = addressOfRest(path.rest, lease, hosts)
          if (url !== undefined) expect(hosts).toContain(url.origin)
        },
      ),
      fuzzRuns,
    )
  })
})
