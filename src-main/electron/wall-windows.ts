import type { BrowserWindow, Display, Screen, WebContents } from 'electron'
import type { Monitor } from '#contract/wall/monitors.ts'
import type { StoredScreens } from '../core/settings/stored-schema.ts'
import type { Time } from '../core/time.ts'
import type { WallMain } from '../core/wall-main.ts'
import { planMonitors, type PresentDisplay, type WindowWish } from './monitor-plan.ts'
import { fillDisplay, isSameRectangle, moveWindow, OperatorMemory, operatorPlace } from './operator-place.ts'
import type { WallWindowWish } from './window-options.ts'

/**
 * A display that is plugged in is announced several times within some 300 ms, and the window manager moves windows
 * about meanwhile (openbox, GNOME): what is done before that is over is undone.
 */
const DISPLAYS_SETTLE_IN_MS = 500
/** A move of the operator's window this soon before or after a change of the displays was made by the system, not by hand. */
const MOVED_BY_SYSTEM_IN_MS = 3_000

export interface WallWindowsOptions extends Time {
  readonly screen: Screen
  readonly wall: Pick<WallMain, 'screens' | 'setMonitors'>
  /** Nobody closes a window by hand. */
  readonly isLocked: boolean
  readonly open: (wish: Omit<WallWindowWish, 'preload'>) => BrowserWindow
  /** Somebody has closed the operator's window. */
  readonly onOperatorClosed: () => void
}

interface OpenWindow {
  readonly kind: Monitor['kind']
  readonly window: BrowserWindow
}

/** The operator's window was moved from one display to another, which changed places for it. */
interface Exchange {
  readonly atMs: number
  readonly from: string
  readonly before: StoredScreens
}

/** Keeps one window a monitor: opens, places and closes them as the displays and the screens mode are now. */
export class WallWindows {
  readonly #options: WallWindowsOptions
  /** By number of the monitor. */
  readonly #open = new Map<number, OpenWindow>()
  readonly #memory: OperatorMemory
  readonly #stopMode: () => void
  #operatorDisplayId: string | undefined
  #displaysChangedAtMs = -Infinity
  #lastExchange: Exchange | undefined
  #isDisposed = false
  #callOff: () => void = () => {}

  constructor(options: WallWindowsOptions) {
    this.#options = options
    const { screen, wall } = options
    this.#memory = new OperatorMemory(wall.screens)
    screen.on('display-added', this.#onDisplays)
    screen.on('display-removed', this.#onDisplays)
    screen.on('display-metrics-changed', this.#onDisplays)
    this.#stopMode = wall.screens.onMode(() => this.#reconcile())
    this.#reconcile()
  }

  /** Number of the monitor that a page fills; 1 for one that is none of these windows. */
  monitorOf(contents: WebContents): number {
    return this.#numbered(({ webContents }) => webContents === contents)
  }

  /** Of this monitor; the first one where it has none. */
  windowOf(monitor: number): BrowserWindow | undefined {
    return this.#open.get(monitor)?.window ?? this.first
  }

  get first(): BrowserWindow | undefined {
    return this.#open.get(Math.min(...this.#open.keys()))?.window
  }

  /** In the place of one that cannot be saved: a fresh window for the same monitor. */
  replace(window: BrowserWindow): void {
    const number = this.#numbered((one) => one === window)
    if (this.#isDisposed || this.#open.get(number)?.window !== window) return
    this.#open.delete(number)
    this.#reconcile()
    window.destroy()
  }

  /** The windows stay: they are closed with the program. */
  dispose(): void {
    this.#rememberOperator()
    this.#isDisposed = true
    this.#callOff()
    this.#stopMode()
    const { screen } = this.#options
    screen.off('display-added', this.#onDisplays)
    screen.off('display-removed', this.#onDisplays)
    screen.off('display-metrics-changed', this.#onDisplays)
  }

  #numbered(isIt: (window: BrowserWindow) => boolean): number {
    return [...this.#open].find(([, { window }]) => !window.isDestroyed() && isIt(window))?.[0] ?? 1
  }

  readonly #onDisplays = (): void => {
    this.#displaysChangedAtMs = this.#options.clock.monotonicMs()
    this.#reconcileSoon()
  }

  readonly #reconcileSoon = (): void => {
    this.#callOff()
    if (!this.#isDisposed) {
      this.#callOff = this.#options.timers.after(DISPLAYS_SETTLE_IN_MS, () => this.#reconcile())
    }
  }

  #reconcile(): void {
    const { screens, setMonitors } = this.#options.wall
    const displays = this.#displays()
    // A switch box takes all displays away for a moment; closing what nobody sees would only cost the pictures.
    if (displays.length === 0 && this.#open.size > 0) return
    this.#takeBackExchange(displays)
    const operatorMovedTo = this.#operatorMovedTo(displays)
    const { windows, remembered } = planMonitors({
      mode: screens.mode,
      displays: displays.map(presentOf),
      remembered: screens.stored.displays,
      operatorMovedTo,
    })
    if (JSON.stringify(remembered) !== JSON.stringify(screens.stored.displays)) {
      screens.keep({ ...screens.stored, displays: [...remembered] })
    }
    setMonitors(windows.map(({ number, kind, label }) => ({ number, kind, label })))
    const operatorDisplayId = windows.find(({ kind }) => kind === 'operator')?.display?.id
    const isSent = operatorDisplayId !== this.#operatorDisplayId && operatorDisplayId !== operatorMovedTo
    this.#operatorDisplayId = operatorDisplayId
    const first = Math.min(...windows.map(({ number }) => number))
    for (const wish of windows) this.#fulfil(wish, displays, isSent, wish.number === first)
    for (const [number, { window }] of this.#open) {
      if (windows.some((wish) => wish.number === number)) continue
      this.#open.delete(number)
      window.close()
    }
    this.#rememberOperator()
  }

  /** `isSent`: the operator's window goes to another display than before, and not by hand. */
  #fulfil(wish: WindowWish, displays: readonly Display[], isSent: boolean, isFirst: boolean): void {
    const { number, kind } = wish
    const before = this.#open.get(number)
    const own = displays.filter(({ id }) => String(id) === wish.display?.id)
    const bounds =
      kind === 'wall'
        ? own[0]?.bounds
        : operatorPlace(this.#options.wall.screens.stored.operatorBounds, own.length > 0 ? own : displays)
    if (before?.kind === kind) {
      if (bounds === undefined) return
      if (kind === 'wall') fillDisplay(before.window, bounds)
      else if (isSent || !this.#isOperatorWell(before.window, own, displays))
        moveWindow(before.window, bounds)
      return
    }
    this.#open.set(number, { kind, window: this.#openWindow(wish, isFirst, bounds) })
    // After the other one is there: without any window the program would end.
    before?.window.close()
  }

  #openWindow(
    { number, kind }: WindowWish,
    isFirst: boolean,
    bounds: Display['bounds'] | undefined,
  ): BrowserWindow {
    const { open, onOperatorClosed, wall, isLocked } = this.#options
    const isMaximized = kind === 'operator' && wall.screens.stored.operatorBounds?.isMaximized === true
    const window = open({
      kind,
      number,
      isFirst,
      isMaximized,
      isLocked,
      ...(bounds === undefined ? {} : { bounds }),
    })
    if (kind === 'operator') this.#memory.asked(bounds)
    if (isLocked) {
      window.on('close', (event) => {
        // What the program itself closes is not among the open ones any more.
        if (!this.#isDisposed && this.#open.get(number)?.window === window) event.preventDefault()
        // Chromium waits for ever for a page that hangs while a debugger is attached: `guardKiosk`.
        else window.webContents.debugger.detach()
      })
    }
    window.once('closed', () => {
      if (this.#open.get(number)?.window !== window) return
      this.#open.delete(number)
      if (this.#isDisposed) return
      // A page may end its own window past every `close`; without any window the program would end.
      if (isLocked) this.#reconcile()
      else if (kind === 'operator') onOperatorClosed()
      else this.#reconcileSoon()
    })
    // A window manager has its own ideas of where a new window belongs, and of what Escape does.
    window.on('show', this.#reconcileSoon)
    if (kind === 'wall') {
      window.on('leave-full-screen', this.#reconcileSoon)
    } else {
      window.on('move', this.#reconcileSoon)
      window.on('resize', this.#reconcileSoon)
    }
    return window
  }

  #isOperatorWell(window: BrowserWindow, own: readonly Display[], displays: readonly Display[]): boolean {
    if (own.length > 0 && !own.some(({ id }) => String(id) === this.#displayIdOf(window))) return false
    const bounds = { ...window.getNormalBounds(), isMaximized: false }
    const place = operatorPlace(bounds, displays)
    return place !== undefined && place.x === bounds.x && place.y === bounds.y
  }

  /** The display to which the operator has moved the window; undefined when the system moved it. */
  #operatorMovedTo(displays: readonly Display[]): string | undefined {
    const operator = this.#operator()
    const { clock, wall } = this.#options
    const from = this.#operatorDisplayId
    // Displays are gone before it is announced.
    if (operator === undefined || from === undefined || !isAmong(displays, from)) return undefined
    const atMs = clock.monotonicMs()
    const to = this.#displayIdOf(operator)
    if (to === from || atMs - this.#displaysChangedAtMs < MOVED_BY_SYSTEM_IN_MS) return undefined
    this.#lastExchange = { atMs, from, before: wall.screens.stored }
    return to
  }

  /** A window manager may carry the window off before anybody else knows that its display is gone. */
  #takeBackExchange(displays: readonly Display[]): void {
    if (this.#lastExchange === undefined) return
    const { atMs, from, before } = this.#lastExchange
    if (this.#options.clock.monotonicMs() - atMs >= MOVED_BY_SYSTEM_IN_MS) this.#lastExchange = undefined
    else if (!isAmong(displays, from)) {
      this.#lastExchange = undefined
      this.#options.wall.screens.keep(before)
    }
  }

  /** Not where it is a guest: it is to be at home again when its display comes back. */
  #rememberOperator(): void {
    const window = this.#operator()
    const { screens } = this.#options.wall
    if (window === undefined) return
    const home = screens.stored.displays.find(({ monitor }) => monitor === 1)?.id
    if (screens.mode !== 'walls' || this.#displayIdOf(window) === home) this.#memory.remember(window)
  }

  #operator(): BrowserWindow | undefined {
    const open = this.#open.get(1)
    return open?.kind === 'operator' && !open.window.isDestroyed() ? open.window : undefined
  }

  #displayIdOf(window: BrowserWindow): string {
    return String(this.#options.screen.getDisplayMatching(window.getBounds()).id)
  }

  /** The primary one first. Of displays that mirror each other one: a second window would cover the first. */
  #displays(): Display[] {
    const { screen } = this.#options
    const all = screen.getAllDisplays()
    if (all.length === 0) return []
    const primary = screen.getPrimaryDisplay().id
    const primaryFirst = all.toSorted((a, b) => Number(b.id === primary) - Number(a.id === primary))
    return primaryFirst.filter(
      ({ bounds }, at) => !primaryFirst.slice(0, at).some((other) => isSameRectangle(other.bounds, bounds)),
    )
  }
}

function isAmong(displays: readonly Display[], wanted: string): boolean {
  return displays.some(({ id }) => String(id) === wanted)
}

function presentOf({ id, label, bounds }: Display): PresentDisplay {
  return { id: String(id), label: label.slice(0, 120), bounds }
}
