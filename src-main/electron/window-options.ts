import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'

export interface WallWindowWish {
  /** Absolute path of the built preload. */
  readonly preload: string
  /** Of a display; without it the window is an ordinary one. */
  readonly bounds?: Rectangle
  readonly kiosk?: boolean
}

/** All that is decided about a window of the wall. Defaults of Electron that matter are said all the same. */
export function wallWindowOptions({
  preload,
  bounds,
  kiosk = false,
}: WallWindowWish): BrowserWindowConstructorOptions {
  return {
    width: 1_600,
    height: 900,
    ...bounds,
    kiosk,
    // Shown with its first paint, not white.
    show: false,
    backgroundColor: '#0b0d10',
    autoHideMenuBar: true,
    // Linux windows without a frame are rounded by default since Electron 43: a gap in a wall of monitors.
    roundedCorners: false,
    title: 'Tessera',
    webPreferences: {
      preload,
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
      // At construction: switched later, a covered window may stay blank (electron#50250).
      backgroundThrottling: false,
      autoplayPolicy: 'no-user-gesture-required',
    },
  }
}
