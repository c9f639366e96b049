import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { playbackLimits as real } from '#main/core/playback/defaults.ts'
import { framesPerLoop } from '#site/footage/footage-defaults.ts'
import { frameIndexAt } from '#site/footage/frame-code.ts'
import { PLAYBACK_IDLE_LIMIT_IN_MS } from '#contract/platform/limits.ts'
import { FakeTime } from '../../unit/main/core/support/fake-time.ts'
import { launchBrowser } from '../../stand/browser.ts'
import { bundlePlayer } from '../media/player-page.ts'
import { type MediaStage, overHost, startMediaStage } from './media-stage.ts'

const cameraId = 'cam-01'
const minuteMs = 60_000
const pauseMs = 200_000

const time = new FakeTime()
let stage: MediaStage
let browser: Browser
let page: Page
beforeAll(async () => {
  time.setWall(Date.now() - time.wallMs())
  stage = await startMediaStage(overHost, await bundlePlayer(), {
    idleLimitMs: PLAYBACK_IDLE_LIMIT_IN_MS,
    time,
  })
  browser = await launchBrowser()
  page = await browser.newPage()
  await page.goto(stage.pageUrl)
})
afterAll(async () => {
  await browser?.close()
  await stage?.dispose()
})

it('plays on after a pause of 200 s, in the session that it had', async () => {
  const atMs = Date.now() - 180 * minuteMs
  const { manifest, playbackId } = await stage.call('playback.open', { cameraId, atMs, quality: 'full' })
  await stage.call('playback.hold', { playing: [], paused: [playbackId] })
  await page.evaluate(async (address) => {
    window.player = new window.Player(640)
    await window.player.open(address)
  }, manifest)
  const seek = (wallMs: number) => page.evaluate((instant) => window.player.seek(instant), wallMs)
  expect(await seek(atMs)).toMatchObject({ cameraNumber: 1 })
  // A player that still loads keeps its session by itself.
  await page.evaluate(() => window.player.stopLoading())
  await vi.waitUntil(() => stage.underWay === 0)
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
