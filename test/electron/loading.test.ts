import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BuiltApp } from './build-app.ts'
import { ElectronApp } from './electron-app.ts'
import { builtProduct } from './product.ts'
import { Screen } from './screen.ts'
import { findSmokeHost } from './smoke-host.ts'
import { WindowSight } from './window-sight.ts'

const host = findSmokeHost()

describe('the installed application, when its page cannot be loaded', () => {
  let screen: Screen
  let app: BuiltApp
  let dataDir: string
  let running: ElectronApp

  beforeEach((context) => {
    if (typeof host === 'string') context.skip(host)
  })
  beforeAll(async () => {
    if (typeof host === 'string') return
    app = builtProduct()
    ;[screen, dataDir] = await Promise.all([Screen.start(), mkdtemp(join(tmpdir(), 'tessera-electron-'))])
    running = await ElectronApp.launch({ host, app, screen, dataDir })
    await running.page.getByText('Paste a key').waitFor()
  })
  afterAll(async () => {
    await running?.close()
    await screen?.dispose()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  /** Loads the page anew, and resolves with how that ended. */
  const reload = () =>
    running.electron.evaluate(
      ({ BrowserWindow }) =>
        new Promise<string>((done) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('did-fail-load', (_event, _code, why) => done(why))
          contents?.once('did-navigate', (_event, _url, status) => done(String(status)))
          contents?.reload()
        }),
    )
  /** Whatever window it is in by then. */
  const untilBack = async () => {
    const sight = new WindowSight(running.electron)
    // A page that is being loaded has no words.
    const words = () => sight.text().catch(() => '')
    await expect.poll(words).toContain('(could not be loaded)')
  }

  it('tries again until its file is there, and says so', async () => {
    const file = join(app.renderer, 'index.html')
    await rename(file, `${file}.away`)
    // Other files of this project start the same build.
    try {
      expect(await reload()).toBe('404')
    } finally {
      await rename(`${file}.away`, file)
    }
    await untilBack()
  })

  it('tries again when the load is refused', async () => {
    await running.electron.evaluate(({ session }) => {
      let refusals = 0
      session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        answer({ cancel: details.resourceType === 'mainFrame' && ++refusals < 2 })
      })
    })
    expect(await reload()).toMatch(/^ERR_/)
    await untilBack()
  })
})
