import { Agent } from 'node:http'
import { join } from 'node:path'
import { app, MessageChannelMain, protocol } from 'electron'
import { createDispatch } from '#main/core/dispatch.ts'
import { createHttpFetch } from '#main/core/network/http-fetch.ts'
import { appScheme, serveApp } from '#main/electron/app-protocol.ts'
import { createIpcGate } from '#main/electron/ipc-gate-main.ts'
import { startWallBridge } from '#main/electron/wall-bridge.ts'
import { openWallWindow } from '#main/electron/windows.ts'
import { FakeWall } from '../../conformance/shell/fake-wall.ts'

declare global {
  /** For the driver, which reaches main's global scope and nothing else. */
  var stageWall: FakeWall
  /** Main's own client. */
  var stageFetch: typeof fetch
  /** Opens another window, monitor 2. */
  var openSecondPage: () => void
}

const silent = () => undefined
const log = { log: silent, debug: silent, info: silent, warn: silent, error: silent }

/** The product's preload, gate and bridge in a real Electron, around a wall with known answers. */
function start(): void {
  const wall = new FakeWall()
  globalThis.stageWall = wall
  const agent = new Agent()
  globalThis.stageFetch = createHttpFetch(async () => ({ agent }))
  serveApp(protocol, join(import.meta.dirname, '../renderer'), Promise.resolve(wall), false)
  startWallBridge({
    wall,
    dispatch: createDispatch({ handlers: wall.handlers, log, onBug: silent }),
    gate: createIpcGate(silent),
    createChannel: () => new MessageChannelMain(),
    monitorOf: (contents) => (contents === first.webContents ? 1 : 2),
  })
  const wish = { preload: join(import.meta.dirname, '../preload/preload.cjs') }
  const first = openWallWindow(wish)
  globalThis.openSecondPage = () => void openWallWindow(wish)
}

const dataAt = process.argv.indexOf('--data') + 1
app.setPath('userData', process.argv[dataAt] ?? app.getPath('temp'))
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
protocol.registerSchemesAsPrivileged([appScheme])
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(start)
