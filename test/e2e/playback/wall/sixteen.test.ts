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

async function together(chosen: readonly string[], look: (wall: WallPage) => Promise<void>): Promise<void> {
  const stand = await WallStand.start({ layout: 16, site: { flags: [...farGap.flags, ...chosen] } })
  try {
    const wall = await stand.open()
    await poll(() => count(wall, 'LIVE', 'LATE')).toBeGreaterThanOrEqual(15)
    await wall.press('s')
    await look(wall)
  } finally {
    await stand.dispose()
  }
}

describe('sixteen tiles in the past', () => {
  it('are shown where the platform has sessions for them, but for the camera that is never recorded', async () => {
    await together(['--playback-sessions', '36'], async (wall) => {
      await poll(() => count(wall, 'PLAYING', 'GAP')).toBe(15)
      await poll(() => wall.tile(14).getAttribute('data-state')).toBe('NO RECORDING')
      expect(await wall.page.locator('[data-tile][data-mode="playback"]').count()).toBe(16)
    })
  })

  it('are as many as a plain site plays, and the others say who has the sessions', async () => {
    await together([], async (wall) => {
      await poll(() => count(wall, 'PLAYING', 'GAP')).toBe(10)
      await poll(() => count(wall, 'FAILED', 'NO RECORDING')).toBe(6)
      const said = wall.page
        .locator('.tile-line')
        .filter({ hasText: '10 of 10 playback sessions are in use' })
      await poll(() => said.count()).toBeGreaterThanOrEqual(5)
    })
  })
})
