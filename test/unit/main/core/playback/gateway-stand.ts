import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { fail, ok } from '#contract/result.ts'
import { MEDIA_PROBLEM_HEADER } from '#contract/wall/playback.ts'
import { Network } from '#main/core/network/network.ts'
import { type GatewayLimits, gatewayLimits } from '#main/core/playback/defaults.ts'
import { MediaGateway } from '#main/core/playback/gateway/media-gateway.ts'
import { createTouch } from '#main/core/playback/gateway/upstream.ts'
import { PlaybackSessions } from '#main/core/playback/playback-sessions.ts'
import { systemClock, systemTimers } from '#main/core/time.ts'
import type { Page } from '#main/core/wall-main.ts'
import { FakePlatform, type SeenRequest } from '../support/fake-platform.ts'
import { memoryLog } from '../support/memory-log.ts'
import { unwrap } from '#test/stand/unwrap.ts'

const page: Page = { id: 'page-1', monitor: 1 }

/** `startMs` is the window that the session was last started for. */
export type Serve = (
  file: string,
  request: SeenRequest,
  response: ServerResponse,
  startMs: number | undefined,
) => void

/** A gateway before a real HTTP server with sessions. */
export class GatewayStand {
  readonly platform: FakePlatform
  readonly sessions: PlaybackSessions
  readonly gateway: MediaGateway
  /** Sessions that have been started. */
  starts = 0
  /** Whether a session that is named is gone on with. */
  reuses = false
  /** Whether one that is over begins anew under its own name. */
  revives = false
  readonly #living = new Map<string, number>()
  startFails = false
  /** What a request to a session that is over is answered. */
  deadStatus = 410
  /** Files of the session that lives, by their path below its folder. */
  serve: Serve = (_file, _request, response) => response.writeHead(404).end()

  private constructor(platform: FakePlatform, limits: Partial<GatewayLimits>) {
    this.platform = platform
    const { logger, redactor } = memoryLog()
    const network = new Network({ dataDir: '/nowhere', env: {}, log: logger.area('network') })
    const { fetch } = network.routesOf(new URL(platform.url))
    const upstream = {
      fetch,
      clock: systemClock,
      timers: systemTimers,
      limits: { ...gatewayLimits, ...limits },
    }
    this.sessions = new PlaybackSessions({
      calls: {
        start: async ({ sessionId: named = '', startMs }) => {
          if (this.startFails) return fail({ error: wallError('platform_failed'), maybeCarriedOut: false })
          const goesOn = this.reuses && this.#living.has(named)
          if (!goesOn) this.starts += 1
          const keepsName = goesOn || (this.revives && named !== '')
          const sessionId = keepsName ? named : `s-${this.starts}`
          this.#living.set(sessionId, startMs)
          return ok({ url: this.urlOf(sessionId), sessionId, currentSessions: 1 })
        },
        stop: async () => ok(undefined),
        localLive: async () => {
          this.starts += 1
          const name = `s-${this.starts}`
          this.#living.set(name, 0)
          return ok({ url: this.urlOf(name), sessionId: undefined, currentSessions: undefined })
        },
      },
      touch: createTouch(upstream),
      baseUrl: platform.url,
      refusalOf: async ({ hostname }) => (hostname === '127.0.0.1' ? undefined : 'too-near'),
      clock: systemClock,
      timers: systemTimers,
      random: Math.random,
      redactor,
      log: logger.area('playback'),
      skewMs: () => undefined,
      tileOf: () => undefined,
      // What is not tried again at once is not tried again while a test looks, however slow it is.
      limits: {
        restartBackoff: { firstDelayInMs: 60_000, factor: 1, maxDelayInMs: 60_000, jitter: 0 },
        // No page holds what is opened here.
        heldWithinMs: 600_000,
      },
    })
    this.gateway = new MediaGateway({ ...upstream, sessions: this.sessions, platformOrigin: platform.url })
    this.sessions.join(page)
    platform.respondWith((request, response) => {
      const [, sessionId, file] = /^\/session\/(s-\d+)\/camera\/7\/([^?]+)/.exec(request.path) ?? []
      if (sessionId === undefined || file === undefined)
        return this.serve(request.path, request, response, undefined)
      const startMs = this.#living.get(sessionId)
      if (startMs === undefined) return response.writeHead(this.deadStatus).end('over')
      return this.serve(file, request, response, startMs)
    })
  }

  static async start(limits: Partial<GatewayLimits> = {}): Promise<GatewayStand> {
    const stand = new GatewayStand(await FakePlatform.start(), limits)
    onTestFinished(() => stand.sessions.dispose())
    return stand
  }

  /** Where the platform says that a session's manifest is. */
  urlOf = (sessionId: string): string => `${this.platform.url}/session/${sessionId}/camera/7/manifest.m3u8`

  /** All sessions are over, and nobody has said so. */
  kill(): void {
    this.#living.clear()
  }

  async open(agoMs = 7_200_000): Promise<string> {
    const wish = { cameraId: '7', atMs: Date.now() - agoMs, quality: 'full' } as const
    return unwrap(await this.sessions.open(page, wish)).playbackId
  }

  /** The camera as it is now. */
  async openLocal(): Promise<string> {
    return unwrap(await this.sessions.local(page, '7')).playbackId
  }

  get(
    path: string,
    headers: Record<string, string> = {},
    signal = new AbortController().signal,
  ): Promise<Response> {
    return this.gateway.handle({ method: 'GET', path, headers: new Headers(headers), signal })
  }
}

export function problemOf(answer: Response): string | null {
  return answer.headers.get(MEDIA_PROBLEM_HEADER)
}

export function playlist(response: ServerResponse, lines: readonly string[]): void {
  response
    .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
    .end(`#EXTM3U\n${lines.join('\n')}\n`)
}

export function segment(response: ServerResponse, body: string | Uint8Array, headers = {}): void {
  response.writeHead(200, { 'content-type': 'video/mp4', ...headers }).end(body)
}

/** Writes a piece so many times, as fast as it is read; returns how often it has been written by now. */
export function pour(response: ServerResponse, piece: string | Uint8Array, times: number): () => number {
  let written = 0
  const more = (): void => {
    while (written < times && !response.destroyed) {
      written += 1
      if (!response.write(piece)) {
        response.once('drain', more)
        return
      }
    }
    response.end()
  }
  more()
  return () => written
}
