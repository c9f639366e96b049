import { expect } from 'vitest'
import type { WallPage } from '../../stand/wall-page.ts'

/** Waits until the timeline's card says so of the mark of a camera at an instant, under the pointer there. */
export async function untilMarked(
  wall: WallPage,
  cameraName: string,
  atMs: number,
  words: string | RegExp,
): Promise<void> {
  const surface = wall.page.locator('.timeline-surface')
  const lane = wall.page.locator('.timeline-labels li', { hasText: cameraName })
  const card = wall.page.locator('.timeline-card')
  let nudge = 0
  const cardWords = async () => {
    const area = await surface.boundingBox()
    const row = await lane.boundingBox()
    const [fromS = 0, untilS = 0] = await surface.evaluate((element) =>
      ['aria-valuemin', 'aria-valuemax'].map((name) => Number(element.getAttribute(name))),
    )
    if (area === null || row === null || untilS <= fromS) return ''
    // A pointer that does not move asks nothing anew.
    nudge = (nudge + 1) % 3
    const x = area.x + (area.width * (atMs / 1_000 - fromS)) / (untilS - fromS)
    await wall.page.mouse.move(x - nudge, row.y + row.height / 2)
    return card.innerText()
  }
  await expect.poll(cardWords, { timeout: 20_000, interval: 150 }).toMatch(words)
  await wall.page.mouse.move(10, 10)
}
