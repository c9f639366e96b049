import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('streams footage to the page, in parts', async () => {
    await running.electron.evaluate(() => {
      globalThis.stageWall.media = async ({ path, headers }) => {
        const pieces = [path, ' ', headers.get('range') ?? '']
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const piece = pieces.shift()
            if (piece === undefined) controller.close()
            else controller.enqueue(new TextEncoder().encode(piece))
          },
        })
        return new Response(body, { status: 206, headers: { 'content-type': 'video/mp4', etag: '"a"' } })
      }
    })
    const read = await running.page.evaluate(async () => {
      const answer = await fetch('/media/abc/full/1.m4s?a=1', { headers: { range: 'bytes=2-5' } })
      return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
    })
    expect(read).toEqual({ status: 206, etag: '"a"', text: '/media/abc/full/1.m4s?a=1 bytes=2-5' })
  })

  wallShellSuite("Electron's own IPC", async () => {
    const stage = new ElectronShellStage(running)
    await stage.start()
    return stage
  })
})
