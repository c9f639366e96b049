/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { vi } from 'vitest'
import { createDispatch } from '../../../src-main/core/dispatch.ts'
import { IpcGate } from '../../../src-main/electron/ipc-gate.ts'
import { startWallBridge, type WallBridgeOptions } from '../../../src-main/electron/wall-bridge.ts'
import type { PortSource } from '../../../src-renderer/shell/preload-shell.ts'
import { ElectronDouble, WindowDouble } from './electron-double.ts'
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
    monitorOf: () => 1,
    // The doubles are as narrow as what the bridge uses of Electron.
  } as unknown as WallBridgeOptions)
  vi.doMock('electron', () => electron.renderer)
  vi.stubGlobal('window', window)
  vi.resetModules()
  await import('../../../src-main/preload.ts')
  return {
    electron,
    window,
    source: window as unknown as PortSource,
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
