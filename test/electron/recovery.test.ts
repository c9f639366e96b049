import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inOneWordEach } from '#main/core/command-line.ts'
import { gpuDefaults } from '#main/electron/gpu-policy.ts'
import { isAlive } from '../../scripts/lib/work-lock.mjs'
import { processTree } from '../bench/process-usage.ts'
import { plays } from '../stand/wall-page.ts'
import { type ElectronStage, onStage, wallOf } from './electron-stage.ts'
import { openSockets } from './open-sockets.ts'
import type { ElectronApp } from './electron-app.ts'
import { expectOrderly, watchEnd } from './orderly-end.ts'
import { sharedCameras, sharedSite, type SharedSite } from './shared-site.ts'
import { until, untilRunning } from './undriven-app.ts'
import { type Blow, WindowSight } from './window-sight.ts'

const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Chromium writes its own over it, with spaces. */
async function commandLineOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split(/[\0 ]/).filter((word) => word !== '')
}

/** Chromium takes a moment to start the next one. */
async function nextGraphicsProcess(parentPid: number, notPid: number): Promise<number> {
  return until('a graphics process', async () => {
    for (const pid of processTree(parentPid)) {
      if (pid !== notPid && (await commandLineOf(pid)).join(' ').includes('--type=gpu-process')) return pid
    }
    return undefined
  })
}

describe('the installed application, when a part of it dies', () => {
  let site: SharedSite
  let stage: ElectronStage
  let running: ElectronApp
  let sight: WindowSight

  onStage(async (given) => {
    stage = given
    site = sharedSite()
    running = await stage.launch(wallOf(site, 9))
    const kept = await running.page.evaluate(
      (pasted) => window.tessera?.call('keys.set', { key: pasted, protection: 'obfuscated' }),
      site.apiKey,
    )
    expect(kept).toMatchObject({ ok: true })
    await stage.wall.until('LIVE', 9)
    // A fresh wall's words, until the first key, lie over codes of the last row.
    await running.page.keyboard.press('Escape')
    sight = new WindowSight(running.electron)
    await sight.untilCameras(nine)
  })

  /** What a page that has gone could leave behind in main: connections to media servers, and listeners. */
  const leftovers = async () => ({
    sockets: await openSockets(Number(running.electron.process().pid), new URL(site.liveViewUrl).port),
    listeners: await running.electron.evaluate(({ app: electron, BrowserWindow, ipcMain, session }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const emitters = [electron, ipcMain, session.defaultSession, process, contents]
      return emitters.map((one) =>
        (one?.eventNames() ?? []).reduce((sum, name) => sum + (one?.listenerCount(String(name)) ?? 0), 0),
      )
    }),
  })

  /** Process ids of Chromium's helpers of this kind. */
  function helpers(kind: 'GPU' | 'Network Service'): Promise<number[]> {
    return running.electron.evaluate(
      ({ app: electron }, wanted) =>
        electron
          .getAppMetrics()
          .filter(({ type, name }) => type === wanted || name === wanted)
          .map(({ pid }) => pid),
      kind,
    )
  }

  const isBack = async ({ blow, reason }: { blow: Blow; reason: string }) => {
    const loadedMs = await sight.struck(blow)
    const liveMs = await sight.until('LIVE', 9)
    console.log(`${blow}: page back after ${loadedMs} ms, nine tiles live ${liveMs} ms later`)
    await sight.untilCameras(nine)
    const playing = async () => (await sight.states()).filter((state) => plays.has(state))
    await expect.poll(playing).toHaveLength(9)
    expect(await sight.text()).toMatch(
      new RegExp(`This wall was restarted after its page stopped \\((${reason})\\) at \\d\\d:\\d\\d\\.`),
    )
  }
  const struck = 'shows the same nine cameras again after the page was struck by a $blow, and says so'
  it.each([
    { blow: 'kill', reason: 'killed' },
    { blow: 'crash', reason: 'crashed|killed' },
  ] as const)(struck, isBack)
  it.each([
    { blow: 'hang', reason: 'did not answer' },
    { blow: 'stop', reason: 'did not answer' },
  ] as const)(struck, { tags: 'long' }, isBack)

  it('keeps showing pictures when the GPU process is killed', async () => {
    const [before] = await helpers('GPU')
    if (before === undefined) throw new Error('no GPU process')
    // There before the kill is, not on its way.
    const gone = await running.electron.evaluateHandle(({ app: electron }) => {
      const types: string[] = []
      electron.on('child-process-gone', (_event, { type }) => {
        // Others come and go as Chromium needs them.
        if (type === 'GPU') types.push(type)
      })
      return types
    })
    process.kill(before, 'SIGKILL')
    await expect.poll(() => gone.jsonValue(), { timeout: 30_000 }).toEqual(['GPU'])
    await expect.poll(async () => (await helpers('GPU'))[0] ?? before, { timeout: 30_000 }).not.toBe(before)
    await sight.until('LIVE', 9)
    await sight.untilCameras(nine)
  })

  it('gets its pictures back when the network process is killed, whose sockets they were', {
    tags: 'long',
  }, async () => {
    const [before] = await helpers('Network Service')
    if (before === undefined) throw new Error('no network process')
    // The fourth end in a row: the page comes back in another window.
    const loaded = sight.loadedAfterKill(before)
    console.log(`network process: page back after ${await loaded} ms`)
    console.log(`nine tiles live ${await sight.until('LIVE', 9)} ms later`)
    await sight.untilCameras(nine)
    expect(await sight.text()).toContain('(lost its network process)')
  })

  it('leaves nothing of a dead page behind: three deaths, as many sockets and listeners as before', async () => {
    // Nine in tiles; the site's others stand by, joined some at a time.
    await expect.poll(async () => (await leftovers()).sockets, { timeout: 30_000 }).toBe(sharedCameras)
    const before = await leftovers()
    for (let death = 0; death < 3; death += 1) {
      await running.electron.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        const loaded = new Promise<void>((resolve) => {
          contents?.once('did-finish-load', () => resolve())
        })
        // By hand, because the policy would rightly take its time over so many.
        contents?.once('render-process-gone', () => setTimeout(() => contents.reload()))
        contents?.forcefullyCrashRenderer()
        await loaded
      })
    }
    await sight.until('LIVE', 9)
    await expect.poll(leftovers, { timeout: 30_000 }).toEqual(before)
  })

  it('has a log that tells it all, without a secret', { tags: 'long' }, async () => {
    const log = await readFile(join(stage.dataDir, 'logs/tessera.log'), 'utf8')
    expect(log).toContain('A page has stopped.')
    expect(log).toContain('A page is ended to be loaded again.')
    expect(log).toContain('A process of Chromium has stopped and comes back.')
    expect(log).not.toContain(site.account.password)
  })
})

describe('the installed application, when the graphics process goes on dying', () => {
  let stage: ElectronStage

  onStage((given) => {
    stage = given
  })

  it('starts again by itself with the same arguments, does without the graphics processor, and says so', {
    tags: 'long',
  }, async () => {
    const { dataDir, host } = stage
    const flags = ['--remote-debugging-port=0']
    const first = stage.start(flags)
    const ended = once(first, 'exit')
    const firstPid = Number(first.pid)
    const before = await untilRunning(dataDir, 0)
    await before.untilShown('Paste a key')
    let killed = 0
    for (let death = 0; death < gpuDefaults.deaths; death += 1) {
      killed = await nextGraphicsProcess(firstPid, killed)
      process.kill(killed, 'SIGKILL')
    }
    expectOrderly(await ended, host.major)

    const again = await untilRunning(dataDir, firstPid)
    try {
      await again.untilShown('Graphics acceleration is off')
      // Chromium puts all switches before all other words.
      expect((await commandLineOf(again.pid)).slice(1).toSorted()).toEqual(
        inOneWordEach(stage.orderOf(flags).args).toSorted(),
      )
      // Killed as often again, it would now only go on: there is nothing left to switch off.
      let next = 0
      for (let death = 0; death < gpuDefaults.deaths; death += 1) {
        next = await nextGraphicsProcess(again.pid, next)
        process.kill(next, 'SIGKILL')
      }
      await nextGraphicsProcess(again.pid, next)
      await again.untilShown('Graphics acceleration is off')
    } finally {
      await again.end()
    }
  })
})

describe('a locked kiosk whose page hangs', () => {
  let stage: ElectronStage

  onStage((given) => {
    stage = given
  })

  it('ends in order when it is stopped from outside', async () => {
    const { dataDir, host, screen } = stage
    const child = stage.start(['--kiosk', '--locked'])
    const untilEnded = watchEnd(child, dataDir, host.major)
    await screen.untilWindow('Tessera – monitor 1')
    const log = () => readFile(join(dataDir, 'logs/tessera.log'), 'utf8').catch(() => '')
    await until('its page', async () => ((await log()).includes('"graphics"') ? true : undefined))
    const pages: number[] = []
    for (const pid of processTree(Number(child.pid)))
      if ((await commandLineOf(pid)).includes('--type=renderer')) pages.push(pid)
    for (const pid of pages) process.kill(pid, 'SIGSTOP')
    // A process that stands still hears nothing of the end of its program.
    onTestFinished(() => pages.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL')))
    child.kill('SIGTERM')
    await untilEnded()
  })
})
