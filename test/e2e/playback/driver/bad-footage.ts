import { describe, expect, it } from 'vitest'
import {
  type BadFootage,
  bad,
  badFootage,
  garbage,
  isSegment,
  playsOverPiece,
  sees,
} from './harness/bad-footage-cases.ts'
import { minuteMs, someMinutesAgo } from './harness/instants.ts'
import { opened } from './harness/playback-page.ts'

/** Of segments, that it goes on after a piece of garbage; the others are long. */
const some = new Set(['a manifest that breaks off in the middle'])

async function seesBadFootage(one: BadFootage): Promise<void> {
  const { what: _what, words, states, ...trouble } = one
  Object.assign(opened.stand.proxy, trouble)
  await sees({ cameraId: bad, atMs: someMinutesAgo(), words, states })
}

describe('bad footage', () => {
  it.each(badFootage.filter(({ what }) => some.has(what)))(
    'says in words what is wrong with $what, and the other tiles go on',
    seesBadFootage,
  )

  it.each(badFootage.filter(({ what }) => !some.has(what)))(
    'says in words what is wrong with $what, and the other tiles go on',
    { tags: 'long' },
    seesBadFootage,
  )

  it.each([
    ['the future', bad, 60 * minuteMs, 'NO RECORDING', /^This instant lies in the future/],
    [
      'a time before the retention',
      bad,
      -40 * 24 * 60 * minuteMs,
      'NO RECORDING',
      /^The platform plays nothing at this time: .*Footage is kept from/,
    ],
    [
      'a camera that nobody knows',
      'cam-99',
      -8 * minuteMs,
      'FAILED',
      /^The platform does not know this camera/,
    ],
    [
      'a camera that is never recorded',
      'cam-14',
      -8 * minuteMs,
      'NO RECORDING',
      /^Nothing was recorded by this camera/,
    ],
  ])(
    'says in words why there is nothing of %s, and the other tiles go on',
    { tags: 'long' },
    async (_what, cameraId, inMs, state, words) => {
      await sees({ cameraId, atMs: Date.now() + inMs, states: [state], words })
    },
  )

  it('goes on after a piece of garbage', async () => {
    const atMs = someMinutesAgo()
    opened.stand.proxy.fault = (asked, answer) =>
      isSegment(asked.url) && asked.url?.includes(String(atMs + 2_000)) === true && garbage(asked, answer)
    await playsOverPiece(atMs + 2_000)
  })

  it('goes on after a piece of which the second half is missing', { tags: 'long' }, async () => {
    const atMs = someMinutesAgo()
    opened.stand.proxy.spoil = (url, bytes) =>
      isSegment(url) && url.includes(String(atMs + 2_000)) ? bytes.subarray(0, bytes.length / 2) : bytes
    await playsOverPiece(atMs + 2_000, 'does not deliver')
  })

  const wrongs: readonly { what: string; spoil: (bytes: Buffer) => Buffer }[] = [
    { what: 'garbage', spoil: (bytes) => bytes.fill(0x55) },
    { what: 'half a piece', spoil: (bytes) => bytes.subarray(0, bytes.length / 2) },
    {
      what: 'a piece with a broken index',
      spoil: (bytes) => bytes.fill('skip', bytes.indexOf('mfhd'), bytes.indexOf('mfhd') + 4),
    },
  ]
  it.each(wrongs)(
    'stands at its picture while $what is loaded ahead of it',
    { tags: 'long' },
    async ({ spoil }) => {
      const atMs = someMinutesAgo()
      const { proxy } = opened.stand
      const isPiece = (url: string) => isSegment(url) && url.includes(String(atMs + 2_000))
      proxy.spoil = (url, bytes) => (isPiece(url) ? spoil(bytes) : bytes)
      const seen = await opened.page.evaluate(
        async ([camera, instant, otherMs]) => {
          const { openGroup, add, follow, follows, until, observe } = window.playbackStage
          const createObjectUrl = URL.createObjectURL.bind(URL)
          let sources = 0
          URL.createObjectURL = (source) => {
            sources += 1
            return createObjectUrl(source)
          }
          const tile = add(camera)
          follow(tile, instant, 0, true)
          await until(tile, ['PAUSED'])
          // Another tile plays on while the first one loads ahead.
          const group = openGroup(['cam-01', 'cam-03'], otherMs)
          group.clock.play()
          while (group.clock.epochMs < otherMs + 5_000) await new Promise(requestAnimationFrame)
          const { state } = observe(tile)
          return { state, isRight: follows(tile, instant), sources }
        },
        [bad, atMs, atMs - minuteMs] as const,
      )
      expect(seen).toMatchObject({ state: 'PAUSED', isRight: true })
      expect([...proxy.segments.keys()].some(isPiece)).toBe(true)
      // Its own, the sharpener's, two of the others, and one without the piece.
      expect(seen.sources).toBeLessThanOrEqual(6)
    },
  )

  it.each([
    ['', false],
    [' and its init segment is on its way', true],
  ])(
    'jumps away at the very moment at which a piece turns out not to be there%s',
    async (_when, isInitHeld) => {
      const atMs = someMinutesAgo()
      let inits = 0
      opened.stand.proxy.fault = (asked, answer) => {
        if (asked.url?.includes('-init.mp4') === true) {
          inits += 1
          return isInitHeld && inits === 1
        }
        const isAsked = isSegment(asked.url) && asked.url?.includes(String(atMs)) === true
        return isAsked && answer.writeHead(404).end() !== undefined
      }
      const isRight = await opened.page.evaluate(
        async ([camera, instant, otherMs]) => {
          const { add, follow, until, follows } = window.playbackStage
          const tile = add(camera)
          // Before hls.js hears of it, and before the element says that it seeks.
          window.XMLHttpRequest = class extends XMLHttpRequest {
            constructor() {
              super()
              this.addEventListener('readystatechange', () => {
                if (this.readyState === 4 && this.status === 404) follow(tile, otherMs, 0, true)
              })
            }
          }
          follow(tile, instant, 0, true)
          await until(tile, ['PAUSED'])
          return follows(tile, otherMs)
        },
        [bad, atMs, atMs + minuteMs] as const,
      )
      expect(isRight).toBe(true)
    },
  )

  it('goes to the newest instant when the one before, on its way there, is not to be had', async () => {
    const atMs = someMinutesAgo()
    opened.stand.proxy.fault = (asked, answer) =>
      isSegment(asked.url) &&
      asked.url?.includes(String(atMs + minuteMs)) === true &&
      answer.writeHead(404).end() !== undefined
    const isRight = await opened.page.evaluate(
      async ([camera, instant, missingMs, otherMs]) => {
        const { add, follow, until, follows } = window.playbackStage
        const tile = add(camera)
        follow(tile, instant, 0, true)
        await until(tile, ['PAUSED'])
        follow(tile, missingMs, 0, true)
        follow(tile, otherMs, 0, true)
        await until(tile, ['SEEKING'])
        await until(tile, ['PAUSED'])
        return follows(tile, otherMs)
      },
      [bad, atMs, atMs + minuteMs, atMs - minuteMs] as const,
    )
    expect(isRight).toBe(true)
  })

  it('plays an hour that can be decoded after one that cannot', { tags: 'long' }, async () => {
    const atMs = someMinutesAgo()
    const { proxy } = opened.stand
    // Only of the window that is started first.
    proxy.rewrite = (_path, text) =>
      proxy.started.length === 1 ? text.replaceAll(/CODECS="[^"]+"/g, 'CODECS="hvc1.1.6.L93.B0"') : text
    const isRight = await opened.page.evaluate(
      async ([camera, instant, otherMs]) => {
        const { add, follow, until, follows } = window.playbackStage
        const tile = add(camera)
        follow(tile, instant, 0, true)
        await until(tile, ['UNPLAYABLE'])
        follow(tile, otherMs, 0, true)
        await until(tile, ['PAUSED'])
        return follows(tile, otherMs)
      },
      [bad, atMs, atMs - 120 * minuteMs] as const,
    )
    expect(isRight).toBe(true)
  })

  it('shows what the platform did not deliver as soon as it does', { tags: 'long' }, async () => {
    const atMs = someMinutesAgo()
    opened.stand.proxy.fault = (asked, answer) =>
      isSegment(asked.url) && answer.writeHead(500).end() !== undefined
    const reason = await opened.page.evaluate(
      async ([cameras, instant]) => {
        const { openGroup, until, observe } = window.playbackStage
        openGroup(cameras, instant)
        await until(0, ['FAILED'])
        return observe(0).reason
      },
      [[bad], atMs] as const,
    )
    expect(reason).toContain('internal error')
    opened.stand.proxy.reset()
    const isRight = await opened.page.evaluate(async (instant) => {
      await window.playbackStage.until(0, ['PAUSED'])
      return window.playbackStage.follows(0, instant)
    }, atMs)
    expect(isRight).toBe(true)
  })
})
