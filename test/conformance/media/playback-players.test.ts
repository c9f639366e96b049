/** @module-tag long */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPlaybackResponse } from '#contract/platform/playback.ts'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { addressesIn, faultsOfMaster, faultsOfMedia } from '../../stand/manifest-lint.ts'
import { ask } from '../api/requests.ts'
import { countPackets, playWithFfmpeg, whyNoFfmpeg } from './ffmpeg.ts'
import { playbackStand } from './playback-stand.ts'
import { bundlePlayer } from './player-page.ts'

const minuteMs = 60_000
/** Ten seconds after a half minute: windows begin and end within a loop. */
const noon = Date.UTC(2026, 10, 20, 12, 1, 40)
/** The clocks of Berlin went back at this instant. */
const clockChange = Date.parse('2026-10-25T01:00Z')

async function manifestOf(
  stand: Awaited<ReturnType<typeof playbackStand>>,
  cameraId: string,
  startMs: number,
  endMs: number,
): Promise<string> {
  const answer = await stand.get(`/v1/playback/start?cameraId=${cameraId}&start=${startMs}&end=${endMs}`)
  expect(answer.text).toContain('manifest.m3u8')
  return startPlaybackResponse.parse(answer.json).url
}

/** Every playlist of a manifest, by its address. */
async function playlistsOf(url: string): Promise<Map<string, string>> {
  const master = await ask(url)
  expect(faultsOfMaster(master.text)).toEqual([])
  const playlists = new Map<string, string>()
  for (const address of addressesIn(master.text)) {
    const playlist = new URL(address, url).href
    playlists.set(playlist, (await ask(playlist)).text)
  }
  return playlists
}

const windows = [
  ['without a gap, over ten ends of the loop', 'cam-01', noon - 5 * minuteMs, noon, 0],
  ['with a gap of six seconds every three minutes', 'cam-12', noon - 8 * minuteMs, noon, 3],
  ['with a gap a few minutes ago', 'cam-10', noon - 12 * minuteMs, noon, 1],
  ['around a change of the clocks', 'cam-04', clockChange - 32 * minuteMs, clockChange + 27 * minuteMs, 0],
  [
    'over a whole gap of a change of the clocks',
    'cam-04',
    clockChange + 20 * minuteMs,
    clockChange + 47 * minuteMs,
    0,
  ],
] as const

describe.for(windows)('a window %s', ([_what, cameraId, startMs, endMs, gaps]) => {
  it('keeps the rules of HLS, in both renditions alike', async () => {
    const stand = await playbackStand({ nowMs: noon })
    const playlists = [...(await playlistsOf(await manifestOf(stand, cameraId, startMs, endMs))).values()]
    expect(playlists).toHaveLength(2)
    for (const text of playlists) {
      expect(faultsOfMedia(text)).toEqual([])
      expect(text.match(/#EXT-X-DISCONTINUITY$/gm) ?? []).toHaveLength(gaps)
      expect(text).toMatch(/#EXT-X-ENDLIST\n$/)
    }
    expect(addressesIn(playlists[0] ?? '')).toEqual(addressesIn(playlists[1] ?? ''))
  })

  it('is played by ffmpeg to its end without a word, every picture of it', async (context) => {
    const reason = whyNoFfmpeg()
    if (reason !== undefined) context.skip(reason)
    const stand = await playbackStand({ nowMs: noon })
    const url = await manifestOf(stand, cameraId, startMs, endMs)
    const [text = ''] = (await playlistsOf(url)).values()
    const pictures = addressesIn(text).length * 30
    expect(await playWithFfmpeg(url, 'warning')).toEqual({ messages: '', frames: pictures })
    expect(await countPackets(url)).toContain(pictures)
  })
})

describe('hls.js in Chromium', () => {
  let browser: SharedBrowser
  let script: string

  beforeAll(async () => {
    browser = await sharedBrowser()
    script = await bundlePlayer()
  })
  afterAll(() => browser?.close())

  async function open(baseUrl: string, url: string, widthPx = 640): Promise<Page> {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    // A page of another origin than the manifest: localhost is not 127.0.0.1.
    await page.goto(`${baseUrl.replace('127.0.0.1', 'localhost')}/healthz`)
    await page.addScriptTag({ content: script })
    await page.evaluate(
      async ([address, wanted]) => {
        window.player = new window.Player(Number(wanted))
        await window.player.open(String(address))
      },
      [url, widthPx],
    )
    return page
  }

  it.each([
    ['cam-12', 640],
    ['cam-12', 320],
    ['cam-01', 640],
  ])('shows the asked instant of %s, %d pixels wide, wherever it seeks', async (cameraId, widthPx) => {
    const startMs = noon - 60 * minuteMs
    const stand = await playbackStand({ nowMs: noon })
    const url = await manifestOf(stand, cameraId, startMs, noon)
    const page = await open(stand.baseUrl, url, widthPx)
    const [text = ''] = (await playlistsOf(url)).values()
    const starts = [...text.matchAll(/PROGRAM-DATE-TIME:(.+)/g)].map(([, iso = '']) => Date.parse(iso))
    for (let at = 0; at < 24; at += 1) {
      // Forwards and backwards over the hour, at edges of segments and within them.
      const segment = starts[(at * 701) % starts.length] ?? 0
      const wallMs = segment + ([0, 20, 990, 1_980][at % 4] ?? 0)
      const shown = await page.evaluate((wanted) => window.player.seek(wanted), wallMs)
      expect(shown.cameraNumber).toBe(Number(cameraId.slice(4)))
      expect(shown.widthPx).toBe(widthPx)
      const asked = frameIndexAt(wallMs)
      // At the very edge of a picture a player may show the one before.
      expect([asked, (asked + framesPerLoop - 1) % framesPerLoop]).toContain(shown.frameIndex)
      expect(Math.abs(shown.wallMs - wallMs)).toBeLessThan(70)
    }
    expect(
      await page.evaluate(() => window.player.errors.filter((error) => error.startsWith('fatal'))),
    ).toEqual([])
    const most = await page.evaluate(() => Math.max(...window.player.requests.values()))
    expect(most).toBeLessThanOrEqual(3)
  })

  it('plays on over the end of the loop and over a gap, picture by picture', async () => {
    const stand = await playbackStand({ nowMs: noon })
    const loopEnd = noon - 10_000 - 30_000
    // cam-12 is not recorded from 70 s to 76 s of each three minutes.
    const gapStart = Math.floor(noon / 180_000) * 180_000 - 180_000 + 70_000
    for (const [cameraId, edgeMs] of [
      ['cam-01', loopEnd],
      ['cam-12', gapStart],
    ] as const) {
      const page = await open(
        stand.baseUrl,
        await manifestOf(stand, cameraId, edgeMs - 20_000, edgeMs + 20_000),
      )
      const pictures = await page.evaluate(async (edge) => {
        const { player } = window
        await player.seek(edge - 1_500)
        const from = player.pictures.length
        await player.play()
        await player.nextPicture(from + 44)
        player.pause()
        return player.pictures.slice(from - 1)
      }, edgeMs)
      for (const { frameIndex, wallMs } of pictures) {
        const distance = Math.abs(frameIndex - frameIndexAt(wallMs + 10))
        expect(Math.min(distance, framesPerLoop - distance)).toBeLessThanOrEqual(1)
      }
      expect(pictures.some(({ wallMs }) => wallMs > edgeMs)).toBe(true)
    }
  })
})
