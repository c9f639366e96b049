import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ElectronStage, onStage } from './electron-stage.ts'
import { WindowSight } from './window-sight.ts'

describe('the installed application, when its page cannot be loaded', () => {
  let stage: ElectronStage

  onStage(async (given) => {
    stage = given
    const { page } = await stage.launch()
    await page.getByText('Paste a key').waitFor()
  })

  /** Loads the page anew, and resolves with how that ended. */
  const reload = () =>
    stage.running.electron.evaluate(
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
    const sight = new WindowSight(stage.running.electron)
    // A page that is being loaded has no words.
    const words = () => sight.text().catch(() => '')
    await expect.poll(words).toContain('(could not be loaded)')
  }

  it('tries again until its file is there, and says so', async () => {
    const file = join(stage.app.renderer, 'index.html')
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
    await stage.running.electron.evaluate(({ session }) => {
      let refusals = 0
      session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        answer({ cancel: details.resourceType === 'mainFrame' && ++refusals < 2 })
      })
    })
    expect(await reload()).toMatch(/^ERR_/)
    await untilBack()
  })
})
