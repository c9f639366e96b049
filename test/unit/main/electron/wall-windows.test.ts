/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { EventEmitter } from 'node:events'
import type { BrowserWindow, Rectangle, Screen } from 'electron'
import { describe, expect, it } from 'vitest'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import type { StoredScreens } from '#main/core/settings/stored-schema.ts'
import { WallWindows, type WallWindowsOptions } from '#main/electron/wall-windows.ts'

const area = { x: 0, y: 0, width: 800, height: 600 }
const display = { id: 1, label: 'one', bounds: area, workArea: area }

class FakeWindow extends EventEmitter {
  isOpen = true
  isLookedInto = true
  webContents = { debugger: { detach: () => (this.isLookedInto = false) } }
  bounds = { x: 100, y: 100, width: 400, height: 300 }

  isDestroyed = () => !this.isOpen
  isKiosk = () => false
  isFullScreen = () => false
  isMaximized = () => false
  isMinimized = () => false
  isVisible = () => true
  setKiosk = () => undefined
  getBounds = () => this.bounds
  getNormalBounds = () => this.bounds
  setBounds = (bounds: typeof this.bounds) => (this.bounds = bounds)

  /** As Alt+F4, the window manager or the program asks. */
  close(): void {
    let isPrevented = false
    this.emit('close', { preventDefault: () => (isPrevented = true) })
    if (isPrevented) return
    this.isOpen = false
    this.emit('closed')
  }
}

function open({
  mode = 'kiosk',
  isLocked = false,
  remembered = [],
}: {
  readonly mode?: ScreensMode
  readonly isLocked?: boolean
  readonly remembered?: StoredScreens['displays']
}) {
  const second = {
    ...display,
    id: 2,
    bounds: { ...display.bounds, x: 800 },
    workArea: { ...display.workArea, x: 800 },
  }
  const displays = [display, second]
  const opened: FakeWindow[] = []
  /** Of monitors whose windows were to have it. */
  const keyboards: (number | undefined)[] = []
  const screen = Object.assign(new EventEmitter(), {
    getAllDisplays: () => displays,
    getPrimaryDisplay: () => display,
    getDisplayMatching: ({ x }: Rectangle) => (displays.length > 1 && x >= 800 ? second : display),
  })
  const due: (() => void)[] = []
  const screens = {
    mode,
    stored: { displays: remembered } as StoredScreens,
    keep: (stored: StoredScreens) => void (screens.stored = stored),
    onMode: () => () => undefined,
  }
  let nowMs = 0
  const windows = new WallWindows({
    screen: screen as unknown as Screen,
    wall: { screens, setMonitors: () => undefined } as unknown as WallWindowsOptions['wall'],
    clock: { wallMs: () => 0, monotonicMs: () => nowMs },
    timers: { after: (_ms, run) => (due.push(run), () => undefined) },
    isLocked,
    open: ({ number, isFirst }) => {
      const window = new FakeWindow()
      opened.push(window)
      if (isFirst !== false) keyboards.push(number)
      return window as unknown as BrowserWindow
    },
    onOperatorClosed: () => undefined,
  })
  const settle = () => {
    nowMs += 500
    due.splice(0).forEach((run) => run())
  }
  const moveTo = (x: number) => {
    for (const window of opened) window.bounds = { ...window.bounds, x }
    opened[0]?.emit('move')
  }
  const unplug = () => {
    displays.pop()
    screen.emit('display-removed')
    settle()
  }
  const plugIn = () => {
    displays.push(second)
    screen.emit('display-added')
    settle()
  }
  const areOpen = () => opened.map(({ isOpen }) => isOpen)
  return { windows, opened, keyboards, screens, displays, settle, moveTo, unplug, plugIn, areOpen }
}

describe('windows of a kiosk', () => {
  it('are closed by hand unless it is locked', () => {
    for (const isLocked of [true, false]) {
      const { opened, areOpen } = open({ isLocked })
      for (const window of opened) window.close()
      expect(areOpen()).toEqual([isLocked, isLocked])
      expect(opened.map(({ isLookedInto }) => isLookedInto)).toEqual([true, true])
    }
  })

  it('are there again at once where their page has ended one of a locked kiosk', () => {
    const { opened, areOpen } = open({ isLocked: true })
    const [first] = opened
    if (first !== undefined) first.isOpen = false
    first?.emit('closed')
    expect(areOpen()).toEqual([false, true, true])
  })

  it('go with their display, and with the program, also when it is locked', () => {
    const { windows, opened, unplug, areOpen } = open({ isLocked: true })
    unplug()
    expect(areOpen()).toEqual([true, false])
    windows.dispose()
    opened[0]?.close()
    expect(areOpen()).toEqual([false, false])
    // Chromium waits for ever for a page that hangs and is looked into.
    expect(opened.map(({ isLookedInto }) => isLookedInto)).toEqual([false, false])
  })
})

describe('the keyboard of a kiosk', () => {
  it.each([
    [[], 1],
    [[9, 2, 1], 2],
  ])('belongs to the first monitor that is there: displays %j', (ids, first) => {
    // The primary display is not always the first monitor.
    const remembered = ids.map((id, at) => ({
      ...display,
      id: String(id),
      monitor: at + 1,
      label: id === 9 ? 'broken' : 'one',
      bounds: { ...area, x: id === 9 ? 1_600 : (id - 1) * 800 },
    }))
    expect(open({ remembered }).keyboards).toEqual([first])
  })
})

/** Ids of displays by number of the monitor. */
const homes = ({ displays }: StoredScreens) =>
  Object.fromEntries(displays.map(({ monitor, id }) => [monitor, id]))

function openOnSecond() {
  const wall = open({ mode: 'walls' })
  wall.moveTo(900)
  wall.settle()
  for (let step = 0; step < 10; step++) wall.settle()
  expect(homes(wall.screens.stored)).toEqual({ 1: '2', 2: '1' })
  return wall
}

describe("the operator's window on the second of two displays", () => {
  it('is there again when its display is, although it was carried off before that display was known to be gone', () => {
    const wall = openOnSecond()
    wall.moveTo(100)
    wall.settle()
    wall.unplug()
    expect(homes(wall.screens.stored)).toEqual({ 1: '2', 2: '1' })
    wall.plugIn()
    expect(wall.opened[0]?.bounds.x).toBe(900)
  })

  it('is there again when its display is, although that display was gone before it was said', () => {
    const wall = openOnSecond()
    wall.displays.pop()
    wall.moveTo(100)
    wall.settle()
    expect(homes(wall.screens.stored)).toEqual({ 1: '2', 2: '1' })
    wall.plugIn()
    expect(wall.opened[0]?.bounds.x).toBe(900)
  })

  it('stays where it was moved by hand when the display that it left goes later', () => {
    const wall = openOnSecond()
    wall.moveTo(100)
    for (let step = 0; step < 10; step++) wall.settle()
    wall.unplug()
    expect(homes(wall.screens.stored)).toEqual({ 1: '1', 2: '2' })
  })
})
