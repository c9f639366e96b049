/** @module-tag long */
import { describe, expect, it } from 'vitest'
import { oneGap } from '#test/stand/one-gap.ts'
import type { WallPage } from '#test/stand/wall-page.ts'
import { WallStand } from '#test/stand/wall-stand.ts'

/** How many tiles are in one of these states. */
const count = (wall: WallPage, ...wanted: string[]) =>
  wall.states().then((states) => states.filter((state) => wanted.includes(state)).length)
/** Nine and more at once take their time to begin on a busy machine. */
const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 60_000 })

/** Now, when the wall looks, camera 11 has footage. */
const farGap = oneGap(11, { agoMs: 3 * 3_600_000, lengthMs: 60_000 })

async function together(look: (wall: WallPage) => Promise<void>): Promise<void> {
  const flags = [...farGap.flags, '--playback-sessions', '36']
  const stand = await WallStand.start({ layout: 16, site: { flags } })
  try {
    const wall = await stand.open()
    await poll(() => count(wall, 'LIVE', 'LATE')).toBeGreaterThanOrEqual(15)
    await wall.press('s')
    await look(wall)
  } finally {
    await stand.dispose()
  }
}

interface Look {
  readonly widthPx: number
  readonly isBlank: boolean
}

/** What is in front in a tile of the past at each frame of the screen, each other look once. */
async function watchPicture(wall: WallPage, tile: number) {
  const seen = await wall.tile(tile).evaluateHandle((element) => {
    const canvas = document.createElement('canvas')
    canvas.width = 16
    canvas.height = 9
    const drawing = canvas.getContext('2d', { willReadFrequently: true })
    const watched = { looks: [] as { widthPx: number; isBlank: boolean }[], isOver: false }
    const look = () => {
      const place = element.querySelector('.picture-past')
      const layers = [...(place?.querySelectorAll('video, canvas') ?? [])]
      // What is still being made ready lies behind.
      const shown = layers.filter((layer) => getComputedStyle(layer).zIndex !== '-1')
      const front = shown.findLast((layer) => layer.checkVisibility({ visibilityProperty: true }))
      const isPicture = front instanceof HTMLVideoElement || front instanceof HTMLCanvasElement
      const widthPx = front instanceof HTMLVideoElement ? front.videoWidth : isPicture ? front.width : 0
      drawing?.clearRect(0, 0, 16, 9)
      if (isPicture && widthPx > 0) drawing?.drawImage(front, 0, 0, 16, 9)
      const isBlank =
        drawing?.getImageData(0, 0, 16, 9).data.every((value, at) => at % 4 === 3 || value < 16) ?? true
      const last = watched.looks.at(-1)
      if (last?.widthPx !== widthPx || last.isBlank !== isBlank) watched.looks.push({ widthPx, isBlank })
      if (!watched.isOver) requestAnimationFrame(look)
    }
    look()
    return watched
  })
  const looks = (): Promise<readonly Look[]> => seen.evaluate((watched) => watched.looks)
  return { looks, stop: () => seen.evaluate((watched) => void (watched.isOver = true)) }
}

describe('sixteen tiles in the past', () => {
  it('are shown where the platform has sessions for them, but for the camera that is never recorded', async () => {
    await together(async (wall) => {
      await poll(() => count(wall, 'PLAYING', 'GAP')).toBe(15)
      await poll(() => wall.tile(14).getAttribute('data-state')).toBe('NO RECORDING')
      expect(await wall.page.locator('[data-tile][data-mode="playback"]').count()).toBe(16)
    })
  })

  it('are enlarged without a moment of no picture', async () => {
    await together(async (wall) => {
      await poll(() => count(wall, 'PLAYING', 'GAP')).toBe(15)
      await wall.press('k')
      await poll(() => wall.tile(1).getAttribute('data-state')).toBe('PAUSED')
      const { looks, stop } = await watchPicture(wall, 1)
      await poll(async () => (await looks()).length).toBeGreaterThan(0)
      const [small] = await looks()
      await wall.press('Enter')
      await poll(async () => (await looks()).at(-1)?.widthPx).toBeGreaterThan(small?.widthPx ?? 0)
      await stop()
      expect(small).toMatchObject({ widthPx: 320, isBlank: false })
      expect((await looks()).filter(({ isBlank }) => isBlank)).toEqual([])
    })
  })
})
