import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { WallPage } from '../stand/wall-page.ts'
import type { ElectronApp } from './electron-app.ts'
import { type ElectronStage, onStageWith, wallOf } from './electron-stage.ts'
import { Screen } from './screen.ts'
import { sharedSite } from './shared-site.ts'
import { signIn } from '../stand/sign-in.ts'
import { pageOf, type SeenWindow, untilWindows, windowsOf } from './window-list.ts'

const operator = 'Tessera'
const monitor1 = 'Tessera – monitor 1'
const whole = { place: '0,0 1920×1080', isFullScreen: true }

describe('windows and menu of the installed application', () => {
  let stage: ElectronStage
  let screen: Screen
  let running: ElectronApp

  async function launch(...flags: string[]): Promise<void> {
    running = await stage.launch([...wallOf(sharedSite(), 4), ...flags])
  }

  /** Chooses an item of the menu, as a hand does with the window in front. */
  async function choose(label: string): Promise<void> {
    await running.electron.evaluate(({ BrowserWindow, Menu }, wanted) => {
      const items = (menu: Electron.Menu | null): Electron.MenuItem[] =>
        menu?.items.flatMap((item) => [item, ...items(item.submenu ?? null)]) ?? []
      const window = BrowserWindow.getAllWindows()[0]
      const item = items(Menu.getApplicationMenu()).find((one) => one.label === wanted)
      if (item === undefined) throw new Error(`no item “${wanted}”`)
      item.click({}, window, window?.webContents)
    }, label)
  }

  onStageWith(
    () => Screen.start({ size: '1920x1080' }),
    async (given) => {
      stage = given
      screen = stage.screen
      await launch()
      await signIn(running.page, sharedSite().account)
      await stage.wall.until('LIVE', 4)
    },
  )

  /** Page and window are of one mind about it, one after the other. */
  async function untilFullScreen(): Promise<void> {
    await untilWindows(running.electron, [{ title: operator, ...whole }])
    await running.page.waitForFunction(() => document.fullscreenElement !== null)
  }
  async function untilLeft(before: readonly SeenWindow[]): Promise<void> {
    await untilWindows(running.electron, before)
    await running.page.waitForFunction(() => document.fullscreenElement === null)
  }

  it.each(['f', 'F11'])(
    'fills the screen exactly on `%s` of a real keyboard, and leaves it again',
    async (key) => {
      const before = await windowsOf(running.electron)
      await screen.press(key)
      await untilFullScreen()
      await screen.press(key)
      await untilLeft(before)
    },
  )

  it('fills the screen by the menu, too, where no key has been pressed', async () => {
    const before = await windowsOf(running.electron)
    await choose('Full screen')
    await untilFullScreen()
    await choose('Full screen')
    await untilLeft(before)
  })

  it('hears a key once, be it shown in the menu or not', async () => {
    const palette = running.page.getByRole('dialog')
    await screen.press('ctrl+k')
    await palette.waitFor()
    await screen.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await choose('Find a camera, layout or action…')
    await palette.waitFor()
    await screen.press('ctrl+k')
    await palette.waitFor({ state: 'detached' })
  })

  it('loads a wall anew on `Ctrl+Shift+R`, and not on the reload of browsers', async () => {
    const mark = () => running.page.evaluate(() => Object.assign(window, { isMarked: true }))
    await mark()
    await screen.press('ctrl+r')
    await screen.press('F5')
    const loaded = running.page.waitForEvent('load')
    await screen.press('ctrl+shift+r')
    await loaded
    await stage.wall.until('LIVE', 4)
    expect(await running.page.evaluate(() => 'isMarked' in window)).toBe(false)
  })

  it('becomes a kiosk of exactly the size of the display, and a window again', async () => {
    const before = await windowsOf(running.electron)
    await choose('Kiosk: a wall on every display')
    await untilWindows(running.electron, [{ title: monitor1, ...whole, isKiosk: true }])
    await new WallPage(await pageOf(running.electron, monitor1)).until('LIVE', 4)
    await choose('One window')
    await untilWindows(running.electron, before)
    await new WallPage(await pageOf(running.electron, operator)).until('LIVE', 4)
  })

  it('ends in order on `Ctrl+Q`', async () => {
    const untilEnded = running.watchEnd()
    await screen.press('ctrl+q')
    await untilEnded()
  })

  it('comes back where it was left', async () => {
    await launch()
    await stage.wall.until('LIVE', 4)
    // Further than any frame is wide, or it could be taken for the frame that the window manager has just made.
    await screen.drag(operator, 280, 160)
    // Main hears of it a moment later than the screen shows it.
    const moved = /^2[78]\d,1[4-9]\d /
    await expect.poll(async () => (await windowsOf(running.electron))[0]?.place).toMatch(moved)
    const places: (string | undefined)[] = []
    for (let start = 0; start < 2; start += 1) {
      await running.closeInOrder()
      await launch()
      await stage.wall.until('LIVE', 4)
      places.push((await windowsOf(running.electron))[0]?.place)
    }
    expect(places[0]).toMatch(moved)
    expect(places[1]).toBe(places[0])
  })

  it('does what its first start asks once the wall is up', async () => {
    await running.closeInOrder()
    await launch('show', '3.12')
    const { wall } = stage
    await wall.until('LIVE', 4)
    await wall.untilCamera(3, 12)
  })

  it('shows what a link asks, and ignores what is none of ours', async () => {
    for (const link of ['tessera://show/2.9;rm', 'tessera://set/2.8', 'tessera://show/1.11']) {
      const [code]: unknown[] = await once(stage.start([link]), 'exit')
      expect(code).toBe(0)
    }
    const { wall } = stage
    await wall.untilCamera(1, 11)
    await wall.untilCameras([11, 2, 12, 4])
    await running.closeInOrder()
  })

  it('starts through X11 on a Wayland session, and ends with it', async () => {
    // No such server is here: Chromium, which goes by the type of the session, must not look for it.
    const wayland = { WAYLAND_DISPLAY: 'wayland-7', XDG_SESSION_TYPE: 'x11' }
    const first = stage.start(['--kiosk'], wayland)
    const windowId = await screen.untilWindow(monitor1)
    const pid = await screen.processOf(windowId)
    expect(pid).not.toBe(first.pid)
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('--ozone-platform=x11')
    first.kill('SIGTERM')
    const [code]: unknown[] = await once(first, 'exit')
    expect(code).toBe(0)
    await expect(readFile(`/proc/${pid}/cmdline`, 'utf8')).rejects.toThrow('ENOENT')
  })
})
