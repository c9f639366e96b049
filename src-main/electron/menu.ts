import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import type { ScreensMode } from '#contract/wall/monitors.ts'

export interface MenuState {
  readonly platform: NodeJS.Platform
  readonly mode: ScreensMode
  /** False when the command line has chosen. */
  readonly canChooseScreens: boolean
  /** It has no way to end the program. */
  readonly isLocked: boolean
}

/** Who carries out what is chosen; the window is the one in front. */
export interface MenuOrders {
  /** An action of the page's keymap. */
  command(action: string, window: BaseWindow | undefined): void
  reload(window: BaseWindow | undefined): void
  chooseScreens(mode: ScreensMode): void
}

const screensWords: readonly { readonly mode: ScreensMode; readonly label: string }[] = [
  { mode: 'window', label: 'One window' },
  { mode: 'walls', label: 'A wall on every other display' },
  { mode: 'kiosk', label: 'Kiosk: a wall on every display' },
]

/**
 * The application's menu. What the page does by a key of its own is only shown here with it (`registerAccelerator`):
 * the page hears the key itself, and an operator who has changed it would otherwise have both.
 */
export function menuTemplate(state: MenuState, orders: MenuOrders): MenuItemConstructorOptions[] {
  const isMac = state.platform === 'darwin'
  function ofPage(label: string, action: string, key?: string): MenuItemConstructorOptions {
    // macOS knows no shown accelerator that is not also heard; what a text field understands would be lost there.
    const shown = key === undefined || (isMac && !key.includes('Command')) ? {} : { accelerator: key }
    return {
      label,
      ...shown,
      registerAccelerator: false,
      click: (_item, window) => orders.command(action, window),
    }
  }
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const quit: MenuItemConstructorOptions = { role: 'quit', accelerator: 'CommandOrControl+Q' }
  return [
    ...(isMac && !state.isLocked ? [{ role: 'appMenu' } as const] : []),
    ...(isMac ? [{ role: 'editMenu' } as const] : []),
    {
      label: 'Wall',
      submenu: [
        ofPage('Find a camera, layout or action…', 'palette', 'CommandOrControl+K'),
        ofPage('Layout…', 'layout', 'G'),
        separator,
        ofPage('Undo', 'undo', 'CommandOrControl+Z'),
        ofPage('Redo', 'redo', 'CommandOrControl+Shift+Z'),
        separator,
        ofPage('Ask for the cameras again', 'refreshCameras'),
        ofPage('Connection…', 'connection', 'CommandOrControl+,'),
        // Two modifiers, because every picture is gone for a moment.
        {
          label: 'Reload this wall',
          accelerator: 'CommandOrControl+Shift+R',
          click: (_item, window) => orders.reload(window),
        },
        ...(isMac || state.isLocked ? [] : [separator, quit]),
      ],
    },
    {
      label: 'Playback',
      submenu: [
        ofPage('Replay the last 30 s', 'replay', 'R'),
        ofPage('Play or pause', 'playPause', 'Space'),
        ofPage('All tiles to this moment', 'playTogether', 'S'),
        separator,
        ofPage('10 s back', 'jumpBack', 'Shift+Left'),
        ofPage('10 s on', 'jumpOn', 'Shift+Right'),
        separator,
        ofPage('Timeline', 'toggleTimeline', 'T'),
        separator,
        ofPage('This tile back to live', 'goLive', 'Home'),
        ofPage('All tiles back to live', 'goLiveAll', 'Shift+Home'),
      ],
    },
    {
      label: 'View',
      submenu: [
        ofPage('Occupancy…', 'occupancy', 'O'),
        separator,
        ofPage('Full screen', 'fullScreen', 'F11'),
        ofPage('Engineer overlay', 'engineer', 'I'),
        separator,
        {
          label: 'Screens',
          enabled: state.canChooseScreens,
          submenu: screensWords.map(({ mode, label }) => ({
            label,
            type: 'radio',
            checked: mode === state.mode,
            click: () => orders.chooseScreens(mode),
          })),
        },
      ],
    },
    ...(isMac && !state.isLocked ? [{ role: 'windowMenu' } as const] : []),
    {
      label: 'Help',
      submenu: [
        ofPage('Keys', 'help', '?'),
        ofPage('Save a support bundle…', 'supportBundle', 'CommandOrControl+Shift+B'),
        ...(isMac ? [] : [separator, { role: 'about' } as const]),
      ],
    },
  ]
}
