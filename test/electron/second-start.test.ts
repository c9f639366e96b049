import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { BuiltApp } from './build-app.ts'
import { ElectronApp, startOf } from './electron-app.ts'
import { builtProduct } from './product.ts'
import { Screen } from './screen.ts'
import { findSmokeHost } from './smoke-host.ts'
import { untilRunning } from './undriven-app.ts'

const host = findSmokeHost()

describe('a start beside a wall that is already up', () => {
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
    // How often another start was heard of, and how often that brought the window to the front.
    await running.electron.evaluate(({ app: wall, BrowserWindow }) => {
      const heard = { starts: 0, fronts: 0 }
      Object.assign(globalThis, { heard })
      wall.on('second-instance', () => (heard.starts += 1))
      for (const window of BrowserWindow.getAllWindows()) window.focus = () => void (heard.fronts += 1)
    })
  })
  afterAll(async () => {
    await running?.close()
    await screen?.dispose()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  const heard = () =>
    running.electron.evaluate(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there above
      () => (globalThis as unknown as { heard: { starts: number; fronts: number } }).heard,
    )

  function start(...flags: string[]): ChildProcess {
    if (typeof host === 'string') throw new Error(host)
    const { args, env } = startOf({ host, app, screen, dataDir, flags })
    const child = spawn(host.executable, args, { env, stdio: process.env['LOG'] ? 'inherit' : 'ignore' })
    onTestFinished(() => void child.kill())
    return child
  }

  it('brings it to the front and ends', async () => {
    expect(await once(start(), 'exit')).toEqual([0, null])
    expect(await heard()).toEqual({ starts: 1, fronts: 1 })
  })

  it('leaves it alone as a kiosk, waits for its end and comes up then', async () => {
    const kiosk = start('--kiosk')
    await expect.poll(async () => (await heard()).starts, { timeout: 20_000 }).toBeGreaterThan(2)
    expect([(await heard()).fronts, kiosk.exitCode]).toEqual([1, null])

    // A supervisor may stop it while it waits.
    const stopped = start('--kiosk')
    const before = (await heard()).starts
    await expect.poll(async () => (await heard()).starts, { timeout: 20_000 }).toBeGreaterThan(before + 2)
    stopped.kill()
    expect(await once(stopped, 'exit')).toEqual([null, 'SIGTERM'])

    const { pid } = running.electron.process()
    await running.close()
    const next = await untilRunning(dataDir, Number(pid))
    expect(next.pid).toBe(kiosk.pid)
    await next.end()
  })
})
