import { basename, join } from 'node:path'
import type { BrowserWindow, CommandLine, GlobalShortcut, Session, WebContents } from 'electron'
import { EXPORT_PREFIX } from '../core/events/event-exports.ts'
import type { EndedFile, WallMain } from '../core/wall-main.ts'
import { APP_ORIGIN, isOwnUrl } from './app-origin.ts'

/**
 * The page asks for nothing but the whole screen and its Escape key; media comes to it and not from it. The three
 * network permissions are Chromium's gates before addresses of the local network, where cameras live: which of them a
 * custom scheme needs is not documented (Electron 43 refused without them), so ours gets all.
 */
const permitted: ReadonlySet<string> = new Set([
  'fullscreen',
  // Without it Chromium leaves the full screen on Escape before the page hears of it: electron#40369.
  'keyboardLock',
  'local-network-access',
  'local-network',
  'loopback-network',
])

export function isPermitted(permission: string, requestingUrl: string): boolean {
  return permitted.has(permission) && isOwnUrl(requestingUrl)
}

/** Chromium lets a debugger into the pages, which no fuse forbids. */
export function isInspectable(commandLine: Pick<CommandLine, 'hasSwitch'>): boolean {
  return ['remote-debugging-port', 'remote-debugging-pipe'].some((name) => commandLine.hasSwitch(name))
}

/** What main writes. */
export function isExport(address: string): boolean {
  return isOwnUrl(address) && URL.parse(address)?.pathname.startsWith(EXPORT_PREFIX) === true
}

/** What the page writes itself: tables and pictures of a report, and its keys, under a name that says so. */
export function isPageFile(address: string, mimeType: string, fileName: string): boolean {
  const isOfPage = address.startsWith(`blob:${APP_ORIGIN}/`)
  const isTable = mimeType === 'text/csv' && fileName.endsWith('.csv')
  const isPicture = mimeType === 'image/png' && fileName.endsWith('.png')
  const isKeymap = mimeType === 'application/json' && fileName.endsWith('.json')
  return isOfPage && (isTable || isPicture || isKeymap)
}

/** What the system or its window manager may do on these keys, as far as it lets a program have them. */
const shortcutsOfOthers = [
  'Alt+F4',
  'Alt+Tab',
  'Alt+Shift+Tab',
  'Alt+Escape',
  'Alt+Space',
  'Alt+F1',
  'Alt+F2',
  'Control+Escape',
  'Control+Shift+Escape',
  'Control+Alt+T',
  'Super+D',
  'Super+E',
  'Super+L',
  'Super+R',
  'Super+Tab',
  'PrintScreen',
]

/** Returns the function that lets them go, and those that could not be had. */
export function grabShortcuts(shortcuts: Pick<GlobalShortcut, 'register' | 'unregisterAll'>): {
  readonly missed: readonly string[]
  readonly release: () => void
} {
  const missed = shortcutsOfOthers.filter((keys) => !shortcuts.register(keys, () => undefined))
  return { missed, release: () => shortcuts.unregisterAll() }
}

/** `saveIn`: of a locked kiosk, where files go without the window that shows the whole disk. */
export function guardSession(session: Session, onFileEnd: (file: EndedFile) => void, saveIn?: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isPermitted(permission, details.requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  // What passes is asked for by the page, and Electron asks the operator where to.
  session.on('will-download', (event, item) => {
    const address = item.getURL()
    const isOurs = isExport(address) || isPageFile(address, item.getMimeType(), item.getFilename())
    if (!isOurs) return event.preventDefault()
    if (saveIn !== undefined) item.setSavePath(join(saveIn, `${Date.now()} ${basename(item.getFilename())}`))
    const path = URL.parse(address)?.pathname ?? ''
    item.once('done', (_event, state) =>
      onFileEnd({ path, file: item.getSavePath() || item.getFilename(), state }),
    )
  })
  // Chromium fetches dictionaries from its maker's servers.
  session.setSpellCheckerEnabled(false)
}

/** A window of ours stays on our page: reloads pass, everything else is stopped. */
function stopUnlessOurs(event: { readonly url: string; preventDefault(): void }): void {
  if (!isOwnUrl(event.url)) event.preventDefault()
}

/** What of the wall decides about a kiosk. */
export type KioskPort = Pick<WallMain, 'press' | 'onLock'>

/** Of a locked kiosk: neither its page nor the window manager makes its window less than the whole screen. */
export function guardKiosk(window: BrowserWindow, { press, onLock }: KioskPort): void {
  const { webContents } = window
  // A page has to be there before its tools are.
  webContents.once('did-navigate', () => {
    const stop = onLock((isLocked) => refuseFileWindows(webContents, isLocked))
    window.once('closed', stop)
  })
  // Told by the browser process: no page makes such a key press.
  webContents.on('before-input-event', (event, input) => {
    if (input.type === 'keyDown' && press(input)) event.preventDefault()
  })
  webContents.on('devtools-opened', () => webContents.closeDevTools())
  window.on('minimize', () => {
    window.restore()
    window.focus()
  })
}

/** The windows for files show the whole disk. Only the protocol of the developer tools keeps them from a page. */
function refuseFileWindows({ debugger: tools }: WebContents, enabled: boolean): void {
  if (!tools.isAttached()) tools.attach()
  const send = (name: string, parameters?: object) => tools.sendCommand(name, parameters)
  // It rejects when the window goes, and with it what could ask.
  Promise.all([send('Page.enable'), send('Page.setInterceptFileChooserDialog', { enabled })]).catch(
    () => undefined,
  )
}

/** Applied to every web contents, whatever created it. */
export function guardContents(contents: WebContents): void {
  contents.on('will-navigate', stopUnlessOurs)
  contents.on('will-frame-navigate', stopUnlessOurs)
  contents.on('will-redirect', stopUnlessOurs)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Where a window is, main alone decides.
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
