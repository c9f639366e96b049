import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ElectronStage, onStage } from './electron-stage.ts'
import { untilRunning } from './undriven-app.ts'
import { WindowSight } from './window-sight.ts'

describe('the installed application on its first page', () => {
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

  it('that cannot be loaded is tried again until its file is there, and says so', async () => {
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

  it('that is refused is tried again', async () => {
    await stage.running.electron.evaluate(({ session }) => {
      let refusals = 0
      session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        answer({ cancel: details.resourceType === 'mainFrame' && ++refusals < 2 })
      })
    })
    expect(await reload()).toMatch(/^ERR_/)
    await untilBack()
  })

  const counts = () =>
    stage.running.electron.evaluate(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there above
      () => (globalThis as unknown as { counts: { starts: number; fronts: number } }).counts,
    )

  function start(...flags: string[]): ChildProcess {
    const child = stage.start(flags)
    onTestFinished(() => void child.kill())
    return child
  }

  it('is brought to the front by another start, which ends', async () => {
    // How often it was heard of, and how often that brought the window to the front.
    await stage.running.electron.evaluate(({ app: wall, BrowserWindow }) => {
      const counts = { starts: 0, fronts: 0 }
      Object.assign(globalThis, { counts })
      wall.on('second-instance', () => (counts.starts += 1))
      for (const window of BrowserWindow.getAllWindows()) window.focus = () => void (counts.fronts += 1)
    })
    expect(await once(start(), 'exit')).toEqual([0, null])
    expect(await counts()).toEqual({ starts: 1, fronts: 1 })
  })

  it('is left alone by the start of a kiosk, which waits for its end and comes up then', {
    tags: 'long',
  }, async () => {
    const kiosk = start('--kiosk')
    await expect.poll(async () => (await counts()).starts, { timeout: 20_000 }).toBeGreaterThan(2)
    expect([(await counts()).fronts, kiosk.exitCode]).toEqual([1, null])

    // A supervisor may stop it while it waits.
    const stopped = start('--kiosk')
    const before = (await counts()).starts
    await expect.poll(async () => (await counts()).starts, { timeout: 20_000 }).toBeGreaterThan(before + 2)
    stopped.kill()
    expect(await once(stopped, 'exit')).toEqual([null, 'SIGTERM'])

    const { running, dataDir } = stage
    const { pid } = running.electron.process()
    await running.close()
    const next = await untilRunning(dataDir, Number(pid))
    expect(next.pid).toBe(kiosk.pid)
    await next.end()
  })
})

describe('the installed application on a data folder that cannot be', () => {
  let stage: ElectronStage

  onStage(async (given) => {
    stage = given
    await writeFile(join(stage.dataDir, 'file'), '')
  })

  it('comes up all the same, as a kiosk, and says what it cannot keep', { tags: 'long' }, async () => {
    const { dataDir } = stage
    stage.dataDir = join(dataDir, 'file/wall')
    const { page } = await stage.launch(['--kiosk'])
    stage.dataDir = dataDir
    await page.getByText('Paste a key').waitFor()
    await page.getByText('could not be read (ENOTDIR)').first().waitFor()
    await stage.close()
  })
})
