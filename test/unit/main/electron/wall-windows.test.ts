/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { EventEmitter } from 'node:events'
import type { BrowserWindow, Screen } from 'electron'
import { describe, expect, it } from 'vitest'
import { WallWindows, type WallWindowsOptions } from '#main/electron/wall-windows.ts'

const display = { id: 1, label: 'one', bounds: { x: 0, y: 0, width: 800, height: 600 } }

class FakeWindow extends EventEmitter {
  isOpen = true

  isDestroyed = () => !this.isOpen
  isKiosk = () => false
  setKiosk = () => undefined
  setBounds = () => undefined

  /** As Alt+F4, the window manager or the program asks. */
  close(): void {
    let isPrevented = false
    this.emit('close', { preventDefault: () => (isPrevented = true) })
    if (isPrevented) return
    this.isOpen = false
    this.emit('closed')
  }
}

function open({ isLocked }: { readonly isLocked: boolean }) {
  const displays = [display, { ...display, id: 2, bounds: { ...display.bounds, x: 800 } }]
  const opened: FakeWindow[] = []
  const screen = Object.assign(new EventEmitter(), {
    getAllDisplays: () => displays,
    getPrimaryDisplay: () => display,
  })
  const due: (() => void)[] = []
  const screens = {
    mode: 'kiosk',
    stored: { displays: [] },
    keep: () => undefined,
    onMode: () => () => undefined,
  }
  const windows = new WallWindows({
    screen: screen as unknown as Screen,
    wall: { screens, setMonitors: () => undefined } as unknown as WallWindowsOptions['wall'],
    clock: { wallMs: () => 0, monotonicMs: () => 0 },
    timers: { after: (_ms, run) => (due.push(run), () => undefined) },
    isLocked,
    open: () => {
      const window = new FakeWindow()
      opened.push(window)
      return window as unknown as BrowserWindow
    },
    onOperatorClosed: () => undefined,
  })
  const unplug = () => {
    displays.pop()
    screen.emit('display-removed')
    due.splice(0).forEach((run) => run())
  }
  const areOpen = () => opened.map(({ isOpen }) => isOpen)
  return { windows, opened, unplug, areOpen }
}

describe('windows of a kiosk', () => {
  it('are closed by hand unless it is locked', () => {
    for (const isLocked of [true, false]) {
      const { opened, areOpen } = open({ isLocked })
      for (const window of opened) window.close()
      expect(areOpen()).toEqual([isLocked, isLocked])
    }
  })

  it('go with their display, and with the program, also when it is locked', () => {
    const { windows, opened, unplug, areOpen } = open({ isLocked: true })
    unplug()
    expect(areOpen()).toEqual([true, false])
    windows.dispose()
    opened[0]?.close()
    expect(areOpen()).toEqual([false, false])
  })
})
