import { describe, expect, it } from 'vitest'
import {
  manifestLines,
  ManifestPrint,
  ManifestVariables,
  rewrittenLine,
} from '#main/core/playback/gateway/manifest-lines.ts'

const lease = { url: new URL('https://v.example/s/m.m3u8'), sessionId: 's-1', generation: 1 }
const context = {
  manifest: lease.url,
  isMoved: false,
  lease,
  hidden: [],
  hosts: new Set(['https://v.example']),
  playbackId: 'p',
}

async function* arriving(texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

describe('the lines of a manifest', () => {
  const limits = { maxManifestBytes: 12, maxLineChars: 5 }
  const read = (...texts: string[]) => Array.fromAsync(manifestLines(arriving(texts), limits))

  it.each([
    [['a\nb'], ['a', 'b']],
    [['a\r\n\r\nb\n'], ['a', '', 'b']],
    [
      ['a', 'b\n', 'c'],
      ['ab', 'c'],
    ],
    [['a\rb'], ['a\rb']],
    [['a \t\r\nb'], ['a', 'b']],
    [
      ['12345\n', '12345\n'],
      ['12345', '12345'],
    ],
    [['12345', '\n'], ['12345']],
    [['1\n2\n3\n4\n5\n6\n'], ['1', '2', '3', '4', '5', '6']],
  ])('%j are %j', async (texts, lines) => expect(await read(...texts)).toEqual(lines))

  it.each([
    ['a line', ['123456\n'], 'line too long'],
    // Cut as soon as it is too long: more of it, which would make the whole too large, is not read.
    ['a line in pieces', ['123', '456', '7890123'], 'line too long'],
    ['a line with its end', ['12345\r\n'], 'line too long'],
    ['the whole', ['1\n2\n3\n4\n5\n6\n', '7'], 'too large'],
  ])('%s may be too long', async (_what, texts, words) => {
    await expect(read(...texts)).rejects.toThrow(words)
  })
})

describe('a line for the page', () => {
  it.each([
    ['', ''],
    ['  ', '  '],
    [' 1.ts ', '1.ts'],
    ['/other/1.ts', '/media/p/~/https/v.example/other/1.ts'],
    ['#EXTINF:4,/other/1.ts', '#EXTINF:4,/other/1.ts'],
    ['#EXT-X-MAP:URI="init.mp4"', '#EXT-X-MAP:URI="init.mp4"'],
    ['#A:URI="/s/1.ts",X-ASSET-URI="/s/2.ts"', '#A:URI="/media/p/1.ts",X-ASSET-URI="/media/p/2.ts"'],
    ['#A:MYURI="/s/1.ts"', '#A:MYURI="/s/1.ts"'],
    ['#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00.5', '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00.5Z'],
    [
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00+09:30',
      '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00+09:30',
    ],
    ['#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00,5Z', '#EXT-X-PROGRAM-DATE-TIME:2026-11-28T18:05:00.5Z'],
    ['#EXT-X-PROGRAM-DATE-TIME:soon', '#EXT-X-PROGRAM-DATE-TIME:soon'],
  ])('%j is %j', (line, written) => expect(rewrittenLine(line, context)).toBe(written))
})

describe('the variables of a manifest', () => {
  const limits = { maxLineChars: 90, maxManifestBytes: 300 }
  const first = new ManifestVariables(new URL('https://v.example/s/m.m3u8?key=a%20%22b'), undefined, limits)
  const second = new ManifestVariables(new URL('https://v.example/s/1/m.m3u8'), first, limits)

  it('are written out, and what defines them is nothing for a page', () => {
    expect(
      [
        '{$base}/early.ts',
        '#EXT-X-DEFINE:NAME="base",VALUE="https://v.example/s"',
        '#EXT-X-DEFINE:QUERYPARAM="key"',
        '#EXT-X-DEFINE: QUERYPARAM="none"',
        '#EXT-X-DEFINE:NAME="both", VALUE="{$base}/{$key}"',
        '#EXT-X-MAP:URI="{$base}/init.mp4"',
        '{$both}/1.ts?{$none}{$}',
      ].map((line) => first.written(line)),
    ).toEqual([
      '{$base}/early.ts',
      '',
      '',
      '',
      '',
      '#EXT-X-MAP:URI="https://v.example/s/init.mp4"',
      'https://v.example/s/a b/1.ts?{$none}{$}',
    ])
  })

  it('are those of the first manifest only where they are asked for', () => {
    expect(
      ['{$base}/1.ts', '#EXT-X-DEFINE:IMPORT="base"', '{$base}/1.ts'].map((line) => second.written(line)),
    ).toEqual(['{$base}/1.ts', '', 'https://v.example/s/1.ts'])
  })

  it('make no line longer than it may be', () => {
    expect(() => first.written('{$base}'.repeat(5))).toThrow('line too long')
  })

  const writeAll = (lines: readonly string[]) => {
    const variables = new ManifestVariables(new URL('https://v.example/m.m3u8'), undefined, limits)
    for (const line of lines) variables.written(line)
  }

  it('make no manifest much longer, and keep no more than it', () => {
    const value = '#EXT-X-DEFINE:NAME="v",VALUE="0123456789012345678901234567890123456789"'
    expect(() => writeAll([value, ...Array<string>(7).fill('{$v}')])).toThrow('too large')
    const kept = [1, 2, 3, 4].map((at) => `#EXT-X-DEFINE:NAME="v${at}",VALUE="{$v}"`)
    expect(() => writeAll([value, ...kept])).toThrow('too large')
    expect(() => writeAll([value, '{$v}', '{$v}'])).not.toThrow()
  })
})

const printOf = (isLive: boolean, lines: readonly string[]) => {
  const print = new ManifestPrint(isLive)
  for (const line of lines) print.read(line)
  return [print.text, print.isComplete]
}

describe('what a player would notice another session by', () => {
  const head = [
    '#EXT-X-TARGETDURATION:4 ',
    '#EXT-X-MAP:URI="i"',
    '#EXT-X-PROGRAM-DATE-TIME:t',
    ' ',
    '# EXT-X-MAP',
  ]

  it('is how files are called and from where its time counts, to the first segment', () => {
    expect(printOf(false, [...head, '#EXTINF:4,', ' 1.ts', '2.ts', '#EXT-X-MAP:URI="j"'])).toEqual([
      '#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="i"\n#EXT-X-PROGRAM-DATE-TIME:t\n1.ts',
      true,
    ])
    expect(printOf(false, ['x#EXT-X-MAP'])).toEqual(['x#EXT-X-MAP', true])
    expect(printOf(false, ['#x#EXT-X-MAP'])).toEqual(['', false])
  })

  it('is of a live one its initialization and its longest duration alone', () => {
    expect(printOf(true, [...head, '#x#EXT-X-MAP', '1.ts', '#EXT-X-MAP:URI="j"'])).toEqual([
      '#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="i"',
      true,
    ])
  })
})
