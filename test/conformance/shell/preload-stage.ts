/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { vi } from 'vitest'
import { createDispatch } from '#main/core/dispatch.ts'
import { IpcGate } from '#main/electron/ipc-gate.ts'
import { startWallBridge, type WallBridgeOptions } from '#main/electron/wall-bridge.ts'
import type { PortSource } from '#renderer/shell/preload-shell.ts'
import { type ContentsDouble, ElectronDouble, WindowDouble } from './electron-double.ts'
import { FakeWall } from './fake-wall.ts'
import { recordingLog } from './host-stage.ts'

/** The real preload, gate and bridge around a fake wall, over a double of Electron's IPC. */
export async function startPreloadStage() {
  const electron = new ElectronDouble()
  const window = new WindowDouble()
  const wall = new FakeWall()
  const bugs: unknown[] = []
  const refused: string[] = []
  const stop = startWallBridge({
    wall,
    dispatch: createDispatch({
      handlers: wall.handlers,
      log: recordingLog([]),
      onBug: (bug) => bugs.push(bug),
    }),
    gate: new IpcGate(electron.ipc, (channel, url) => refused.push(`${channel} ${url}`)),
    createChannel: () => electron.createChannel(),
    monitorOf: (contents: ContentsDouble) => contents.id,
    // The doubles are as narrow as what the bridge uses of Electron.
  } as unknown as WallBridgeOptions)
  await runPreload(electron, window)
  return {
    electron,
    window,
    source: window as unknown as PortSource,
    /** Another renderer of the same main, once the first one has its port: both preloads find one global `window`. */
    async openSecond() {
      await window.hasPort
      const second = { electron: new ElectronDouble(electron), window: new WindowDouble() }
      await runPreload(second.electron, second.window)
      return { ...second, source: second.window as unknown as PortSource }
    },
    wall,
    bugs,
    refused,
    dispose() {
      stop()
      vi.doUnmock('electron')
      vi.unstubAllGlobals()
    },
  }
}

async function runPreload(electron: ElectronDouble, window: WindowDouble): Promise<void> {
  vi.doMock('electron', () => electron.renderer)
  vi.stubGlobal('window', window)
  vi.resetModules()
  await import('#main/preload.ts')
}
