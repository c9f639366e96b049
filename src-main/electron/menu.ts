import type { BaseWindow, MenuItemConstructorOptions } from 'electron'
import type { ScreensMode } from '#contract/wall/monitors.ts'
import type { Keymap } from '#contract/wall/settings.ts'
import type { Words } from './words.ts'

export interface MenuState {
  readonly platform: NodeJS.Platform
  readonly mode: ScreensMode
  /** False when the command line has chosen. */
  readonly canChooseScreens: boolean
  /** Of a kiosk: nothing but what a text field of macOS needs. */
  readonly isLocked: boolean
  /** What operators have changed. */
  readonly keymap: Keymap
}

/** Who carries out what is chosen; the window is the one in front. */
export interface MenuPort {
  /** An action of the page's keymap. */
  command(action: string, window: BaseWindow | undefined): void
  reload(window: BaseWindow | undefined): void
  chooseScreens(mode: ScreensMode): void
}

const lower = (text: string) => text.toLowerCase()

const screensModes: readonly ScreensMode[] = ['window', 'walls', 'kiosk']

/**
 * The application's menu. What the page does by a key of its own is only shown here with it (`registerAccelerator`):
 * the page hears the key itself, and an operator who has changed it would otherwise have both.
 */
export function menuTemplate(state: MenuState, port: MenuPort, words: Words): MenuItemConstructorOptions[] {
  const isMac = state.platform === 'darwin'
  if (state.isLocked) return isMac ? [{ role: 'editMenu' }] : []
  const changed = new Set(Object.values(state.keymap).flatMap((chords) => chords.map(lower)))
  function isDefault(action: string, key: string): boolean {
    const chord = key
      .replace('CommandOrControl', isMac ? 'Meta' : 'Ctrl')
      .replace(/(?=(?:Left|Right)$)/, 'Arrow')
    return !Object.hasOwn(state.keymap, action) && !changed.has(lower(chord))
  }
  function ofPage(label: string, action: string, key?: string): MenuItemConstructorOptions {
    // macOS knows no shown accelerator that is not also heard; what a text field understands would be lost there.
    const isShown = key !== undefined && !(isMac && !key.includes('Command')) && isDefault(action, key)
    const shown = isShown ? { accelerator: key } : {}
    return {
      label,
      ...shown,
      registerAccelerator: false,
      click: (_item, window) => port.command(action, window),
    }
  }
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const quit: MenuItemConstructorOptions = {
    role: 'quit',
    label: words('menu.quit'),
    accelerator: 'CommandOrControl+Q',
  }
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    ...(isMac ? [{ role: 'editMenu' } as const] : []),
    {
      label: words('menu.wall'),
      submenu: [
        ofPage(words('menu.palette'), 'palette', 'CommandOrControl+K'),
        ofPage(words('menu.layout'), 'layout', 'G'),
        separator,
        ofPage(words('menu.undo'), 'undo', 'CommandOrControl+Z'),
        ofPage(words('menu.redo'), 'redo', 'CommandOrControl+Shift+Z'),
        separator,
        ofPage(words('menu.refreshCameras'), 'refreshCameras'),
        ofPage(words('menu.connection'), 'connection', 'CommandOrControl+,'),
        // Two modifiers, because every picture is gone for a moment.
        {
          label: words('menu.reload'),
          accelerator: 'CommandOrControl+Shift+R',
          click: (_item, window) => port.reload(window),
        },
        ...(isMac ? [] : [separator, quit]),
      ],
    },
    {
      label: words('menu.playback'),
      submenu: [
        ofPage(words('menu.replay'), 'replay', 'R'),
        ofPage(words('menu.playPause'), 'playPause', 'Space'),
        ofPage(words('menu.playTogether'), 'playTogether', 'S'),
        separator,
        ofPage(words('menu.jumpBack'), 'jumpBack', 'Shift+Left'),
        ofPage(words('menu.jumpOn'), 'jumpOn', 'Shift+Right'),
        separator,
        ofPage(words('menu.timeline'), 'toggleTimeline', 'T'),
        separator,
        ofPage(words('menu.goLive'), 'goLive', 'Home'),
        ofPage(words('menu.goLiveAll'), 'goLiveAll', 'Shift+Home'),
      ],
    },
    {
      label: words('menu.view'),
      submenu: [
        ofPage(words('menu.occupancy'), 'occupancy', 'O'),
        separator,
        ofPage(words('menu.fullScreen'), 'fullScreen', 'F11'),
        ofPage(words('menu.engineer'), 'engineer', 'I'),
        separator,
        {
          label: words('menu.screens'),
          enabled: state.canChooseScreens,
          submenu: screensModes.map((mode) => ({
            label: words(`menu.screens.${mode}`),
            type: 'radio',
            checked: mode === state.mode,
            click: () => port.chooseScreens(mode),
          })),
        },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: words('menu.help'),
      submenu: [
        ofPage(words('menu.keys'), 'help', '?'),
        ofPage(words('menu.keymap'), 'keymap', 'CommandOrControl+Shift+K'),
        ofPage(words('menu.supportBundle'), 'supportBundle', 'CommandOrControl+Shift+B'),
        ...(isMac ? [] : [separator, { role: 'about', label: words('menu.about') } as const]),
      ],
    },
  ]
}
