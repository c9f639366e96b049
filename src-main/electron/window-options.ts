import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { Monitor } from '#contract/wall/monitors.ts'

export interface WallWindowWish {
  /** Absolute path of the built preload. */
  readonly preload: string
  /** A wall fills its display; default: an operator's window. */
  readonly kind?: Monitor['kind']
  /** Of the monitor; default: 1. */
  readonly number?: number
  /** Of all monitors that are there: the keyboard is its. Default: yes. */
  readonly isFirst?: boolean
  /** Of a display for a wall; without them the system places the window. */
  readonly bounds?: Rectangle
  readonly isMaximized?: boolean
  /** Of a kiosk: nothing else comes before it, nobody looks into it. */
  readonly isLocked?: boolean
}

/** All that is decided about a window of the wall. Defaults of Electron that matter are said all the same. */
export function wallWindowOptions({
  preload,
  kind = 'operator',
  number = 1,
  bounds,
  isLocked = false,
}: WallWindowWish): BrowserWindowConstructorOptions {
  return {
    width: 1_600,
    height: 900,
    ...bounds,
    kiosk: kind === 'wall',
    minimizable: !isLocked,
    alwaysOnTop: isLocked,
    // Shown with its first paint, not white.
    show: false,
    backgroundColor: '#0b0d10',
    // Alt shows it.
    autoHideMenuBar: true,
    // Linux windows without a frame are rounded by default since Electron 43: a gap in a wall of monitors.
    roundedCorners: false,
    title: kind === 'wall' ? `Tessera – monitor ${number}` : 'Tessera',
    webPreferences: {
      preload,
      devTools: !isLocked,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      spellcheck: false,
      safeDialogs: true,
      disableDialogs: true,
      navigateOnDragDrop: false,
      // Also the operator's window composites at full rate while it is covered: its tiles would otherwise be
      // throttled into STALE, and a wall that says so of live pictures is worse than one that costs something.
      // At construction: switched later, a covered window may stay blank (electron#50250).
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  }
}
