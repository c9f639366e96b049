import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ElectronStage, onStage } from './electron-stage.ts'
import { untilRunning } from './undriven-app.ts'

describe('a start beside a wall that is already up', () => {
  let stage: ElectronStage

  onStage(async (given) => {
    stage = given
    const running = await stage.launch()
    // How often another start was heard of, and how often that brought the window to the front.
    await running.electron.evaluate(({ app: wall, BrowserWindow }) => {
      const counts = { starts: 0, fronts: 0 }
      Object.assign(globalThis, { counts })
      wall.on('second-instance', () => (counts.starts += 1))
      for (const window of BrowserWindow.getAllWindows()) window.focus = () => void (counts.fronts += 1)
    })
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

  it('brings it to the front and ends', async () => {
    expect(await once(start(), 'exit')).toEqual([0, null])
    expect(await counts()).toEqual({ starts: 1, fronts: 1 })
  })

  it('leaves it alone as a kiosk, waits for its end and comes up then', { tags: 'long' }, async () => {
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
