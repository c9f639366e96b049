import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { playbackLimits as real } from '#main/core/playback/defaults.ts'
import { framesPerLoop } from '#tools/demo-footage/footage-defaults.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { FakeTime } from '../../unit/main/core/support/fake-time.ts'
import { endAll } from '../../stand/end-all.ts'
import { type SharedBrowser, sharedBrowser } from '../../stand/browser.ts'
import { bundlePlayer } from '../media/player-page.ts'
import type { TestSite } from '../start-site.ts'
import {
  type MediaStage,
  type MediaStageOptions,
  overHost,
  startMediaSite,
  startMediaStage,
} from './media-stage.ts'

const cameraId = 'cam-01'
const minuteMs = 60_000
const pauseMs = 200_000

let site: TestSite
let browser: SharedBrowser
let script: string
beforeAll(async () => {
  ;[site, browser, script] = await Promise.all([startMediaSite(), sharedBrowser(), bundlePlayer()])
})
afterAll(() => endAll(browser, site))

/** A wall of its own, and its page with hls.js. */
async function open(options: MediaStageOptions = {}) {
  const stage = await startMediaStage(site, overHost, script, options)
  onTestFinished(() => stage.dispose())
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  await page.goto(stage.pageUrl)
  return { stage, page, complaints }
}

/** Opens an hour of the camera in the page's player, and holds it. Resolves with its id and what seeks there. */
async function play(stage: MediaStage, page: Page, atMs: number) {
  const { manifest, playbackId } = await stage.call('playback.open', { cameraId, atMs, quality: 'full' })
  await stage.call('playback.hold', { playing: [], paused: [playbackId] })
  await page.evaluate(async (address) => {
    window.player = new window.Player(640)
    await window.player.open(address)
  }, manifest)
  const seek = (wallMs: number) => page.evaluate((at) => window.player.seek(at), wallMs)
  return { playbackId, seek }
}

it("hls.js as released plays footage under the host's own policy, and does not notice that its session dies", async () => {
  const { stage, page, complaints } = await open()
  const atMs = Date.now() - 180 * minuteMs
  const { seek } = await play(stage, page, atMs)
  const shows = { cameraNumber: 1, widthPx: 640 }
  expect(await seek(atMs)).toMatchObject(shows)
  await stage.stopOnPlatform(cameraId)
  const laterMs = atMs + 20 * minuteMs
  const after = await seek(laterMs)
  expect(after).toMatchObject(shows)
  // At the very edge of a picture a player may show the one before.
  const asked = frameIndexAt(laterMs)
  expect([asked, (asked + framesPerLoop - 1) % framesPerLoop]).toContain(after.frameIndex)
  // A seek aborts what is under way; anything that was answered, or that ended the player, would be the gateway's.
  const errors = await page.evaluate(() => window.player.errors)
  expect(errors.filter((error) => error !== 'aborted ')).toEqual([])
  expect(await stage.call('playback.figures', undefined)).toMatchObject({ restarts: 1, sessions: 1 })
  expect(complaints).toEqual([])
})

it('plays on after a pause of 200 s, in the session that it had', async () => {
  const time = new FakeTime()
  time.setWall(Date.now() - time.wallMs())
  const { stage, page } = await open({ idleLimitMs: PLAYBACK_IDLE_LIMIT_IN_MS, time })
  const atMs = Date.now() - 180 * minuteMs
  const { playbackId, seek } = await play(stage, page, atMs)
  expect(await seek(atMs)).toMatchObject({ cameraNumber: 1 })
  // A player that still loads keeps its session by itself.
  await page.evaluate(() => window.player.stopLoading())
  await expect.poll(() => stage.underWay).toBe(0)
  const before = stage.touches.length
  // As often as 200 s have room for, at the slowest that is allowed.
  const { keepAliveAfterInMs, keepAliveJitterInMs } = real
  const times = Math.floor(pauseMs / (keepAliveAfterInMs + keepAliveJitterInMs))
  for (let passedMs = 0; passedMs < pauseMs; passedMs += 1_000) {
    await time.advance(1_000)
    await vi.waitUntil(() => stage.underWay === 0, { timeout: 20_000, interval: 5 })
  }
  expect(stage.touches.length - before).toBeGreaterThanOrEqual(times)
  await stage.call('playback.hold', { playing: [playbackId], paused: [] })
  await page.evaluate(() => window.player.startLoading())
  const laterMs = atMs + 20 * minuteMs
  const after = await seek(laterMs)
  const asked = frameIndexAt(laterMs)
  expect([asked, (asked + framesPerLoop - 1) % framesPerLoop]).toContain(after.frameIndex)
  expect(stage.sessionIds).toHaveLength(1)
  expect(await stage.call('playback.figures', undefined)).toMatchObject({ restarts: 0, sessions: 1 })
})
