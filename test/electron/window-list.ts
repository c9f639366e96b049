import type { Rectangle } from 'electron'
import type { ElectronApplication, Page } from 'playwright-core'

export interface SeenWindow {
  readonly title: string
  /** `x,y width×height` of the whole window. */
  readonly place: string
  readonly isKiosk: boolean
  readonly isFullScreen: boolean
}

/** The windows of an application as main sees them, in the order of their titles. */
export async function windowsOf(electron: ElectronApplication): Promise<SeenWindow[]> {
  const seen = await electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      title: window.getTitle(),
      bounds: window.getBounds(),
      isKiosk: window.isKiosk(),
      isFullScreen: window.isFullScreen(),
    })),
  )
  return seen
    .map(({ title, bounds, isKiosk, isFullScreen }) => ({
      title,
      place: placeOf(bounds),
      isKiosk,
      isFullScreen,
    }))
    .toSorted((a, b) => a.title.localeCompare(b.title))
}

export function placeOf({ x, y, width, height }: Rectangle): string {
  return `${x},${y} ${width}×${height}`
}

/** Waits until the windows are these; the window manager takes its time. */
export async function untilWindows(
  electron: ElectronApplication,
  wanted: readonly Partial<SeenWindow>[],
  limitMs = 20_000,
): Promise<void> {
  const giveUpAt = Date.now() + limitMs
  for (;;) {
    const seen = await windowsOf(electron)
    const isSame =
      seen.length === wanted.length &&
      wanted.every((window, at) => JSON.stringify({ ...seen[at], ...window }) === JSON.stringify(seen[at]))
    if (isSame) return
    if (Date.now() > giveUpAt) throw new Error(`the windows are ${JSON.stringify(seen)}`)
    await electron.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  }
}

/** The page of the window with this title. */
export async function pageOf(electron: ElectronApplication, title: string): Promise<Page> {
  for (;;) {
    let isChanging = false
    const pages = electron.windows()
    for (const page of pages) {
      // One that is being opened or closed has no window.
      const found = await titleOf(electron, page).catch(() => undefined)
      if (found === title) return page
      isChanging ||= found === undefined
    }
    // One may have been opened while the others were asked; its event has passed.
    isChanging ||= electron.windows().length !== pages.length
    if (isChanging) await electron.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    else await electron.waitForEvent('window')
  }
}

async function titleOf(electron: ElectronApplication, page: Page): Promise<string> {
  const window = await electron.browserWindow(page)
  return window.evaluate((one: { getTitle(): string }) => one.getTitle())
}
