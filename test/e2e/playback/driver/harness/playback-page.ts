import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { PlaybackStand } from './playback-stand.ts'

let stand: PlaybackStand
let page: Page

/** For the file that calls this: one stand, and a page for each test, behind a proxy that does nothing amiss. */
export function usePlaybackPage(): void {
  beforeAll(async () => {
    stand = await PlaybackStand.start()
  })
  afterAll(() => stand?.dispose())
  beforeEach(async () => {
    stand.proxy.reset()
    page = await stand.open()
  })
  afterEach(async () => {
    await page.close()
    expect(stand.pageErrors.splice(0)).toEqual([])
  })
}

export const opened = {
  /** From the first test on. */
  get stand(): PlaybackStand {
    return stand
  },
  /** Another one for each test. */
  get page(): Page {
    return page
  },
}

/** Tiles that follow one clock, paused at that instant. */
export async function openPaused(cameraIds: readonly string[], atMs: number): Promise<void> {
  await opened.page.evaluate(
    async ([cameras, instant]) => void (await window.playbackStage.openPaused(cameras, instant)),
    [cameraIds, atMs] as const,
  )
}

/** What a tile says that fails at that instant. */
export async function failureOf(cameraId: string, atMs: number): Promise<string> {
  return opened.page.evaluate(
    ([camera, instant]) => {
      const { openGroup, untilWords } = window.playbackStage
      openGroup([camera], instant)
      return untilWords(0, ['FAILED'])
    },
    [cameraId, atMs] as const,
  )
}
