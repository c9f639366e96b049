import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import { Network } from '#main/core/network/network.ts'
import { createWallMain } from '#main/core/wall/create-wall-main.ts'
import type { WallMain } from '#main/core/wall-main.ts'
import { handleAppRequest } from '#main/electron/app-protocol.ts'
import { APP_ORIGIN } from '#main/electron/app-origin.ts'
import { startWallHost } from '#main/host/wall-host.ts'
import type { FakeTime } from '../../unit/main/core/support/fake-time.ts'
import { memoryLog } from '../../unit/main/core/support/memory-log.ts'
import { wallPorts } from '../../unit/main/core/support/wall-ports.ts'
import { footageDir } from '../../stand/wall-stand.ts'
import { expectOk, post } from '../api/requests.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { unwrap } from '../../stand/unwrap.ts'
import { callerOf } from './events-stage.ts'
import { recordingLog } from './host-stage.ts'

export interface MediaStage {
  readonly wall: WallMain
  /** Of the page. */
  readonly origin: string
  readonly pageUrl: string
  /** What main has logged. */
  readonly lines: readonly string[]
  /** Sessions that the platform has started, in their order. */
  readonly sessionIds: readonly string[]
  /** Addresses that were asked for a byte, to keep their session. */
  readonly touches: readonly string[]
  /** Requests of the wall that have no answer yet. */
  readonly underWay: number
  /** Of a page of monitor 1. */
  readonly call: ReturnType<typeof callerOf>
  /** As a player in the page asks for it. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** As an administrator may: the session of the moment is over, and nobody has told the wall. */
  stopOnPlatform(cameraId: string): Promise<void>
  /** The page has gone. */
  closePage(): void
  dispose(): Promise<void>
}

/** What a shell does between a page and the wall. */
interface MediaTransport {
  readonly origin: string
  /** Where a browser opens the page; none where no browser could. */
  readonly pageUrl?: string
  get(path: string, headers: Record<string, string>): Promise<Response>
  dispose(): Promise<void>
}

type OpenTransport = (wall: WallMain, rendererDir: string) => Promise<MediaTransport>

/** The browser host, asked over HTTP with the headers that Chromium adds for a page of ours. */
export const overHost: OpenTransport = async (wall, rendererDir) => {
  const log = recordingLog([])
  const host = await startWallHost({
    wall,
    rendererDir,
    port: 0,
    log,
    timers: systemTimers,
    onBug: () => undefined,
  })
  return {
    origin: host.origin,
    pageUrl: host.url,
    get: (path, headers) =>
      fetch(host.origin + path, {
        headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', ...headers },
      }),
    dispose: () => host.dispose(),
  }
}

/** What Electron calls for each request to the application's own scheme. */
export const overAppScheme: OpenTransport = async (wall, rendererDir) => ({
  origin: APP_ORIGIN,
  get: (path, headers) =>
    handleAppRequest(rendererDir, wall, {
      url: APP_ORIGIN + path,
      method: 'GET',
      headers: new Headers(headers),
      signal: new AbortController().signal,
    }),
  dispose: async () => undefined,
})

export interface MediaStageOptions {
  /** A session that was not asked for so long is over, whatever the site's own limit is. */
  readonly idleLimitMs?: number
  /** The wall's clocks and timers, and the clock by which the limit is measured. */
  readonly time?: FakeTime
}

/** A real site with footage, for stages that follow one another. */
export const startMediaSite = () => startSite({ footageDir, withMediaServer: false, cameras: 4 })

/** A real wall that is signed in to a site, and one shell before it. */
export async function startMediaStage(
  site: TestSite,
  openTransport: OpenTransport,
  pageScript = '',
  { idleLimitMs = Number.POSITIVE_INFINITY, time }: MediaStageOptions = {},
): Promise<MediaStage> {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-media-'))
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, 'index.html'), '<!doctype html><script src="/assets/page.js"></script>')
  await writeFile(join(dir, 'assets', 'page.js'), pageScript)
  const { logger, redactor, lines } = memoryLog()
  const sessionIds: string[] = []
  const touches: string[] = []
  const lastUsedAtMs = new Map<string, number>()
  let key: string | undefined
  let underWay = 0
  const stop = async (sessionId: string | undefined, cameraId: string) => {
    key ??= await site.apiKey('stopping')
    expectOk(await post(site.baseUrl + defaultPaths.playbackStop, { sessionId, cameraId }, key))
  }
  const age = async (address: string) => {
    const [, sessionId, cameraId] = /\/session\/([^/]+)\/camera\/([^/]+)/.exec(address) ?? []
    if (sessionId === undefined || cameraId === undefined) return
    const nowMs = (time ?? systemClock).monotonicMs()
    const idleMs = nowMs - (lastUsedAtMs.get(sessionId) ?? nowMs)
    lastUsedAtMs.set(sessionId, nowMs)
    if (idleMs >= idleLimitMs) await stop(sessionId, cameraId)
  }
  const network = new Network({ dataDir: '/nowhere', env: {}, log: logger.area('network') })
  const wall = createWallMain(
    wallPorts({
      ...(time === undefined ? {} : { clock: time, timers: time }),
      routesOf(platform) {
        const routes = network.routesOf(platform)
        return {
          ...routes,
          async fetch(input, init) {
            const address = input instanceof Request ? input.url : String(input)
            if (new Headers(init?.headers).get('range') === 'bytes=0-0') touches.push(address)
            underWay += 1
            const response = await age(address)
              .then(() => routes.fetch(input, init))
              .finally(() => {
                underWay -= 1
              })
            if (address.includes('/playback/start') && response.ok) {
              const { sessionId }: { sessionId: string } = await response.clone().json()
              sessionIds.push(sessionId)
            }
            return response
          },
        }
      },
      logger,
      redactor,
    }),
  )
  const { baseUrl, liveViewUrl, account } = site
  unwrap(await wall.embed({ type: 'embedded-site', baseUrl, liveViewUrl, account }))
  const page = { id: 'page-1', monitor: 1 }
  const closePage = wall.openPage(page, () => undefined)
  const transport = await openTransport(wall, dir)
  return {
    wall,
    origin: transport.origin,
    pageUrl: transport.pageUrl ?? '',
    lines,
    sessionIds,
    closePage,
    get: (path, headers = {}) => transport.get(path, headers),
    call: callerOf(wall, page),
    touches,
    get underWay() {
      return underWay
    },
    stopOnPlatform: (cameraId) => stop(sessionIds.at(-1), cameraId),
    async dispose() {
      await transport.dispose()
      await wall.dispose()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
