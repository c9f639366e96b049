import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { portOf } from '#test/stand/loopback.ts'
import type { ElectronApp } from './electron-app.ts'
import { type ElectronStage, onStage } from './electron-stage.ts'

const ownPage = 'wall://app/index.html'

/** Calls main through the bridge that the preload made, and tells how that went; runs as text in a frame. */
const askMain = `window.tessera.call('wall.hello').then((answer) => 'answered ' + answer.ok, (error) => 'refused ' + error.message)`

describe('what the installed application refuses', () => {
  let stage: ElectronStage
  let running: ElectronApp
  let stranger: Server
  let strangerUrl: string
  let strangerHits = 0

  onStage(async (given) => {
    stage = given
    stranger = createServer((_request, response) => {
      strangerHits += 1
      response.setHeader('content-type', 'text/html')
      response.end('<title>stranger</title>')
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    strangerUrl = `http://127.0.0.1:${portOf(stranger)}/`
    // A camera that is there: without one it would be missing rather than refused.
    running = await stage.launch(['--use-fake-device-for-media-stream'])
    await running.page.getByText('Paste a key').waitFor()
  })
  afterAll(() => stranger?.close())

  it('lets nobody look into a locked kiosk by a debugger of its pages', async () => {
    for (const debug of ['--remote-debugging-port=0', '--remote-debugging-pipe']) {
      const { args, env } = stage.orderOf(['--kiosk', '--locked', debug])
      const refused = spawn(stage.host.executable, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
      const ended = once(refused, 'exit')
      const output = (await refused.stdout.setEncoding('utf8').toArray()).join('')
      expect(await ended).toEqual([2, null])
      expect(output).toContain('--locked starts no wall that can be inspected')
    }
  })

  /** A window as the product would never open it, with the product's preload in it. */
  function inWindow(
    url: string,
    script: string,
    { frameUrl: subFrame, partition: apart }: { frameUrl?: string; partition?: string } = {},
  ): Promise<string> {
    return running.electron.evaluate(
      async ({ BrowserWindow }, [preload, address, text, frameUrl, partition]) => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: {
            preload,
            sandbox: true,
            nodeIntegrationInSubFrames: frameUrl !== undefined,
            ...(partition === undefined ? {} : { partition }),
          },
        })
        try {
          await window.loadURL(address)
          if (frameUrl === undefined) return String(await window.webContents.executeJavaScript(text))
          await window.webContents.executeJavaScript(
            `new Promise((done) => { const frame = document.createElement('iframe'); frame.src = ${JSON.stringify(frameUrl)}; frame.onload = () => done(1); document.body.append(frame) })`,
          )
          const frame = window.webContents.mainFrame.frames[0]
          return frame === undefined ? 'no frame' : String(await frame.executeJavaScript(text))
        } finally {
          window.destroy()
        }
      },
      [stage.app.preload, url, script, subFrame, apart] as const,
    )
  }

  it('gives the page a bridge of three functions and nothing of Node or Electron', async () => {
    const seen = await running.page.evaluate(() => ({
      bridge: Object.keys(window.tessera ?? {}).sort(),
      others: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in window),
      isSecure: window.isSecureContext,
      url: location.href,
    }))
    expect(seen).toEqual({
      bridge: ['call', 'onPush', 'requestRelay'],
      others: [],
      isSecure: true,
      url: ownPage,
    })
  })

  it('answers its own page, also in another window', async () => {
    expect(await inWindow(ownPage, askMain)).toBe('answered true')
  })

  it('answers no call of a foreign page, whatever it holds', async () => {
    expect(await inWindow(strangerUrl, askMain)).toMatch(/^refused/)
    expect(await inWindow('data:text/html,<title>stranger</title>', askMain)).toMatch(/^refused/)
  })

  it('answers no call of a frame inside a page, not even of its own page in its own page', async () => {
    expect(await inWindow(strangerUrl, askMain, { frameUrl: strangerUrl })).toMatch(/^refused/)
    // The product's page forbids frames; here its address is a page that does not, so that the gate alone is left.
    const isolated = 'frames'
    await running.electron.evaluate(({ session }, partition) => {
      const { protocol } = session.fromPartition(partition)
      // What Electron before 25 has in the place of `handle`, and the present one still has.
      protocol.registerStringProtocol('wall', (_request, answer) =>
        answer({ mimeType: 'text/html', data: '<title>own</title>' }),
      )
    }, isolated)
    expect(await inWindow(ownPage, askMain, { partition: isolated })).toBe('answered true')
    expect(await inWindow(ownPage, askMain, { partition: isolated, frameUrl: ownPage })).toMatch(/^refused/)
  })

  it('sends its policy and headers with the page', async () => {
    const headers = await running.page.evaluate(async () =>
      Object.fromEntries((await fetch('/index.html')).headers.entries()),
    )
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  })

  it('runs no script that is put into the page, and calls nobody else', async () => {
    const hitsBefore = strangerHits
    const violated = await running.page.evaluate(async (url) => {
      const violations: string[] = []
      const both = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          if (violations.push(event.effectiveDirective) === 2) resolve()
        })
      })
      const script = document.createElement('script')
      script.textContent = 'window.intruder = true'
      document.head.append(script)
      await fetch(url).catch(() => undefined)
      await both
      return { violations: violations.map((name) => name.slice(0, 11)).sort(), ran: 'intruder' in window }
    }, strangerUrl)
    expect(violated).toEqual({ violations: ['connect-src', 'script-src-'], ran: false })
    expect(strangerHits).toBe(hitsBefore)
  })

  it('leaves its page for no other and opens no window', async () => {
    const hitsBefore = strangerHits
    const { page } = running
    expect(await page.evaluate((url) => window.open(url) === null, strangerUrl)).toBe(true)
    const refused = await running.electron.evaluateHandle(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const asked = new Promise<boolean>((resolve) => {
        contents?.once('will-navigate', (event) => resolve(event.defaultPrevented))
      })
      return { asked }
    })
    await page.evaluate((url) => location.assign(url), strangerUrl)
    expect(await refused.evaluate(({ asked }) => asked)).toBe(true)
    expect(page.url()).toBe(ownPage)
    expect(running.electron.windows()).toHaveLength(1)
    expect(strangerHits).toBe(hitsBefore)
  })

  it('fetches no dictionaries and shares no screen', async () => {
    const isOn = await running.electron.evaluate(({ session }) =>
      session.defaultSession.isSpellCheckerEnabled(),
    )
    expect(isOn).toBe(false)
    const shared = await running.page.evaluate(() =>
      navigator.mediaDevices.getDisplayMedia({ video: true }).then(
        () => 'given',
        () => 'refused',
      ),
    )
    expect(shared).toBe('refused')
  })

  it('grants the whole screen and no other permission', async () => {
    const states = await running.page.evaluate(async () => {
      const names = ['camera', 'microphone', 'geolocation', 'notifications', 'midi', 'clipboard-read']
      const asked = names.map(async (name) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library knows fewer names than browsers
        const { state } = await navigator.permissions.query({ name: name as PermissionName })
        return state
      })
      const media = await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'given',
        (error: Error) => error.name,
      )
      await document.documentElement.requestFullscreen()
      const isWhole = document.fullscreenElement === document.documentElement
      await document.exitFullscreen()
      return { states: [...new Set(await Promise.all(asked))], media, isWhole }
    })
    expect(states).toEqual({ states: ['denied'], media: 'NotAllowedError', isWhole: true })
  })

  it('lets nobody out of a locked kiosk, and opens its settings by the keys of its installer', async () => {
    await running.close()
    running = await stage.launch(['--kiosk', '--locked', '--unlock-chord', 'Ctrl+Shift+F12'])
    const { page } = running
    const locked = page.getByText('it is locked. Ask its installer')
    await locked.waitFor()
    const seen = await running.electron.evaluate(({ app, BrowserWindow, globalShortcut, Menu }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.webContents.openDevTools()
      window?.close()
      return {
        menu: Menu.getApplicationMenu(),
        windows: BrowserWindow.getAllWindows().length,
        isKiosk: window?.isKiosk(),
        isInspected: window?.webContents.isDevToolsOpened(),
        hasSystemKeys: ['Control+Escape', 'Super+L'].map((keys) => globalShortcut.isRegistered(keys)),
        isReady: app.isReady(),
      }
    })
    expect(seen).toEqual({
      menu: null,
      windows: 1,
      isKiosk: true,
      isInspected: false,
      hasSystemKeys: [true, true],
      isReady: true,
    })
    await expect
      .poll(() =>
        running.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isAlwaysOnTop()),
      )
      .toBe(true)
    await stage.screen.press('ctrl+q', 'alt+F4', 'ctrl+w', 'F11', 'ctrl+shift+i', 'ctrl+shift+r', 'ctrl+plus')
    await stage.screen.press('ctrl+shift+k')
    await page.getByText('This wall is locked.').waitFor()
    expect(await page.locator('dialog').count()).toBe(0)
    await stage.screen.press('ctrl+shift+F12')
    await page.getByText('Paste a key').waitFor()
    await stage.screen.press('ctrl+shift+k')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await stage.screen.press('ctrl+shift+F12')
    await locked.waitFor()
    expect(await page.locator('dialog').count()).toBe(0)
  })

  it('holds a locked kiosk whatever its page does, until main itself has heard the keys', async () => {
    let { page } = running
    const askInstallers = () =>
      page.evaluate(async () => {
        const bridge = window.tessera
        if (bridge === undefined) throw new Error('no bridge')
        const hello = await bridge.call('wall.hello', undefined)
        const { settings } = (hello as { value: { settings: { contrast: string } } }).value
        const answers = await Promise.all([
          bridge.call('keys.clear', undefined),
          bridge.call('settings.export', undefined),
          bridge.call('settings.save', { from: settings, to: { ...settings, screens: 'walls' } }),
          bridge.call('settings.save', { from: { contrast: settings.contrast }, to: { contrast: 'more' } }),
        ])
        return answers.map((answer) => (answer.ok ? 'ok' : answer.error.code))
      })
    const another = running.electron.waitForEvent('window')
    await page.evaluate(() => window.close())
    page = await another
    await page.getByText('it is locked. Ask its installer').waitFor()
    await page.evaluate(async (stranger) => {
      const keys = { key: 'F12', code: 'F12', ctrlKey: true, shiftKey: true, bubbles: true }
      window.dispatchEvent(new KeyboardEvent('keydown', keys))
      await document.documentElement.requestFullscreen()
      await document.exitFullscreen()
      window.moveTo(40, 40)
      window.resizeTo(300, 200)
      window.open(stranger)
    }, strangerUrl)
    expect(await askInstallers()).toEqual(['kiosk_locked', 'kiosk_locked', 'kiosk_locked', 'ok'])
    await running.electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.minimize()
      window?.setFullScreen(false)
      window?.webContents.openDevTools()
    })
    const shown = () =>
      running.electron.evaluate(({ BrowserWindow }) => {
        const windows = BrowserWindow.getAllWindows()
        const [window] = windows
        return {
          windows: windows.length,
          url: window?.webContents.getURL(),
          bounds: window?.getBounds(),
          isWhole: window?.isKiosk() === true && window.isFullScreen(),
          isMinimized: window?.isMinimized(),
          isInspected: window?.webContents.isDevToolsOpened(),
        }
      })
    await expect.poll(shown).toEqual({
      windows: 1,
      url: ownPage,
      bounds: { x: 0, y: 0, width: 1280, height: 720 },
      isWhole: true,
      isMinimized: false,
      isInspected: false,
    })

    await stage.screen.press('ctrl+shift+F12')
    await page.getByText('Paste a key').waitFor()
    expect(await askInstallers()).toEqual(['not_configured', 'ok', 'ok', 'ok'])
    await stage.screen.press('ctrl+shift+F12')
    await page.getByText('it is locked. Ask its installer').waitFor()
    expect(await askInstallers()).toContain('kiosk_locked')
  })

  it('opens no window of the system from a locked kiosk, whatever its page asks for', async () => {
    const fileInput = "const input = document.createElement('input'); input.type = 'file'"
    const ways = [
      `{ ${fileInput}; input.click() }`,
      `{ ${fileInput}; input.webkitdirectory = true; input.click() }`,
      'void window.showOpenFilePicker?.().catch(() => {})',
      'void window.showSaveFilePicker?.().catch(() => {})',
      'window.print()',
    ]
    /** In the page, as after a key press. */
    const ask = (script: string) =>
      running.electron.evaluate(({ BrowserWindow }, text) => {
        // Not awaited: a window of the printer holds its page.
        void BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`${text}; 1`, true)
      }, script)
    for (const way of ways) await ask(way)
    await stage.screen.press('ctrl+shift+F12')
    await running.electron.windows()[0]?.getByText('Paste a key').waitFor()
    // Each would have come before this one, which an installer may have.
    await ask(ways[0] ?? '')
    await stage.screen.untilWindow('Open File')
    expect(await stage.screen.titles()).toEqual(['Open File', 'Tessera – monitor 1'])
    await stage.screen.press('Escape')
    await expect.poll(() => stage.screen.titles()).toEqual(['Tessera – monitor 1'])
    await stage.screen.press('ctrl+shift+F12')
    await running.electron.windows()[0]?.getByText('it is locked. Ask its installer').waitFor()
  })
})
