/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { EventEmitter } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { BrowserWindow, Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { guardContents, guardKiosk, guardSession, isPermitted, isPageFile } from '#main/electron/guards.ts'
import type { EndedFile } from '#main/core/wall-main.ts'

const ours = 'wall://app/index.html?view=1'
const strangers = [
  'https://example.com/',
  'http://127.0.0.1:8080/',
  'file:///etc/passwd',
  'data:text/html,x',
  'about:blank',
  'javascript:alert(1)',
  'wall://other/',
  'wall://app.evil.example/',
  'wall://app@evil.example/',
  'wall://user@app/',
  'https://wall://app/',
  'walls://app/',
  'blob:wall://app/1234',
  '',
  'nonsense',
]

const nothing = () => undefined

/** What a session does with a download that begins. */
const downloads = (...others: [onFileEnd: (file: EndedFile) => void, saveIn?: string]) => {
  let onDownload: ((event: object, item: object) => void) | undefined
  const session = {
    setPermissionRequestHandler: nothing,
    setPermissionCheckHandler: nothing,
    setDevicePermissionHandler: nothing,
    setSpellCheckerEnabled: nothing,
    on: (_event: string, handler: typeof onDownload) => (onDownload = handler),
  }
  guardSession(session as unknown as Session, ...others)
  return (address: string, mimeType: string, fileName: string) => {
    let savePath = ''
    const item = Object.assign(new EventEmitter(), {
      getURL: () => address,
      getMimeType: () => mimeType,
      getFilename: () => fileName,
      setSavePath: (path: string) => (savePath = path),
      getSavePath: () => savePath,
    })
    onDownload?.({}, item)
    return item
  }
}

describe('permissions', () => {
  // Without the second, Esc leaves the full screen before it closes anything on the wall.
  it.each(['fullscreen', 'keyboardLock', 'local-network-access', 'local-network', 'loopback-network'])(
    'gives %s to our own page',
    (permission) => {
      expect(isPermitted(permission, ours)).toBe(true)
    },
  )

  it.each([
    'media',
    'display-capture',
    'geolocation',
    'notifications',
    'midi',
    'openExternal',
    'clipboard-read',
    'pointerLock',
    'hid',
    'serial',
    'usb',
    'unknown',
  ])('gives %s to nobody', (permission) => {
    expect(isPermitted(permission, ours)).toBe(false)
  })

  it.each(strangers)('gives nothing to %j', (url) => {
    expect(isPermitted('fullscreen', url)).toBe(false)
  })

  it('answers requests, checks and devices alike', () => {
    const handlers: Record<string, (...args: unknown[]) => unknown> = {}
    const answers: unknown[] = []
    const keep = (name: string) => (handler: (...args: unknown[]) => unknown) =>
      void (handlers[name] = handler)
    guardSession(
      {
        setPermissionRequestHandler: keep('request'),
        setPermissionCheckHandler: keep('check'),
        setDevicePermissionHandler: keep('device'),
        setSpellCheckerEnabled: (isOn: boolean) => answers.push(isOn),
        on: (event: string, handler: (...args: unknown[]) => unknown) => void (handlers[event] = handler),
      } as unknown as Session,
      nothing,
    )
    expect(answers.splice(0)).toEqual([false])
    handlers['request']?.(null, 'fullscreen', (answer: boolean) => answers.push(answer), {
      requestingUrl: ours,
    })
    handlers['request']?.(null, 'media', (answer: boolean) => answers.push(answer), { requestingUrl: ours })
    expect(answers).toEqual([true, false])
    expect(handlers['check']?.(null, 'fullscreen', 'wall://app/')).toBe(true)
    expect(handlers['check']?.(null, 'fullscreen', 'https://example.com')).toBe(false)
    expect(handlers['device']?.({})).toBe(false)
    const download = (address: string) =>
      handlers['will-download']?.(
        { preventDefault: () => answers.push(`prevented ${address}`) },
        {
          getURL: () => address,
          getMimeType: () => 'text/html',
          getFilename: () => 'page.html',
          once: nothing,
        },
      )
    download('wall://app/exports/abc/events.csv')
    download('wall://app/index.html')
    download('https://example.com/exports/abc/events.csv')
    expect(answers.slice(2)).toEqual([
      'prevented wall://app/index.html',
      'prevented https://example.com/exports/abc/events.csv',
    ])
  })

  it('saves without a window for files where it is said where', () => {
    const download = downloads(nothing, '/evidence')
    const item = download('wall://app/exports/abc/events.csv', 'text/csv', '../events.csv')
    expect(item.getSavePath()).toMatch(/^\/evidence\/\d+ events\.csv$/)
  })

  it('tells what became of a file, by the path where it was to lie', () => {
    const ended: EndedFile[] = []
    const download = downloads((file) => ended.push(file))
    const item = download('wall://app/exports/abc/events.csv', 'text/csv', 'events.csv')
    download('blob:wall://app/1b9d6bcd', 'image/png', 'curve.png').emit('done', {}, 'cancelled')
    item.setSavePath('/media/stick/events.csv')
    item.emit('done', {}, 'interrupted')
    expect(ended).toEqual([
      { path: 'wall://app/1b9d6bcd', file: 'curve.png', state: 'cancelled' },
      { path: '/exports/abc/events.csv', file: '/media/stick/events.csv', state: 'interrupted' },
    ])
  })
})

describe('files that the page writes', () => {
  const address = 'blob:wall://app/1b9d6bcd'

  it.each([
    ['text/csv', 'occupancy 2026-11-20.csv'],
    ['image/png', 'occupancy 2026-11-20.png'],
    ['application/json', 'tessera-keys.json'],
  ])('may be saved as %s', (mimeType, fileName) => {
    expect(isPageFile(address, mimeType, fileName)).toBe(true)
  })

  it.each([
    ['text/html', 'page.html'],
    ['text/csv', 'page.csv.desktop'],
    ['application/x-desktop', 'report.csv'],
    ['image/png', 'report.csv'],
    ['', ''],
  ])('are nothing else: %s, %s', (mimeType, fileName) => {
    expect(isPageFile(address, mimeType, fileName)).toBe(false)
  })

  it.each([...strangers.filter((url) => !url.startsWith('blob:wall://app/')), 'blob:https://example.com/1'])(
    'come from nobody else: %j',
    (url) => expect(isPageFile(url, 'text/csv', 'report.csv')).toBe(false),
  )
})

describe('navigation', () => {
  it('is stopped but for our own page, for links, redirects and frames; windows and webviews are never opened', () => {
    let open: unknown
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: (details: unknown) => unknown) => (open = handler({ url: ours })),
    })
    guardContents(contents as unknown as WebContents)
    const stopped = (name: string, url: string): boolean => {
      let prevented = false
      contents.emit(name, { url, preventDefault: () => (prevented = true) })
      return prevented
    }
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      expect(strangers.filter((url) => !stopped(name, url))).toEqual([])
      expect(stopped(name, ours)).toBe(false)
    }
    expect(stopped('will-attach-webview', ours)).toBe(true)
    expect(stopped('content-bounds-updated', ours)).toBe(true)
    expect(open).toEqual({ action: 'deny' })
  })
})

describe('the window of a locked kiosk', () => {
  it('hands each key to the lock before its page, and comes back from the task bar', () => {
    const done: string[] = []
    const webContents = Object.assign(new EventEmitter(), { closeDevTools: () => done.push('not inspected') })
    const restore = () => done.push('restored')
    const focus = () => done.push('focused')
    const window = Object.assign(new EventEmitter(), { webContents, restore, focus })
    guardKiosk(window as unknown as BrowserWindow, {
      press: ({ key }) => key === 'F12',
      onLock: () => () => undefined,
    })
    const reaches = (type: string, key: string): boolean => {
      let prevented = false
      webContents.emit('before-input-event', { preventDefault: () => (prevented = true) }, { type, key })
      return !prevented
    }
    expect([reaches('keyDown', 'F12'), reaches('keyUp', 'F12'), reaches('keyDown', '5')]).toEqual([
      false,
      true,
      true,
    ])
    webContents.emit('devtools-opened')
    window.emit('minimize')
    expect(done).toEqual(['not inspected', 'restored', 'focused'])
  })
})

describe('the page of a locked kiosk', () => {
  it('gets no window for files from the system while it is locked, and no more once it has gone', () => {
    const sent: unknown[] = []
    let isAttached = false
    const tools = {
      isAttached: () => isAttached,
      attach: () => (isAttached = true),
      sendCommand: async (name: string, parameters?: object) => sent.push([name, parameters]),
    }
    const webContents = Object.assign(new EventEmitter(), { debugger: tools })
    const window = Object.assign(new EventEmitter(), { webContents })
    const listeners = new Set<(isLocked: boolean) => void>()
    guardKiosk(window as unknown as BrowserWindow, {
      press: () => false,
      onLock(listener) {
        listeners.add(listener)
        listener(true)
        return () => listeners.delete(listener)
      },
    })
    webContents.emit('did-navigate')
    const intercepted = () =>
      sent.filter((command) => JSON.stringify(command).includes('setInterceptFileChooserDialog'))
    const name = 'Page.setInterceptFileChooserDialog'
    expect(intercepted()).toEqual([[name, { enabled: true }]])
    for (const listener of listeners) listener(false)
    expect(intercepted()).toEqual([
      [name, { enabled: true }],
      [name, { enabled: false }],
    ])
    window.emit('closed')
    expect(listeners.size).toBe(0)
  })
})

describe('the sources of the shell', () => {
  const root = resolve(import.meta.dirname, '../../../..')
  const sources = globSync('src-main/**/*.ts', { cwd: root }).map((file) => ({
    file: basename(file),
    text: readFileSync(resolve(root, file), 'utf8'),
  }))

  it.each([
    { word: 'openExternal', why: 'no address of a page is ever given to the system' },
    { word: 'setCertificateVerifyProc', why: 'certificates are judged by Chromium alone' },
    { word: "'certificate-error'", why: 'certificates are judged by Chromium alone' },
    { word: 'ignore-certificate-errors', why: 'certificates are judged by Chromium alone' },
    { word: 'disable-web-security', why: 'the policy of the page is the whole point' },
    { word: 'setDisplayMediaRequestHandler', why: 'without one no screen is ever shared' },
    { word: 'setPreloads', why: 'the one preload is in the options of the window' },
    { word: 'nodeIntegration: true', why: 'the page is sandboxed' },
    { word: 'contextIsolation: false', why: 'the page is sandboxed' },
  ])('never say $word: $why', ({ word }) => {
    expect(sources.filter(({ text }) => text.includes(word)).map(({ file }) => file)).toEqual([])
  })

  it('run no script in a page but one that does nothing', () => {
    const scripts = sources.flatMap(({ text }) => text.match(/\.executeJavaScript\([^,)]*/g) ?? [])
    expect(scripts.length).toBeGreaterThan(0)
    expect(new Set(scripts)).toEqual(new Set([".executeJavaScript('0'"]))
  })

  it('are seen', () => expect(sources.length).toBeGreaterThan(30))
})
