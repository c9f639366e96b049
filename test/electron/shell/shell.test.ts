import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { wallShellSuite } from '../../conformance/shell/wall-shell-suite.ts'
import { buildApp } from '../build-app.ts'
import { ElectronApp } from '../electron-app.ts'
import { Screen } from '../screen.ts'
import { findSmokeHost } from '../smoke-host.ts'
import { ElectronShellStage } from './shell-stage.ts'

const host = findSmokeHost()

describe('in a real Electron', () => {
  if (typeof host === 'string') {
    it('serves the page as every shell does', (context) => context.skip(host))
    return
  }
  let screen: Screen
  let dataDir: string
  let running: ElectronApp

  beforeAll(async () => {
    screen = await Screen.start()
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-electron-'))
    const app = await buildApp(host, 'shell', join(import.meta.dirname, 'electron.vite.config.ts'))
    running = await ElectronApp.launch({ host, app, screen, dataDir })
  })
  afterAll(async () => {
    await running?.close()
    await screen?.dispose()
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
  })

  wallShellSuite("Electron's own IPC", async () => {
    const stage = new ElectronShellStage(running)
    await stage.start()
    return stage
  })
})
