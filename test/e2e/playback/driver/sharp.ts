import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { minuteMs, someMinutesAgo } from './harness/instants.ts'
import { opened } from './harness/playback-page.ts'

/** The demo cameras film 640×360 in about 600 kbit/s, and 320×180 in 180. */
const smallPx = 320
const bestPx = 640
const tightBytesPerSecond = 80_000
const frameMs = 1_000 / 15
const coming = '320×180, sharper picture on its way'
const refused = '320×180, sharper picture not available'

/** A tight line, and a manifest whose better rendition hls.js does not choose on it. */
function tighten({ proxy }: typeof opened.stand): void {
  proxy.bytesPerSecond = (path) => (path.includes('.m4s') ? tightBytesPerSecond : undefined)
  proxy.rewrite = (_path, text) =>
    text.replaceAll(/^#EXT-X-STREAM-INF:.*RESOLUTION=640x360.*$/gm, (line) =>
      line.replaceAll(/BANDWIDTH=\d+/g, 'BANDWIDTH=8000000'),
    )
}

const isBest = (path: string) => path.includes('/full/') && path.includes('.m4s')

/** Paused there, looked at until the tile says so. */
function look(tile: number, wallMs: number, until: 'sharp' | 'refused') {
  return opened.page.evaluate(
    ([number, instant, end]) => window.playbackStage.untilSharp(number, instant, end),
    [tile, wallMs, until] as const,
  )
}

/** Resolves once the first tile shows a picture of that width. */
const plays = (widthPx: number) =>
  opened.page.evaluate(async (asked) => {
    while (window.playbackStage.front(0).widthPx !== asked) await new Promise(requestAnimationFrame)
  }, widthPx)

const add = (camera: string) => opened.page.evaluate((id) => window.playbackStage.add(id), camera)

async function staysWhen(refuse: (answer: ServerResponse) => void): Promise<void> {
  const { proxy } = opened.stand
  tighten(opened.stand)
  proxy.fault = (asked, answer) => {
    if (!isBest(asked.url ?? '')) return false
    refuse(answer)
    return true
  }
  const tile = await add('cam-01')
  const wallMs = someMinutesAgo() + 10
  const looks = await look(tile, wallMs, 'refused')
  expect(looks[0]?.words).toBe(coming)
  expect(looks.at(-1)?.words).toBe(refused)
  expect(new Set(looks.map(({ widthPx }) => widthPx))).toEqual(new Set([smallPx]))
  expect(new Set(looks.map(({ frameIndex }) => frameIndex))).toEqual(new Set([frameIndexAt(wallMs)]))
}

describe('a picture that is paused on a tight line', () => {
  it('becomes the best there is, of the same instant and without a flash, and says so until it is', async () => {
    tighten(opened.stand)
    const tile = await add('cam-01')
    const from = someMinutesAgo()
    // A minute on, where nothing is buffered, and then a picture at a time.
    const instants = [from, from + minuteMs, from + minuteMs + frameMs, from + minuteMs + 2 * frameMs]
    for (const wallMs of instants.map((instant) => Math.ceil(instant) + 10)) {
      const looks = await look(tile, wallMs, 'sharp')
      const small = looks.filter(({ widthPx }) => widthPx === smallPx)
      for (const { words } of small) expect(words).toBe(coming)
      expect(looks.at(-1)).toMatchObject({ widthPx: bestPx, words: undefined })
      expect(new Set(looks.map(({ widthPx }) => widthPx))).not.toContain(0)
      expect(new Set(looks.map(({ frameIndex }) => frameIndex))).toEqual(new Set([frameIndexAt(wallMs)]))
      if (wallMs < from + minuteMs + frameMs) expect(small.length).toBeGreaterThan(0)
    }
  })

  it('stays, and says so, when the larger one is answered by 403', async () => {
    await staysWhen((answer) => void answer.writeHead(403).end())
  })

  it.each([
    ['404', (answer: ServerResponse) => void answer.writeHead(404).end()],
    ['nothing at all', () => undefined],
  ])('stays, and says so, when the larger one is answered by %s', { tags: 'long' }, async (_what, fault) => {
    await staysWhen(fault)
  })
})

it('the larger rendition is played again after it has failed for a moment', {
  tags: 'long',
  timeout: 90_000,
}, async () => {
  const { proxy } = opened.stand
  await opened.page.evaluate(async (atMs) => {
    const { openPaused } = window.playbackStage
    const group = await openPaused(['cam-01'], atMs)
    group.clock.play()
  }, someMinutesAgo())
  await plays(bestPx)
  let refused = 0
  proxy.fault = (asked, answer) => {
    if (!isBest(asked.url ?? '') || refused === 3) return false
    refused += 1
    return answer.writeHead(503).end() !== undefined
  }
  await plays(smallPx)
  await plays(bestPx)
})
