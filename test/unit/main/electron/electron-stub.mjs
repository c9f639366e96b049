import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'

/** What the built main process asks of Electron, noted down. Ready only when told so, as the real one is. */
export const notes = []
const note = (what, value) => notes.push([what, value])
const ready = Promise.withResolvers()
export const becomeReady = () => {
  note('ready')
  ready.resolve()
}

// As Electron has it: where an installed application keeps its parts.
process.resourcesPath ??= import.meta.dirname

const paths = new Map([
  ['userData', ''],
  ['documents', '/nowhere/documents'],
])
export const app = Object.assign(new EventEmitter(), {
  name: 'tessera',
  commandLine: {
    appendSwitch: (name) => note('switch', name),
    getSwitchValue: () => '',
    hasSwitch: (name) => process.argv.includes(`--${name}`),
  },
  enableSandbox: () => note('sandbox'),
  requestSingleInstanceLock: () => true,
  setPath: (name, path) => {
    mkdirSync(path, { recursive: true })
    paths.set(name, path)
  },
  getPath: (name) => paths.get(name),
  getVersion: () => '0.0.0',
  getPreferredSystemLanguages: () => ['en-GB'],
  getAppPath: () => '/',
  isPackaged: process.env['TESSERA_STUB'] !== 'checkout',
  setAboutPanelOptions: () => {},
  getGPUFeatureStatus: () => ({ video_decode: 'enabled' }),
  isReady: () => notes.some(([what]) => what === 'ready'),
  whenReady: () => ready.promise,
  quit: () => {
    note('quit')
    app.emit('before-quit')
    // Twice, as by two signals: once prevented, the next one finds a program that is not quitting.
    for (const _ of ['first', 'second']) {
      let isPrevented = false
      app.emit('will-quit', { preventDefault: () => (isPrevented = true) })
      if (!isPrevented) process.exit()
    }
  },
  exit: (code) => {
    note('exit', code)
    if (process.connected) process.send({ notes })
    if (process.connected) process.disconnect()
    process.exitCode = code
  },
})

class WebContents extends EventEmitter {
  setWindowOpenHandler(handler) {
    note('window-open', handler({ url: 'https://example.com' }))
  }
  getURL = () => 'wall://app/index.html'
  isCrashed = () => false
  send = (channel, ...args) => note('send', [channel, ...args])
  id = 1
}
export class BrowserWindow extends EventEmitter {
  static all = []
  static getAllWindows = () => BrowserWindow.all
  webContents = new WebContents()
  constructor(options) {
    super()
    note('window', options)
    BrowserWindow.all.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url) {
    note('load', url)
    await protocol.handler({
      url,
      method: 'GET',
      headers: new Headers(),
      signal: new AbortController().signal,
    })
    this.emit('ready-to-show')
    this.webContents.emit('did-finish-load')
  }
  show = () => note('show')
  focus = () => note('focus')
  setBounds = () => undefined
  isDestroyed = () => false
  isMinimized = () => false
  isVisible = () => false
  isMaximized = () => false
  isFullScreen = () => false
  getBounds = () => display.bounds
  getNormalBounds = () => display.bounds
}

const display = { id: 1, label: '', bounds: { x: 0, y: 0, width: 1920, height: 1080 } }
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [{ ...display, workArea: display.bounds }],
  getPrimaryDisplay: () => display,
  getDisplayMatching: () => display,
})

export const protocol = {
  registerSchemesAsPrivileged: (schemes) => note('schemes', schemes),
  handle: (scheme, handler) => {
    note('handle', scheme)
    protocol.handler = handler
  },
}
export const ipcMain = Object.assign(new EventEmitter(), {
  handlers: new Map(),
  handle: (channel, handler) => ipcMain.handlers.set(channel, handler),
  removeHandler: (channel) => ipcMain.handlers.delete(channel),
})
export const session = {
  defaultSession: {
    setPermissionRequestHandler: () => note('permission-request'),
    setPermissionCheckHandler: () => note('permission-check'),
    setDevicePermissionHandler: () => note('permission-device'),
    setSpellCheckerEnabled: (isOn) => note('spell-checker', isOn),
    on: (event) => note('session', event),
  },
}
export const Menu = {
  buildFromTemplate: (template) => template,
  setApplicationMenu: (menu) => note('menu', menu?.map(({ label, role }) => label ?? role) ?? null),
}
export const dialog = {}
export const crashReporter = { start: (options) => note('crash-reporter', options) }
export const powerMonitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 0 })
export const powerSaveBlocker = { start: (kind) => note('awake', kind) && 1, stop: () => note('sleepy') }
export const globalShortcut = {
  register: (keys) => note('grabbed', keys) ?? true,
  unregisterAll: () => undefined,
}
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(`v11${text}`),
  decryptStringAsync: async (data) => ({ result: data.toString().slice(3), shouldReEncrypt: false }),
}
export const shell = {}
export function MessageChannelMain() {}
export const contextBridge = {}
export const ipcRenderer = {}
export default { app, ipcMain, shell, protocol, session, safeStorage }
