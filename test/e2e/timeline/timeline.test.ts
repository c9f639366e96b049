import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { timelineDefaults } from '#renderer/timeline/defaults.ts'
import { TimelineStand } from './harness/timeline-stand.ts'
import type { TimelinePage } from './page/page.ts'
import { secondsApart } from './seconds-apart.ts'

declare global {
  interface Window {
    timelinePage: TimelinePage
  }
}

const stand = new TimelineStand()
beforeAll(() => stand.start())
afterAll(() => stand.dispose())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

async function open(query: string, ...more: [({ width: number; height: number } | undefined)?, number?]) {
  const page = await stand.open(query, ...more)
  onTestFinished(() => page.close())
  await drawn(page)
  return page
}

/** Resolves once the worker has drawn all that was asked so far, and rests. */
async function drawn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { timeline } = window.timelinePage
    let frames = -1
    let resting = 0
    while (resting < 3) {
      await new Promise((done) => requestAnimationFrame(done))
      const now = await timeline.figures()
      resting = now.isResting && now.frames === frames && frames > 0 ? resting + 1 : 0
      frames = now.frames
    }
    return frames
  })
}

/** Shows `[fromMs, untilMs)`, the playhead in the middle, and waits for the picture with all that is recorded. */
async function showRange(page: Page, fromMs: number, untilMs: number): Promise<void> {
  const range = [fromMs, untilMs] as const
  await page.evaluate(([from, until]) => {
    const { timeline, nowMs } = window.timelinePage
    timeline.setPlayhead({ mode: 'playback', atMs: (from + until) / 2, sinceMs: nowMs(), rate: 0 })
    timeline.showRange(from, until)
  }, range)
  await page.waitForFunction(([from, until]) => {
    const { nowMs, isCovered } = window.timelinePage
    // What was now when it was asked is a moment ago.
    return isCovered(from, Math.min(until, nowMs() - 60_000))
  }, range)
  await drawn(page)
}

/** The same, relative to the page's now. */
async function show(page: Page, fromMs: number, untilMs: number): Promise<void> {
  const now = await nowMs(page)
  await showRange(page, now + fromMs, now + untilMs)
}

const surfaceOf = async (page: Page) => {
  const box = await page.locator('.timeline-surface').boundingBox()
  if (!box) throw new Error('no surface')
  return box
}
const asked = (page: Page) => page.evaluate(() => window.timelinePage.asked)
const nowMs = (page: Page) => page.evaluate(() => window.timelinePage.nowMs())
const spoken = (page: Page) => page.locator('.timeline-surface').getAttribute('aria-valuetext')

/** Colours of one line of the picture, `#rrggbb`, from a screenshot: what an operator sees. */
async function colours(page: Page, topPx: number, atPx: readonly number[]): Promise<string[]> {
  const box = await surfaceOf(page)
  const png = await page.screenshot({
    clip: { ...box, y: box.y + topPx, height: 1 },
    animations: 'disabled',
  })
  return page.evaluate(
    async ([data, columns]) => {
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]),
      )
      const canvas = new OffscreenCanvas(image.width, 1)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      return columns.map((px) => {
        const [red = 0, green = 0, blue = 0] = context?.getImageData(px, 0, 1, 1).data ?? []
        return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      })
    },
    [png.toString('base64'), atPx] as const,
  )
}

/** Pulls and lets go at that speed, by the times that the events say: how fast the machine is does not matter. */
async function drag(
  page: Page,
  { fromPx, byPx, topPx, pxPerMs }: { fromPx: number; byPx: number; topPx: number; pxPerMs: number },
): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const startSeconds = Date.now() / 1_000
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', part: number) =>
    client.send('Input.dispatchMouseEvent', {
      type,
      x: fromPx + byPx * part,
      y: topPx,
      button: 'left',
      clickCount: 1,
      timestamp: startSeconds + Math.abs((byPx * part) / pxPerMs) / 1_000,
    })
  await send('mousePressed', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) await send('mouseMoved', part)
  await send('mouseReleased', 1)
}

/** On the line of the axis where its ticks begin, at two pixels of the screen each: colours that are of no tick. */
async function blursAmongTicks(page: Page): Promise<string[]> {
  const { width, height } = await surfaceOf(page)
  const axisPx = await page.evaluate(() => {
    const playhead = document.querySelector<HTMLElement>('.timeline-playhead')
    if (playhead) playhead.style.visibility = 'hidden'
    return Math.round((44 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16)
  })
  const columns = Array.from({ length: 2 * Math.floor(width) }, (_, px) => px)
  const line = await colours(page, height - axisPx + 1, columns)
  const counts = Map.groupBy(line, (colour) => colour)
  // Its background, and ticks with a label and without one.
  const plain = [...counts.keys()]
    .toSorted((a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0))
    .slice(0, 3)
  expect(plain).toHaveLength(3)
  return line.filter((colour) => !plain.includes(colour))
}

/** Two hours in which half an hour comes twice: the axis as pixels, the playhead in words. */
async function lordHowe() {
  const page = await open('lanes=3&zone=Australia/Lord_Howe&now=2026-04-06T00:00:00Z')
  await showRange(page, Date.parse('2026-04-04T12:30:00Z'), Date.parse('2026-04-04T17:00:00Z'))
  const { x, y, width, height } = await surfaceOf(page)
  const axis = await page.screenshot({ clip: { x, y: y + height - 30, width, height: 30 } })
  const isNative = await page.evaluate(() => 'Temporal' in globalThis)
  const words = await spoken(page)
  await page.close()
  return { axis, isNative, words }
}

describe('the timeline on a page', () => {
  it('draws nothing while nothing changes, playback and all', async () => {
    const page = await open('lanes=9&events=9000')
    await show(page, -12 * hourMs, -6 * hourMs)
    const before = await page.evaluate(async () => {
      const { timeline, nowMs } = window.timelinePage
      timeline.setPlayhead({ mode: 'playback', atMs: nowMs() - 32_400_000, sinceMs: nowMs(), rate: 16 })
      return (await timeline.figures()).frames
    })
    const line = page.locator('.timeline-playhead')
    const placed = await line.getAttribute('style')
    // The playhead moves by a pixel in under two seconds: over a picture that stands.
    await page.waitForFunction(
      (was) => document.querySelector('.timeline-playhead')?.getAttribute('style') !== was,
      placed,
    )
    expect(await drawn(page)).toBe(before)
  })

  it('shows footage and gaps where they are, and never footage of the future', async () => {
    const page = await open('lanes=3')
    await show(page, -24 * hourMs, 2 * hourMs)
    const { width } = await surfaceOf(page)
    // Of a lane of 26 pixels, the bar below the band of events.
    const barPx = 19
    const columns = Array.from({ length: Math.floor(width) }, (_, px) => px)
    const line = () => colours(page, barPx, columns)
    const past = async () => (await line()).slice(0, Math.floor((24 / 26) * width) - 3)
    const share = async () => {
      const pixels = await past()
      return pixels.filter((colour) => colour === '#343e48').length / pixels.length
    }
    await expect.poll(share).toBeGreaterThan(0.9)
    expect(await past()).toContain('#171b1f')
    const future = (await line()).slice(Math.ceil((24 / 26) * width) + 3)
    // In the evening the line of midnight stands there, too.
    expect(future.filter((colour) => colour !== '#121518' && colour !== '#454d55')).toEqual([])
    expect(future.filter((colour) => colour === '#454d55').length).toBeLessThan(3)
  })

  it('says of which cameras nobody knows what is recorded', async () => {
    const page = await open('lanes=3&unknown')
    const note = page.getByText('recordings not known')
    await note.waitFor()
    expect(await note.count()).toBe(1)
    expect(await page.locator('.timeline-labels li').nth(1).innerText()).toContain('recordings not known')
  })

  it('zooms at the pointer: the instant below it stays there', async () => {
    const page = await open('lanes=3')
    await show(page, -4 * hourMs, 0)
    const box = await surfaceOf(page)
    await page.mouse.move(box.x + 500, box.y + 30)
    const before = await page.locator('.timeline-card-time').textContent()
    await page.mouse.wheel(0, -400)
    await drawn(page)
    await page.mouse.move(box.x + 500.4, box.y + 30)
    const after = await page.locator('.timeline-card-time').textContent()
    // A wheel's place is told in whole pixels, which were so long before.
    expect(secondsApart(before ?? '', after ?? '')).toBeLessThanOrEqual((4 * 3_600) / box.width)
    await page.mouse.wheel(0, -6_000)
    await drawn(page)
    await page.mouse.move(box.x + 500, box.y + 31)
    expect(await page.locator('.timeline-card-time').textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d ·/)
  })

  it('scrubs while dragged, the newest instant last, and releases once', async () => {
    const page = await open('lanes=3')
    await show(page, -2 * hourMs, 0)
    const box = await surfaceOf(page)
    await page.mouse.move(box.x + 300, box.y + 30)
    await page.mouse.down()
    await page.mouse.move(box.x + 700, box.y + 30, { steps: 10 })
    const head = await page.locator('.timeline-playhead').boundingBox()
    expect(Math.abs((head?.x ?? 0) - box.x - 700)).toBeLessThan(10)
    await page.mouse.up()
    const events = await asked(page)
    expect(events.slice(0, -1).every(({ kind }) => kind === 'scrub')).toBe(true)
    expect(events.length).toBeGreaterThan(5)
    expect(events.at(-1)?.kind).toBe('release')
    const expectedMs = (await nowMs(page)) - 2 * hourMs * (1 - 700 / box.width)
    expect(Math.abs((events.at(-1)?.atMs ?? 0) - expectedMs)).toBeLessThan(20_000)
  })

  it('moves the view, and glides on, when its axis is dragged; the wall is not asked for anything', async () => {
    const page = await open('lanes=3')
    await show(page, -48 * hourMs, -46 * hourMs)
    const box = await surfaceOf(page)
    const head = page.locator('.timeline-playhead')
    const startPx = (await head.boundingBox())?.x ?? 0
    const dragPx = 60
    await drag(page, { fromPx: box.x + 900, byPx: -dragPx, topPx: box.y + box.height - 10, pxPerMs: 1 })
    await drawn(page)
    const endPx = (await head.boundingBox())?.x ?? 0
    // All of a glide is its speed times the time in which that decays, but for the end that nobody sees.
    const { decayMs, stopBelowPxPerMs } = timelineDefaults.glide
    const glidePx = startPx - endPx - dragPx
    expect(glidePx).toBeGreaterThan((1 - stopBelowPxPerMs) * decayMs - 2)
    expect(glidePx).toBeLessThan(decayMs + 2)
    expect(await asked(page)).toEqual([])
  })

  it('goes along with a playhead that is sent elsewhere, though a hand had moved the view', async () => {
    const page = await open('lanes=3')
    await show(page, -2 * hourMs, 0)
    const box = await surfaceOf(page)
    await page.mouse.move(box.x + 600, box.y + box.height - 10)
    await page.mouse.wheel(3_000, 0)
    await drawn(page)
    const head = page.locator('.timeline-playhead')
    expect(await head.isVisible()).toBe(false)
    await page.evaluate((agoMs) => {
      const { timeline, nowMs } = window.timelinePage
      timeline.setPlayhead({ mode: 'playback', atMs: nowMs() - agoMs, sinceMs: nowMs(), rate: 1 })
    }, 72 * hourMs)
    await drawn(page)
    const middlePx = (await head.boundingBox())?.x ?? 0
    expect(Math.abs(middlePx - box.x - box.width / 2)).toBeLessThan(10)
  })

  it('is a slider that says in words where it is, and is worked by keys', async () => {
    const page = await open('lanes=3&zone=Europe/Berlin&now=2026-10-25T01:30:00Z')
    const slider = page.getByRole('slider', { name: 'Time' })
    expect(await slider.getAttribute('aria-valuetext')).toMatch(
      /^Live, 02:30:\d\d \(UTC\+1\), Sunday 25 October 2026, Europe\/Berlin$/,
    )
    await slider.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    const [first, second, ...others] = await asked(page)
    expect([first?.kind, second?.kind, others]).toEqual(['release', 'release', []])
    expect(Math.round(((first?.atMs ?? 0) - (second?.atMs ?? 0)) / 1_000)).toBe(10)
    expect(await spoken(page)).toMatch(/^02:29:\d\d \(UTC\+1\)/)
    await page.keyboard.press('Home')
    expect((await asked(page)).at(-1)?.kind).toBe('live')
    expect(await spoken(page)).toMatch(/^Live/)
  })

  it('looks the same, and says the same, in a browser without Temporal', { tags: 'long' }, async () => {
    const native = await lordHowe()
    stand.hasTemporal = false
    const filled = await lordHowe()
    stand.hasTemporal = true
    expect([native.isNative, filled.isNative]).toEqual([true, false])
    expect(filled.words).toBe(native.words)
    expect(filled.words).toBe('01:45:00 (UTC+11), Sunday 5 April 2026, Australia/Lord_Howe')
    expect(filled.axis.equals(native.axis)).toBe(true)
  })

  it('says which events the pointer is over', async () => {
    const page = await open('lanes=3')
    await show(page, -2 * hourMs, 0)
    const box = await surfaceOf(page)
    await page.evaluate(() => {
      const { timeline, nowMs } = window.timelinePage
      const startMs = Float64Array.from([0, 100, 200], (ms) => nowMs() - 3_600_000 + ms)
      const chunk = { startMs, rowIds: Uint32Array.from([1, 2, 3]) }
      timeline.addEvents('cam-1', { typeId: 1, layer: 'events', chunk })
    })
    await drawn(page)
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.getByText('3 × Sale').waitFor()
    await page.mouse.move(box.x + box.width / 4, box.y + 10)
    await page.getByText('3 × Sale').waitFor({ state: 'detached' })
    await page.mouse.move(box.x + box.width / 2, box.y + 10)
    await page.getByText('3 × Sale').waitFor()
    await show(page, -6 * hourMs, -4 * hourMs)
    await page.getByText('3 × Sale').waitFor({ state: 'detached' })
  })

  it('is as sharp as the screen, and follows the size of the page', async () => {
    const page = await open('lanes=36', { width: 1920, height: 1080 }, 2)
    const before = await surfaceOf(page)
    expect(await blursAmongTicks(page)).toEqual([])
    await page.setViewportSize({ width: 1640, height: 1080 })
    await drawn(page)
    expect((await surfaceOf(page)).width).toBe(before.width - 280)
    // A picture of before, squeezed, would have its ticks between the pixels.
    expect(await blursAmongTicks(page)).toEqual([])
    const labels = page.locator('.timeline-labels')
    expect(await labels.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true)
  })
})
