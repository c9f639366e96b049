import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '#test/stand/loopback.ts'
import { wallShellSuite } from '../../conformance/shell/wall-shell-suite.ts'
import { frameIndexAt } from '#tools/demo-footage/frame-code.ts'
import { ArchiveRoute } from '../../e2e/timeline/harness/archive-route.ts'
import { buildApp } from '../build-app.ts'
import { ElectronApp } from '../electron-app.ts'
import { Screen } from '../screen.ts'
import { findSmokeHost } from '../smoke-host.ts'
import { ElectronShellStage } from './shell-stage.ts'
import { endAll } from '#test/stand/end-all.ts'
import { sharedDir } from '#test/stand/temp-dir.ts'

const host = findSmokeHost()

describe('in a real Electron', () => {
  if (typeof host === 'string') {
    it('serves the page as every shell does', (context) => context.skip(host))
    return
  }
  let screen: Screen
  const dataDir = sharedDir()
  let running: ElectronApp

  beforeAll(async () => {
    screen = await Screen.start()
    const app = await buildApp(host, 'shell', join(import.meta.dirname, 'electron.vite.config.ts'))
    running = await ElectronApp.launch({ host, app, screen, dataDir })
  })
  afterAll(() => endAll(running, screen))

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

  it('lets footage go that the page does not want any more, also while nothing of it comes', async () => {
    await running.electron.evaluate(() => {
      const left = Promise.withResolvers<string>()
      Object.assign(globalThis, { left: left.promise })
      globalThis.stageWall.media = async () => {
        const body = new ReadableStream<Uint8Array>(
          {
            start: (controller) => controller.enqueue(new Uint8Array(1_000)),
            cancel: () => left.resolve('let go'),
          },
          { highWaterMark: 0 },
        )
        return new Response(body, { headers: { 'content-type': 'video/mp4' } })
      }
    })
    const read = await running.page.evaluate(async () => {
      const off = new AbortController()
      const answer = await fetch('/media/abc/full/1.m4s', { signal: off.signal })
      const reader = answer.body?.getReader()
      const piece = await reader?.read()
      off.abort()
      return piece?.value?.byteLength
    })
    expect(read).toBe(1_000)
    const left = await running.electron.evaluate(
      () => (globalThis as unknown as { left: Promise<string> }).left,
    )
    expect(left).toBe('let go')
  })

  it('makes thumbnails of footage in its worker', async () => {
    const archive = await ArchiveRoute.open(2)
    const server = createServer((asked, answer) => {
      const gone = new AbortController().signal
      void archive
        .answer(asked.url ?? '', asked.headers.range, gone)
        .then((given) => answer.writeHead(given?.status ?? 404, given?.headers).end(given?.body))
    })
    const port = await listen(server)
    onTestFinished(() => void server.close())
    await running.electron.evaluate((_electron, origin) => {
      globalThis.stageWall.media = ({ path, headers }) => {
        const range = headers.get('range')
        return globalThis.stageFetch(origin + path, { headers: range === null ? {} : { range } })
      }
    }, `http://127.0.0.1:${port}`)
    const atMs = Math.floor(Date.now() / 60_000) * 60_000 - 60 * 60_000
    const window = { startMs: atMs - 60_000, endMs: atMs + 60_000 }
    const url = `/media/cam-2/${window.startMs}-${window.endMs}/manifest.m3u8`
    const seen = await running.page.evaluate(
      ([given, instant]) => globalThis.window.thumbnailAt(given, instant),
      [{ ...window, url }, atMs + 10_500] as const,
    )
    expect(seen.takenAtMs).toBe(atMs + 10_000)
    expect(seen.code).toMatchObject({ cameraNumber: 2, frameIndex: frameIndexAt(atMs + 10_000) })
  })

  wallShellSuite("Electron's own IPC", async () => {
    const stage = new ElectronShellStage(running)
    await stage.start()
    return stage
  })
})
