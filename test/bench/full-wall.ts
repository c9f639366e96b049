import { WallStand } from '../stand/wall-stand.ts'
import { quantile } from './statistics.ts'

const TILES = 36
/** Of demo cameras. */
const FRAMES_PER_SECOND = 15

export interface FullWallFigures {
  /** From a key press to the next frame of the page, as the browser measures it; 16 where it was sooner. */
  readonly echoP95Ms: number
  /** Frames of the selected tile of those that its camera films. */
  readonly selectedShare: number
}

/** In the page: how long each key press was on its way to the screen, and the frames of the selected tile. */
function watch() {
  const seen = { echoesMs: [] as number[], frames: 0, sinceMs: performance.now() }
  // The types of TypeScript do not know its threshold.
  const times: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.echoesMs.push(duration)
  }).observe(times)
  for (const video of document.querySelectorAll<HTMLVideoElement>('[data-tile][aria-current] video')) {
    const count = () => {
      seen.frames += 1
      video.requestVideoFrameCallback(count)
    }
    video.requestVideoFrameCallback(count)
  }
  Object.assign(globalThis, { fullWall: seen })
}

function watched() {
  const { echoesMs, frames, sinceMs } = (
    globalThis as unknown as { fullWall: { echoesMs: number[]; frames: number; sinceMs: number } }
  ).fullWall
  return { echoesMs, framesPerSecond: (frames * 1_000) / (performance.now() - sinceMs) }
}

/** As many pictures as a window may have: whether the wall answers its keys, and what the selected tile keeps. */
export async function measureFullWall(keys: number): Promise<FullWallFigures> {
  const stand = await WallStand.start({ layout: TILES, site: { cameras: TILES } })
  try {
    const wall = await stand.open()
    await wall.untilPlaying(TILES, 180_000)
    await wall.page.evaluate(watch)
    for (let typed = 0; typed < keys; typed += 2) {
      await wall.press(String((typed % 9) + 1))
      await wall.page.waitForTimeout(120)
      await wall.press('Escape')
      await wall.page.waitForTimeout(120)
    }
    const { echoesMs, framesPerSecond } = await wall.page.evaluate(watched)
    const sooner = Array.from({ length: Math.max(0, keys - echoesMs.length) }, () => 16)
    return {
      echoP95Ms: quantile([...echoesMs, ...sooner], 0.95),
      selectedShare: framesPerSecond / FRAMES_PER_SECOND,
    }
  } finally {
    await stand.dispose()
  }
}
