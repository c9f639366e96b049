import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { instantOf } from '#tools/demo-footage/frame-code.ts'
import { codeOfStrip, codeStripOf } from '#test/stand/code-strip.ts'
import { type Container, CutFootage } from '../playback/driver/harness/cut-footage.ts'
import { ArchiveRoute } from './harness/archive-route.ts'
import { TimelineStand } from './harness/timeline-stand.ts'

const stand = new TimelineStand()
let archive: ArchiveRoute
beforeAll(async () => {
  await stand.start()
  archive = await ArchiveRoute.open(2)
  stand.route(archive.answer)
})
afterAll(() => stand.dispose())
beforeEach(() => archive.reset())

const minuteMs = 60_000

interface Opened {
  readonly page: Page
  readonly box: { readonly x: number; readonly y: number; readonly width: number }
  /** Of the left edge; the width is ten minutes. */
  readonly fromMs: number
}

async function open(): Promise<Opened> {
  const page = await stand.open('lanes=2&thumbnails&zone=UTC')
  onTestFinished(() => page.close())
  const fromMs = await page.evaluate((agoMs) => {
    const { timeline, nowMs } = window.timelinePage
    const from = nowMs() - agoMs
    timeline.setPlayhead({ mode: 'playback', atMs: from, sinceMs: nowMs(), rate: 0 })
    timeline.showRange(from, from + agoMs / 12)
    return from
  }, 120 * minuteMs)
  const box = await page.locator('.timeline-surface').boundingBox()
  if (!box) throw new Error('no surface')
  return { page, box, fromMs }
}

/** Points at a lane, at this part of the width; resolves once its picture is there. */
async function lookAt(opened: Opened, camera: number, part: number): Promise<void> {
  const { page, box } = opened
  await page.mouse.move(box.x + box.width * part, box.y + (camera === 1 ? 12 : 38))
  await waitForPicture(opened, camera, part)
}

/** Camera and instant of the picture on the card, read from its pixels. */
async function shown(page: Page, nearMs: number) {
  const card = page.locator('.timeline-card-picture')
  const size = await card.evaluateAll(([picture]) => {
    if (!(picture instanceof HTMLCanvasElement) || picture.hidden || picture.width === 0) return undefined
    return { width: picture.width, height: picture.height }
  })
  if (size === undefined) return undefined
  const picture = { x: 0, y: 0, ...size }
  const strip = codeStripOf(picture)
  const data = await card.evaluate((canvas: HTMLCanvasElement, { x, y, width, height }) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    context?.drawImage(canvas, 0, 0)
    return Array.from(context?.getImageData(x, y, width, height).data ?? [])
  }, strip)
  const pixels = { data: Uint8Array.from(data), width: strip.width, height: strip.height, channels: 4 }
  const code = codeOfStrip(pixels, strip, picture)
  return code && { camera: code.cameraNumber, atMs: instantOf(code.frameIndex, nearMs) }
}

/** The picture at the beginning of the step of the pointer's segment: a step and a segment before it at most. */
async function waitForPicture({ page, fromMs }: Opened, camera: number, part: number): Promise<void> {
  const wantedMs = fromMs + part * 10 * minuteMs
  await expect
    .poll(
      async () => {
        const picture = await shown(page, wantedMs)
        const beforeMs = picture ? wantedMs - picture.atMs : Number.NaN
        return picture?.camera === camera && beforeMs > -500 && beforeMs < 4_000
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(true)
}

describe('thumbnails', () => {
  it('show the camera and the instant under the pointer', async () => {
    const opened = await open()
    await lookAt(opened, 1, 0.25)
    await lookAt(opened, 2, 0.75)
  })

  it('ask for the head of the smallest rendition alone, and for nothing twice', async () => {
    const opened = await open()
    for (const part of [0.2, 0.4, 0.2]) await lookAt(opened, 1, part)
    expect(archive.asked).toHaveLength(2)
    for (const asked of archive.asked) expect(asked).toMatch(/^cam-1 reduced \S+ bytes=0-262143$/)
  })

  it('come from a server that knows no ranges, too', { tags: 'long' }, async () => {
    archive.hasRanges = false
    const opened = await open()
    await lookAt(opened, 1, 0.5)
  })

  it('are made of the whole segment when the key frame is longer than its head', {
    tags: 'long',
  }, async () => {
    archive.mostBytes = 2_000
    const opened = await open()
    await lookAt(opened, 1, 0.5)
    expect(archive.asked.map((asked) => asked.split(' ').at(-1))).toEqual(['bytes=0-262143', 'whole'])
  })

  it('follow a hand that moves on: two requests at a time, the newest wish wins', async () => {
    archive.delayMs = 300
    const opened = await open()
    const { page, box } = opened
    const fromMs = performance.now()
    await page.mouse.move(box.x + 100, box.y + 12)
    await page.mouse.move(box.x + box.width * 0.9, box.y + 12, { steps: 150 })
    await waitForPicture(opened, 1, 0.9)
    const tookMs = performance.now() - fromMs
    expect(archive.mostUnderWay).toBeLessThanOrEqual(2)
    // Two at a time, each 300 ms: no more fit in. Every step would have been one of a hundred segments.
    expect(archive.asked.length).toBeLessThanOrEqual((2 * tookMs) / 300 + 2)
  })

  it('come from another playback when the one before has been let go', { tags: 'long' }, async () => {
    const opened = await open()
    await lookAt(opened, 1, 0.3)
    archive.isLetGo = true
    await lookAt(opened, 1, 0.6)
  })

  it('say when they were taken, and none stands under an instant that was not recorded', async () => {
    const opened = await open()
    const { page, box, fromMs } = opened
    const atMs = fromMs + 5 * minuteMs
    archive.gap = { fromMs: atMs, untilMs: atMs + 2 * minuteMs }
    await lookAt(opened, 1, 0.49)
    const picture = await shown(page, atMs)
    const taken = page.locator('.timeline-card-taken')
    const time = new Date(picture?.atMs ?? 0).toISOString().slice(11, 19)
    await expect.poll(() => taken.textContent()).toBe(`Picture ${time}`)
    // Six seconds on: the picture from before would be near enough.
    await page.mouse.move(box.x + box.width * 0.51, box.y + 12)
    await page.locator('.timeline-card-picture').waitFor({ state: 'hidden' })
    expect(await taken.textContent()).toBe('')
    await lookAt(opened, 1, 0.75)
  })

  it.each<Container>(['MP4', 'MPEG-TS'])(
    'are of the key frame before where %s is cut by time, and say when that was taken',
    async (container) => {
      archive.cut = new CutFootage({ container })
      // Its clip takes long to read.
      await archive.cut.piece({ camera: '1', rendition: 'reduced', siteMs: 0, piece: 0 })
      const opened = await open()
      const taken = opened.page.locator('.timeline-card-taken')
      for (const part of [0.2, 0.4, 0.6]) {
        await lookAt(opened, 1, part)
        // A better picture may take the place of this one meanwhile.
        const saidAndShown = async () => {
          const picture = await shown(opened.page, opened.fromMs + part * 10 * minuteMs)
          const time = new Date(Math.round(picture?.atMs ?? 0)).toISOString().slice(11, 19)
          return [await taken.textContent(), `Picture ${time}`]
        }
        await expect.poll(saidAndShown).toSatisfy(([said, isShown]) => said === isShown)
      }
    },
  )

  it('show nothing, and go on, when the footage is garbage', { tags: 'long' }, async () => {
    archive.isGarbage = true
    const opened = await open()
    const { page, box } = opened
    await page.mouse.move(box.x + box.width * 0.3, box.y + 12)
    await expect.poll(() => archive.asked.length).toBeGreaterThan(0)
    archive.isGarbage = false
    await lookAt(opened, 1, 0.6)
  })
})
