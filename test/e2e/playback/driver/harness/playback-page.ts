import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { PlaybackStand } from './playback-stand.ts'

export interface OpenedPlaybackPage {
  /** From the first test on. */
  readonly stand: PlaybackStand
  /** Another one for each test. */
  readonly page: Page
}

/** One stand for the tests of a file, and a page for each of them, behind a proxy that does nothing amiss. */
export function usePlaybackPage(): OpenedPlaybackPage {
  let stand: PlaybackStand
  let page: Page
  beforeAll(async () => {
    stand = await PlaybackStand.start()
  })
  afterAll(() => stand?.dispose())
  beforeEach(async () => {
    stand.proxy.reset()
    page = await stand.open()
  })
  afterEach(() => page.close())
  return {
    get stand() {
      return stand
    },
    get page() {
      return page
    },
  }
}
