import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { framesPerLoop } from '#site/footage/footage-defaults.ts'
import { frameIndexAt } from '#site/footage/frame-code.ts'
import { launchBrowser } from '../../stand/browser.ts'
import { bundlePlayer } from '../media/player-page.ts'
import { type MediaStage, overHost, startMediaStage } from './media-stage.ts'

const cameraId = 'cam-01'
const minuteMs = 60_000

let stage: MediaStage
let browser: Browser
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  stage = await startMediaStage(overHost, await bundlePlayer())
  browser = await launchBrowser()
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  await page.goto(stage.pageUrl)
})
afterAll(async () => {
  await browser?.close()
  await stage?.dispose()
})

it("hls.js as released plays footage under the host's own policy, and does not notice that its session dies", async () => {
  const atMs = Date.now() - 180 * minuteMs
  const { manifest, playbackId } = await stage.call('playback.open', { cameraId, atMs, quality: 'full' })
  await stage.call('playback.hold', { playing: [], paused: [playbackId] })
  await page.evaluate(async (address) => {
    window.player = new window.Player(640)
    await window.player.open(address)
  }, manifest)
  const seek = (wallMs: number) => page.evaluate((at) => window.player.seek(at), wallMs)
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
